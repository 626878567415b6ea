import replacement from "../../lib/diff/data/replacement.json";
import roles from "../../lib/diff/data/roles.json";
import files from "../../lib/diff/data/slurm-files.json";
import { IMPACTS } from "../../lib/diff/impact";

describe("the rules of the comparison", () => {
  it.each(Object.entries(replacement))("say of %s where they come from, and nothing twice", (_, row) => {
    expect(row.source).toMatch(/^https:\/\/github\.com\/hashicorp\/terraform-provider-aws\/blob\//);
    const all = [...row.replace, ...row.inPlace];
    expect(new Set(all).size).toBe(all.length);
  });

  it("give every type with a rule a role", () => {
    expect(Object.keys(replacement).filter((type) => !(type in roles))).toEqual([]);
  });

  it("name what is lost for all that holds data", () => {
    const silent = Object.entries(roles).filter(([, role]) => role.area === "data" && !("lost" in role));
    expect(silent).toEqual([]);
  });

  it("name impacts that exist", () => {
    const named = files.flatMap(({ impact }) => (impact === null ? [] : [impact]));
    expect(named.filter((impact) => !(IMPACTS as readonly string[]).includes(impact))).toEqual([]);
  });
});
