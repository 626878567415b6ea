import { fatTree } from "../../../lib/sizing/fabric/fat-tree";
import { fatTreeSwitches, foldedHostList } from "../../../lib/slurm/definition/fat-tree-switches";

describe("foldedHostList", () => {
  it.each([
    [["node1", "node2", "node3"], "node[1-3]"],
    [["node01", "node02", "node03"], "node[01-03]"],
    [["node9", "node10", "node11"], "node[9-11]"],
    [["node09", "node10"], "node[09-10]"],
    [["a1", "a3", "b4"], "a1,a3,b4"],
    [["login", "gpu-a-1", "gpu-a-2"], "login,gpu-a-[1-2]"],
    [["h100-st-24", "h100-dy-1", "h100-dy-2"], "h100-st-24,h100-dy-[1-2]"],
    [[], ""],
  ])("folds %j to %s", (names, folded) => {
    expect(foldedHostList(names)).toBe(folded);
  });
});

describe("fatTreeSwitches", () => {
  it("writes the H100 SuperPOD as four units under one fabric", () => {
    const tree = fatTree({ nodes: 127, railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 });
    if (!tree.fits) throw new Error(tree.why);
    expect(fatTreeSwitches(tree)).toEqual([
      { name: "unit1", nodes: "node[1-32]", switches: null },
      { name: "unit2", nodes: "node[33-64]", switches: null },
      { name: "unit3", nodes: "node[65-96]", switches: null },
      { name: "unit4", nodes: "node[97-127]", switches: null },
      { name: "fabric", nodes: null, switches: "unit[1-4]" },
    ]);
  });
});
