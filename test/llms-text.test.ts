import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { llmsText } from "../scripts/llms-text";

const root = join(__dirname, "..");

describe("llms.txt", () => {
  const text = readFileSync(join(root, "llms.txt"), "utf8");

  it("is what `npm run docs` writes", () => {
    expect(text).toBe(llmsText(root));
  });

  it("links to pages, and says what each is about", () => {
    const links = [...text.matchAll(/^- \[.+?\]\((.+?)\)(.*)$/gm)];
    expect(links.length).toBeGreaterThan(30);
    expect(links.map(([, path]) => path!).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(links.filter(([, , about]) => !about!.startsWith(": ")).map(([line]) => line)).toEqual([]);
  });
});
