import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Page {
  readonly title: string;
  /** Undefined where the page begins with a heading. */
  readonly about: string | undefined;
}

/** The title and the first sentence of a page. */
function pageOf(text: string): Page {
  const [heading = "", first = ""] = text.split(/\n{2,}/);
  const sentence = /^(.*?\.)(\s|$)/.exec(first.replaceAll(/\s+/g, " "))?.[1];
  return { title: heading.replace(/^# /, ""), about: first.startsWith("#") || first === "" ? undefined : sentence };
}

/** What the index of the documentation says of a page, by its file. */
function saidInIndex(index: string): ReadonlyMap<string, string> {
  return new Map([...index.matchAll(/^- \[[^\]]+\]\(([^)]+)\): (.+)$/gm)].map(([, file, about]) => [file!, about!]));
}

/** An index of the documentation for language models (llmstxt.org): every page with what it is about. */
export function llmsText(root: string): string {
  const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
  const said = saidInIndex(read("docs", "README.md"));
  const lines = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".md") && file !== "README.md")
      .sort()
      .map((file) => {
        const { title, about } = pageOf(read(folder, file));
        // Links in a sentence lead from the page's own folder.
        const text = (said.get(file) ?? about)?.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");
        return `- [${title}](${folder}/${file})${text === undefined ? "" : `: ${text}`}`;
      })
      .join("\n");
  const summary = read("README.md")
    .split(/\n{2,}/)[1]!
    .replaceAll("\n", " ");
  return `# warpform

> ${summary}

Install with \`npm install warpform cdktf@0.21 constructs @cdktf/provider-aws@21\`. \`npx warpform --help\` lists the commands; most take \`--json\`. \`warpform mcp\` serves
plan, review, explain, catalog, compare and diff as tools. Keys of a YAML blueprint are in schema/blueprint.schema.json, examples in examples/blueprints.

## Documentation

${lines("docs")}
- [Rules](docs/rules/README.md): ${said.get("rules/README.md")}

## Constructs

${lines("docs/constructs")}
`;
}
