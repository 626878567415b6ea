import fc from "fast-check";
import { Problems } from "../../../lib/errors";
import { checkName, namePatterns } from "../../../lib/slurm/definition/check-value";

const kinds = Object.keys(namePatterns) as (keyof typeof namePatterns)[];

describe("checkName", () => {
  it.each([
    ["x", "pool", "x-pool"],
    ["", "pool", "pool"],
    ["H100_A", "pool", "h100-a"],
    ["8-gpus", "user", "gpus"],
    ["Ünïcode", "account", "n-code"],
    [`${"a".repeat(39)}--b`, "cluster", "a".repeat(39)],
  ] as const)("for %j as a %s says to use %s", (name, kind, fix) => {
    const problems = new Problems();
    checkName(problems, "name", name, kind);
    expect(problems.all[0]!.message).toMatch(new RegExp(`; use ${fix}$`));
  });

  it("proposes only names that it takes", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...kinds), (name, kind) => {
        const problems = new Problems();
        checkName(problems, "name", name, kind);
        const fix = / use (\S+)$/.exec(problems.all[0]?.message ?? "")?.[1] ?? name;
        expect(fix).toMatch(namePatterns[kind].pattern);
      }),
    );
  });
});
