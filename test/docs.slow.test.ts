import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import ts from "typescript";
import { reviewBlueprint } from "../lib/blueprint/review-blueprint";
import { buildInMemory } from "../lib/cli/build-in-memory";
import * as anywhere from "../lib/clouds/anywhere/index";
import * as aws from "../lib/clouds/aws/index";
import * as onprem from "../lib/clouds/onprem/index";
import * as warpform from "../lib/index";
import { designOf } from "../lib/review/design";
import { reviewMarkdown } from "../lib/review/report/markdown";

const root = join(__dirname, "..");
const markdownBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = ["README.md", ...markdownBelow("docs")].sort();
const constructPages = markdownBelow("docs/constructs").sort();
const examples = constructPages.flatMap((page) =>
  [...read(page).matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => ({ page, program: match[1]! })),
);
const prose = (path: string) => read(path).replace(/```[\s\S]*?```/g, "");

/** GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map((match) => anchor(match[1]!));

function brokenLinks(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, fragment] = link.split("#") as [string, string?];
      const target = path === "" ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, target))) return true;
      return fragment !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(fragment);
    });
}

describe("the documents", () => {
  it("have no link that leads nowhere", () => {
    expect(pages.flatMap((page) => brokenLinks(page).map((link) => `${page}: ${link}`))).toEqual([]);
  });

  it("are all named in their index, the construct pages too", () => {
    const index = read("docs/README.md");
    const own = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
    const named = [
      ...own,
      ...[...constructPages, ...markdownBelow("docs/azure")].map((page) => relative("docs", page)),
    ];
    expect(named.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  });

  const source = ["program", "project-commands", "data-commands"].map((file) => read(`lib/cli/${file}.ts`)).join("");

  it("name only commands that the command line has", () => {
    const commands = [...source.matchAll(/\.command\("([a-z-]+)/g)].map((match) => match[1]!);
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:npx |`)warpform ([a-z-]+)/g)].map((match) => ({ page, command: match[1]! })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ command }) => !commands.includes(command))).toEqual([]);
  });

  it("give only options that the command line has", () => {
    const lines = pages.flatMap((page) => [...read(page).matchAll(/^ {4}npx warpform .*$/gm)].map((match) => match[0]));
    const options = lines.flatMap((line) => line.match(/--[a-z-]+/g) ?? []);
    expect(options.filter((option) => !source.includes(`"${option}`))).toEqual([]);
  });

  it("repeat the figures of the validation page as they are there", () => {
    const cells = (line: string) => line.split("|").map((cell) => cell.trim());
    const rows = new Map(
      read("docs/validation.md")
        .split("\n")
        .map(cells)
        .filter((row) => row.length === 10)
        .map((row) => [row[1]!, row.slice(4, 7)]),
    );
    const quoted = read("docs/limits.md")
      .split("\n")
      .map(cells)
      .filter((row) => row.length === 6 && /[a-z]/.test(row[1]!) && rows.has(row[1]!));
    expect(quoted.length).toBeGreaterThanOrEqual(9);
    for (const row of quoted) expect([row[1], ...row.slice(2, 5)]).toEqual([row[1], ...rows.get(row[1]!)!]);
  });
});

describe("the tutorial", () => {
  const page = read("docs/tutorial.md");
  const [first, mended, image] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);
  const folder = mkdtempSync(join(tmpdir(), "tutorial-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const reviewed = (paths: string[], settings: string[] = []) => {
    const { cluster, loaded } = buildInMemory(paths, settings);
    return reviewMarkdown(reviewBlueprint(designOf(cluster), loaded.blueprint));
  };
  const quotedAfter = (heading: string) =>
    [
      ...page
        .slice(page.indexOf(heading))
        .split("\n## ")[0]!
        .matchAll(/```text\n([\s\S]*?)```/g),
    ].map((match) => match[1]!.split("\n").filter((line) => line !== "" && line !== "…"));
  // Figures move with the catalog's data; what is said of them must not.
  const shape = (text: string) => text.replace(/\d[\d,.]*/g, "0");
  const missing = (quoted: string[], output: string) => quoted.filter((line) => !shape(output).includes(shape(line)));

  it("quotes the first review as it is", () => {
    const [quoted] = quotedAfter("## 3.");
    expect(missing(quoted!, reviewed([write("cluster.yaml", first!)]))).toEqual([]);
  });

  it("quotes the error of a slip, and the review of the mended blueprint", () => {
    const [error, quoted] = quotedAfter("## 4.");
    expect(missing(quoted!, reviewed([write("cluster.yaml", mended!)]))).toEqual([]);
    const slip = write("cluster.yaml", mended!.replace("capacityTiB: 48", "capacityTiB: 40"));
    expect(() => reviewed([slip])).toThrow(error!.at(-3)!.split(": ").at(-1)!);
  });

  it("quotes what --set and an overlay change", () => {
    const [deadline, pinned] = quotedAfter("## 5.");
    const path = write("cluster.yaml", mended!);
    expect(missing(deadline!, reviewed([path], ["workload.deadlineDays=60"]))).toEqual([]);
    expect(missing(pinned!, reviewed([path, write("prod.yaml", image!)]))).toEqual([]);
  });
});

describe("the pages of the constructs", () => {
  it("exist for every AWS construct of the public package", () => {
    const titles = constructPages.map((page) => /^# (\w+)/.exec(read(page))![1]!);
    expect(titles.filter((title) => ![warpform, anywhere, onprem].some((entry) => title in entry))).toEqual([]);
    const constructs = Object.entries(aws)
      .filter(([, value]) => typeof value === "function" && value.prototype instanceof Construct)
      .map(([name]) => name);
    expect(constructs.length).toBeGreaterThan(10);
    // SharedHomeOpenZfs is what SharedHome.openZfs makes, and is on its page.
    expect(constructs.filter((name) => !titles.some((title) => name.startsWith(title)))).toEqual([]);
  });

  it.each(examples)("$page has an example that synthesizes as it stands", ({ program }) => {
    const outdir = mkdtempSync(join(tmpdir(), "docs-"));
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "training");
    new AwsProvider(stack, "aws", { region: "us-east-2" });
    const { outputText } = ts.transpileModule(program, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const quiet = { log: () => undefined };
    new Function("require", "exports", "app", "stack", "console", outputText)(moduleOf, {}, app, stack, quiet);
    expect(() => app.synth()).not.toThrow();
  });

  it.each(examples)("$page imports only what the package has", ({ program }) => {
    const imports = [...program.matchAll(/import \{([^}]*)\} from "(warpform[\w/]*)"/g)];
    const names = imports.flatMap(([, list, from]) =>
      list!.split(",").map((name) => ({ name: name.trim(), from: from! })),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(({ name, from }) => !(name in moduleOf(from)))).toEqual([]);
  });

  it.each(constructPages)("%s names only props that the sources declare", (page) => {
    const sources = propFiles()
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const props = [...read(page).matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]!);
    expect(props.length).toBeGreaterThan(0);
    expect(props.filter((prop) => !new RegExp(`readonly ${prop}\\??:`).test(sources))).toEqual([]);
  });
});

/** What a page's program imports. */
function moduleOf(name: string): object {
  return { "warpform/anywhere": anywhere, "warpform/onprem": onprem }[name] ?? warpform;
}

/** The files in which props of constructs are declared. */
function propFiles(): string[] {
  const folders = ["lib/architectures", "lib/clouds/anywhere", "lib/clouds/aws", "lib/clouds/onprem", "lib/slurm"];
  return folders.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, folder, name)),
  );
}
