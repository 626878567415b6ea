import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string>>;
  readonly typesVersions: { readonly "*": Readonly<Record<string, readonly string[]>> };
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
};
const subpaths = Object.entries(manifest.exports).filter(([name]) => ![".", "./package.json"].includes(name));

describe("package.json", () => {
  it.each(subpaths)("gives %s types where moduleResolution is node10 too, which reads no exports", (name, file) => {
    expect(manifest.typesVersions["*"][name.slice(2)]).toEqual([file.slice(2).replace(/\.js$/, ".d.ts")]);
  });

  it("types no subpath that cannot be imported", () => {
    expect(Object.keys(manifest.typesVersions["*"])).toEqual(subpaths.map(([name]) => name.slice(2)));
  });

  it("builds before it is packed or published, so that no earlier build is", () => {
    expect(manifest.scripts.prepack).toBe("npm run build");
  });

  it("packs every file that the README links to", () => {
    const links = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)];
    const lost = links
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, path)) || !manifest.files.some((file) => packs(file, path)));
    expect(lost).toEqual([]);
  });
});

/** Whether an entry of `files` takes a path along: the path itself, a folder above it, or `*` in one folder. */
function packs(file: string, path: string): boolean {
  if (path === file || path.startsWith(`${file}/`)) return true;
  return (
    file.includes("*") &&
    (path.startsWith(`${file.slice(0, file.indexOf("*"))}`) || `${path}/` === file.slice(0, file.indexOf("*")))
  );
}
