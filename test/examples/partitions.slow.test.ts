import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTextsInMemory } from "../../lib/cli/build-in-memory";
import { runProgram } from "../run-program";
import { exampleNames, examples } from "./terraform-of";

const REGION = /\b(us|eu|ap)-(north|south|east|west|central)+-\d/g;
const PARTITIONS = [
  ["AWS GovCloud (US)", "us-gov-west-1", "us-gov-east-1"],
  ["AWS China", "cn-north-1", "cn-northwest-1"],
] as const;

const textOf = (path: string) => readFileSync(join(examples, path), "utf8");
const inAws = (text: string) => text.match(REGION) !== null && !/^cloud: *(azure|onprem)/m.test(text);

// ARNs, service names and registries are those of commercial Regions: nothing may be synthesized with them elsewhere.
describe.each(PARTITIONS)("in %s", (partition, first, others) => {
  const moved = (path: string) => {
    const [main] = textOf(path).match(REGION)!;
    return textOf(path).replaceAll(REGION, (region) => (region === main ? first : others));
  };
  const programs = exampleNames.map((name) => join(name, "main.ts")).filter((path) => inAws(textOf(path)));
  const blueprints = readdirSync(join(examples, "blueprints"))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join("blueprints", name))
    .filter((path) => inAws(textOf(path)));

  it.each(programs)("the example %s is refused", (path) => {
    const outdir = mkdtempSync(join(tmpdir(), "warpform-partition-"));
    try {
      expect(() => runProgram(moved(path), outdir)).toThrow(partition);
      expect(readdirSync(outdir, { recursive: true }).filter((file) => /\.json$/.test(String(file)))).toEqual([]);
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it.each(blueprints)("the example %s is refused", (path) => {
    expect(() => buildTextsInMemory([{ file: path, text: moved(path) }], [])).toThrow(partition);
  });

  it("covers examples of all kinds", () => {
    expect(programs.length).toBeGreaterThan(8);
    expect(blueprints.length).toBeGreaterThan(10);
  });
});
