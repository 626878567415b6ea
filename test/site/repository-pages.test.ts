import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  aboutOf,
  documents,
  galleryOf,
  pageOf,
  relinked,
  sourceOf,
  sourcePage,
  withoutComments,
} from "../../site/pages/repository-pages";

const root = join(__dirname, "../..");

describe("documents", () => {
  it("are the guides, constructs, rules and the changelog", () => {
    const all = documents(root);
    expect(all).toEqual(
      expect.arrayContaining([
        "CHANGELOG.md",
        "docs/tutorial.md",
        "docs/constructs/gpu-node-pool.md",
        "docs/rules/efa-missing.md",
      ]),
    );
  });
});

describe("relinked", () => {
  const resolve = (path: string) => (path.startsWith("docs/") ? pageOf(path) : sourceOf(path));
  const at = (path: string, text: string) => relinked(text, { path, page: pageOf(path) }, resolve);

  it.each([
    ["docs/README.md", "[a](tutorial.md)", "[a](./tutorial.md)"],
    ["docs/tutorial.md", "[a](README.md#b)", "[a](./index.md#b)"],
    ["docs/tutorial.md", "[a](rules/README.md)", "[a](./rules/index.md)"],
    ["docs/constructs/x.md", "[a](../../examples/y)", "[a](../../source/examples/y.md)"],
    ["docs/tutorial.md", "[a](https://example.com/b.md) [c](#d)", "[a](https://example.com/b.md) [c](#d)"],
    ["docs/tutorial.md", "`[a](b.md)`", "`[a](b.md)`"],
  ])("turns the links of %s, %s, into the site's", (path, text, expected) => {
    expect(at(path, text)).toBe(expected);
  });
});

describe("sourcePage", () => {
  it("shows a file", () => {
    expect(sourcePage(root, "examples/training-p5/main.ts")).toContain(
      readFileSync(join(root, "examples/training-p5/main.ts"), "utf8").trimEnd(),
    );
  });

  it("shows each file of a directory", () => {
    expect(sourcePage(root, "examples/existing-vpc")).toMatch(/^## README.md$[\s\S]*^## main.ts$/m);
  });

  it("refuses what does not exist", () => {
    expect(() => sourcePage(root, "examples/none")).toThrow("examples/none is linked from a page and does not exist");
  });
});

describe("aboutOf", () => {
  it("takes the comment at the top without the line for editors", () => {
    expect(aboutOf("# yaml-language-server: $schema=x\n# Two\n# lines.\napiVersion: a\n# not this")).toBe("Two lines.");
  });
});

describe("the site's pages", () => {
  it("have no comments, and one page for each blueprint", () => {
    expect(withoutComments("a\n<!-- b\nc -->\nd")).toBe("a\nd");
    expect(galleryOf("examples/blueprints/lora-one-node.yaml")).toBe("gallery/lora-one-node.md");
  });
});
