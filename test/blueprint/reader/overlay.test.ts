import { overlay } from "../../../lib/blueprint/reader/overlay";

describe("overlay", () => {
  const base = { pools: { a: { capacity: [{ nodes: 8 }, { kind: "spot" }], nodes: { min: 0, max: 8 } } } };

  it("changes one item of a list by its place, and adds one behind the last", () => {
    const over = { pools: { a: { capacity: { 0: { nodes: 4 }, 2: { kind: "on-demand" } } } } };
    expect(overlay(base, over)).toEqual({
      pools: { a: { capacity: [{ nodes: 4 }, { kind: "spot" }, { kind: "on-demand" }], nodes: { min: 0, max: 8 } } },
    });
  });

  it("takes items of a list away by their places", () => {
    expect(overlay([1, null, 3], { 0: null })).toEqual([null, 3]);
  });

  it.each([{ 3: 1 }, { "01": 1 }, { a: 1 }, {}])(
    "replaces a list by a map whose keys are no places in it: %j",
    (over) => {
      expect(overlay([1, 2], over)).toEqual(over);
    },
  );

  it("leaves no null of an overlay behind, where the base has nothing to take away", () => {
    expect(overlay({}, { fabric: { nicLayout: null } })).toEqual({ fabric: {} });
  });

  it("treats a key called __proto__ as any other", () => {
    const over = JSON.parse('{ "__proto__": { "polluted": true } }') as object;
    expect(Object.keys(overlay({}, over) as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
