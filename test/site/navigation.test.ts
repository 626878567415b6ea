import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, navigation } from "../../site/pages/navigation";

const root = join(__dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { nav, sidebar } = navigation({
  docs: read("docs/README.md"),
  rules: read("docs/rules/README.md"),
  blueprints: ["training-16-p5"],
  modules: ["warpform", "warpform/sizing"],
});
const links = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...links(items)]);

describe("navigation", () => {
  it("lists every guide and every construct page", () => {
    const own = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
    const constructs = ["constructs", "azure"].flatMap((folder) =>
      readdirSync(join(root, "docs", folder)).map((name) => `${folder}/${name}`),
    );
    const wanted = [...own, ...constructs].map((name) => `/docs/${name.replace(".md", ".html")}`);
    expect(wanted.filter((link) => !links(sidebar["/"]!).includes(link))).toEqual([]);
  });

  it("lists every rule below its area", () => {
    const rules = readdirSync(join(root, "docs/rules")).filter((name) => !/^(README|peers)\.md$/.test(name));
    const listed = links(sidebar["/docs/rules/"]!).filter((link) => link.endsWith(".html"));
    expect(listed.sort()).toEqual(rules.map((name) => `/docs/rules/${name.replace(".md", ".html")}`).sort());
  });

  it("gives a link to each entry that folds", () => {
    const all = (entries: readonly Entry[]): readonly Entry[] =>
      entries.flatMap((entry) => [entry, ...all(entry.items ?? [])]);
    const folds = all(Object.values(sidebar).flat()).filter(({ collapsed }) => collapsed !== undefined);
    expect(folds.length).toBeGreaterThan(1);
    expect(folds.filter(({ link }) => link === undefined)).toEqual([]);
  });

  it("has the gallery and the modules of the API", () => {
    expect(links(sidebar["/gallery/"]!)).toEqual(["/gallery/", "/gallery/training-16-p5.html"]);
    expect(links(sidebar["/api/"]!)).toEqual(["/api/", "/api/warpform/", "/api/warpform/sizing/"]);
    expect(nav.map(({ text }) => text)).toEqual(["Docs", "Gallery", "Rules", "API", "Validation", "Changelog"]);
  });
});
