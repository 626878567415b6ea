import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildInMemory } from "../../lib/cli/build-in-memory";
import { review } from "../../lib/review/review";

const root = join(__dirname, "../..");
const page = readFileSync(join(root, "docs/peers.md"), "utf8");
const commands = [...page.matchAll(/^ {4}npx warpform review (\S+) --set (.*)$/gm)].map(([, file, settings]) => ({
  file: file!,
  settings: settings!.split(" --set "),
}));

/** Rules that a blueprint breaks with some settings. */
function rulesOf(file: string, settings: readonly string[], severities = ["error", "warning", "info"]): string[] {
  const { cluster, loaded } = buildInMemory([join(root, "examples/blueprints", file)], settings);
  const { findings } = review(cluster, { suppress: loaded.blueprint.acceptedFindings });
  return findings.filter(({ severity }) => severities.includes(severity)).map(({ rule }) => rule);
}

describe("docs/peers.md", () => {
  it("translates three samples", () => {
    expect(commands.map(({ file }) => file)).toEqual([
      "peer-parallelcluster-p5.yaml",
      "peer-a3-mega.yaml",
      "peer-data-on-eks-ray.yaml",
    ]);
  });

  it.each(commands)("names what the review says of $file as the original has it", ({ file, settings }) => {
    const section = page.slice(page.indexOf(`npx warpform review ${file}`)).split("\n## ")[0]!;
    const named = [...section.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map((match) => match[1]!);
    const found = rulesOf(file, settings);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((rule) => !found.includes(rule))).toEqual([]);
    expect(rulesOf(file, [], ["error", "warning"])).toEqual([]);
  });
});
