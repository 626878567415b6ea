// Writes the sources of the site, from the repository's pages, examples and library, to .cache/pages.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blueprintNames } from "../../scripts/blueprint-reviews";
import { gallery } from "./gallery";
import { navigation } from "./navigation";
import { documents, galleryOf, pageOf, relinked, sourceOf, sourcePage, withoutComments } from "./repository-pages";

const root = join(__dirname, "../..");
const cache = join(__dirname, "../.cache");
const read = (path: string) => readFileSync(join(root, path), "utf8");

function write(path: string, text: string): void {
  const file = join(cache, "pages", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Files that pages link to and the site shows as they are. */
const sources = new Set<string>();

/** The page of the site for a path of the repository. */
function resolve(path: string): string {
  if (path === "README.md") return "index.md";
  const isDirectory = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  if (path === "examples/blueprints") return "gallery/index.md";
  if (/^examples\/blueprints\/[^/]+\.yaml$/.test(path)) return galleryOf(path);
  const page = isDirectory && existsSync(join(root, path, "README.md")) ? join(path, "README.md") : path;
  if (/^(CHANGELOG|CONTRIBUTING|docs\/.*)\.md$|^(CHANGELOG|CONTRIBUTING)\.md$/.test(page)) return pageOf(page);
  sources.add(path);
  return sourceOf(path);
}

for (const path of documents(root)) {
  const page = pageOf(path);
  write(page, relinked(withoutComments(read(path)), { path, page }, resolve));
}

const readme = read("README.md");
write("index.md", relinked(withoutComments(readme), { path: "README.md", page: "index.md" }, resolve));
const [heading = "", summary = ""] = readme.split(/\n{2,}/);
const title = heading.replace(/^# /, "");
const description = summary.replaceAll("\n", " ");

const names = blueprintNames();
const { files, cards } = gallery(names);
for (const { path, text } of files) write(path, text);
const introduction = `# Gallery

Every example blueprint, with its picture, cost and verdict as \`warpform review\` gives them. All are in the package, in
\`node_modules/warpform/examples/blueprints\`.
`;
write("gallery/index.md", `---\n${JSON.stringify({ gallery: cards, aside: false })}\n---\n\n${introduction}`);

// Pages of files may not link to others: the set is complete by now.
for (const path of sources) write(sourceOf(path), sourcePage(root, path));

const { exports } = JSON.parse(read("package.json")) as { readonly exports: Readonly<Record<string, string>> };
const { entryPoints } = JSON.parse(readFileSync(join(__dirname, "../typedoc.json"), "utf8")) as {
  readonly entryPoints: readonly string[];
};
const modules = Object.entries(exports)
  .filter(([, file]) => entryPoints.includes(file.replace("./dist/", "../").replace(/\.js$/, ".ts")))
  .map(([name]) => name.replace(/^\./, "warpform"));
const menus = navigation({
  docs: read("docs/README.md"),
  rules: read("docs/rules/README.md"),
  blueprints: names,
  modules,
});
writeFileSync(join(cache, "site.json"), `${JSON.stringify({ title, description, ...menus }, undefined, 2)}\n`);
