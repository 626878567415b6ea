import { meantKey } from "../../../lib/blueprint/reader/meant-key";

const known = ["kind", "reservationId", "nodes", "startsOn", "endsOn"];

describe("meantKey", () => {
  it.each([
    ["id", { kind: "block", id: "cr-1" }, "reservationId"],
    ["reservation", { kind: "block", reservation: "cr-1" }, "reservationId"],
    ["node", { kind: "block", node: 4 }, "nodes"],
    ["Kind", { Kind: "block" }, "kind"],
    ["kinds", { kind: "block", kinds: "block" }, "kind"],
    ["ab", { ab: 1 }, undefined],
  ])("takes %s in %j for %s", (key, owner, meant) => {
    expect(meantKey(key, known, owner)).toBe(meant);
  });

  it("takes the beginning of one key alone for that key", () => {
    expect(meantKey("globalBatch", ["globalBatchSequences", "tokens"], {})).toBe("globalBatchSequences");
    expect(meantKey("globalBatch", ["globalBatchSequences", "globalBatchTokensOfAll"], {})).toBeUndefined();
  });

  it("is the figure whose name holds it, where it is given a number", () => {
    const keys = ["emails", "monthlyBudgetUsd", "budgetStartsOn"];
    expect(meantKey("budget", keys, { budget: 5000 })).toBe("monthlyBudgetUsd");
    expect(meantKey("budget", keys, { budget: "2026-12-01" })).toBe("budgetStartsOn");
  });

  it("guesses by edits where two keys end in what was written", () => {
    expect(meantKey("on", known, {})).toBeUndefined();
    expect(meantKey("endson", known, {})).toBe("endsOn");
  });

  it("takes two letters for a short key with the same first", () => {
    expect(meantKey("mx", ["min", "max"], { mx: 1 })).toBe("max");
  });

  it("takes keys of a map that cannot be read for keys of an empty one", () => {
    expect(meantKey("node", known, null)).toBe("nodes");
  });
});
