import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, normalize, relative } from "node:path";

/** Pages of the repository that are pages of the site, at the same paths. */
export function documents(root: string): string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name));
  return ["CHANGELOG.md", "CONTRIBUTING.md", ...below("docs")].sort();
}

/** Where a page of the repository is on the site: a directory's README is its index. */
export const pageOf = (path: string): string => path.replace(/README\.md$/, "index.md");

/** Where a file or directory of the repository is on the site that is no page of it. */
export const sourceOf = (path: string): string => (path === "LICENSE" ? "source/LICENSE.md" : `source/${path}.md`);

export const galleryOf = (path: string): string => `gallery/${basename(path, ".yaml")}.md`;

/** Markdown without what the site does not show: comments. */
export const withoutComments = (text: string): string => text.replaceAll(/<!--[\s\S]*?-->\n?/g, "");

const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;

/**
 * The text with links that lead from one page of the site to another. `resolve` gives the page of the site for a path of the
 * repository.
 */
export function relinked(text: string, from: { readonly path: string; readonly page: string }, resolve: Resolve) {
  const link = (whole: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole;
    const [path = "", fragment] = target.split("#");
    const page = resolve(normalize(join(dirname(from.path), path)).replace(/\/$/, ""));
    const href = relative(dirname(from.page), page);
    return `](${href.startsWith(".") ? href : `./${href}`}${fragment === undefined ? "" : `#${fragment}`})`;
  };
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, link)))
    .join("");
}

export type Resolve = (path: string) => string;

const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".mjs": "js",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".sh": "sh",
  ".py": "python",
};

/** A page that shows a file of the repository, or the files of a directory. */
export function sourcePage(root: string, path: string): string {
  const full = join(root, path);
  if (!existsSync(full)) throw new Error(`${path} is linked from a page and does not exist`);
  const files = statSync(full).isDirectory()
    ? readdirSync(full)
        .sort()
        .map((name) => join(path, name))
        .filter((file) => statSync(join(root, file)).isFile())
    : [path];
  const shown = files.map((file) => {
    const text = readFileSync(join(root, file), "utf8").trimEnd();
    const heading = files.length === 1 ? "" : `## ${basename(file)}\n\n`;
    return extname(file) === ".md"
      ? `${heading}${text.replaceAll(/^#+ /gm, "### ").replaceAll(/\]\((?!https?:)[^)]*\)/g, "]")}`
      : `${heading}\`\`\`\`${LANGUAGES[extname(file)] ?? "text"}\n${text}\n\`\`\`\``;
  });
  return `# ${path}\n\n${shown.join("\n\n")}\n`;
}

/** What the comment at the top of a blueprint says. */
export function aboutOf(yaml: string): string {
  const lines = yaml.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines
    .slice(0, end)
    .filter((line) => !line.includes("yaml-language-server"))
    .map((line) => line.replace(/^# ?/, ""))
    .join(" ")
    .trim();
}
