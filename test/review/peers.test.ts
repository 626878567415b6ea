import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../lib/review/rules/list";

const page = readFileSync(join(__dirname, "../../docs/rules/peers.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| check") && !line.startsWith("|--"));

describe("docs/rules/peers.md", () => {
  it("links to rules that are there", () => {
    const ids = rules.map((rule) => rule.id);
    const linked = [...page.matchAll(/\[([a-z0-9-]+)\]\(([a-z0-9-]+)\.md\)/g)];
    expect(linked.length).toBeGreaterThan(60);
    for (const [, name, file] of linked) {
      expect(ids).toContain(file);
      expect(name).toBe(file);
    }
  });

  it("says of each peer's check where it is here, or why it is not", () => {
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows)
      expect(row.split("|")[2]?.trim()).toMatch(/^(rules? \[|construct|by construction|preflight|none: )/);
  });
});
