import { readFileSync } from "node:fs";
import { join } from "node:path";

describe("depends_on of every example", () => {
  const snapshot = readFileSync(join(__dirname, "__snapshots__/synth.test.ts.snap"), "utf8");
  const lists = [...snapshot.matchAll(/"depends_on": \[([^\]]*)\]/g)].map(([, list]) => list!);

  it("names addresses, since Terraform takes no expression there", () => {
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter((list) => list.includes("$"))).toEqual([]);
  });

  it("names nothing twice", () => {
    const twice = lists.filter((list) => {
      const names = list.match(/"[^"]+"/g) ?? [];
      return new Set(names).size < names.length;
    });
    expect(twice).toEqual([]);
  });
});
