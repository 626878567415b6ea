import fc from "fast-check";
import { type FatTree, fatTree } from "../../../lib/sizing/fabric/fat-tree";
import type { FatTreeProps } from "../../../lib/sizing/fabric/fat-tree-props";
import { fatTreeStage, leastCablesMoved } from "../../../lib/sizing/fabric/fat-tree-stage";
import { fatTreeWiring } from "../../../lib/sizing/fabric/fat-tree-wiring";

function tree(props: FatTreeProps): FatTree {
  const plan = fatTree(props);
  if (!plan.fits) throw new Error(plan.why);
  return plan;
}
const dgx = (nodes: number) => tree({ nodes, railsPerNode: 8, switchPorts: 64 });
const stage = (of: FatTree, nodes: number) => fatTreeStage(of, fatTreeWiring(of), nodes);

describe("fatTreeStage", () => {
  it("has the leaves of the first units, all spines of their pods, and cores in proportion", () => {
    expect(stage(dgx(512), 64)).toMatchObject({
      counts: { leaf: 16, spine: 128, core: 8, total: 152 },
      links: { nodeLeaf: 512, leafSpine: 512, spineCore: 512 },
      freePorts: { spine: 128 * 64 - 1024, core: 0 },
    });
  });

  it("is the whole tree with all its nodes", () => {
    const { switches, links } = dgx(256);
    expect(stage(dgx(256), 256)).toMatchObject({ counts: switches, links });
  });

  it("keeps two cores of a group, so that none is the only way", () => {
    const small = tree({ nodes: 32, railsPerNode: 2, switchPorts: 8 });
    const { switches, cables } = stage(small, 1);
    const cores = switches.filter(({ tier }) => tier === "core");
    expect(cores.length).toBeGreaterThan(1);
    const spines = switches.filter(({ tier }) => tier === "spine");
    for (const { name } of spines)
      expect(new Set(cables.filter(({ from }) => from.name === name).map(({ to }) => to.name)).size).toBeGreaterThan(1);
  });

  it.each([0, 33, 1.5])("refuses %s of 32 nodes", (nodes) => {
    expect(() => stage(dgx(32), nodes)).toThrow("nodes must be a whole number");
  });

  it("only ever adds: no cable, switch or port of a step changes at the next", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.constantFrom(1, 2, 4),
        fc.constantFrom(8, 12, 16),
        fc.constantFrom("rail-optimized" as const, "node-packed" as const),
        fc.constantFrom(1, 2),
        fc.nat(),
        (nodes, railsPerNode, switchPorts, layout, leafOversubscription, seed) => {
          const plan = fatTree({ nodes, railsPerNode, switchPorts, layout, leafOversubscription });
          fc.pre(plan.fits);
          const whole = fatTreeWiring(plan as FatTree);
          const first = 1 + (seed % nodes);
          const [some, all] = [
            fatTreeStage(plan as FatTree, whole, first),
            fatTreeStage(plan as FatTree, whole, nodes),
          ];
          const told = new Set(all.cables.map((cable) => JSON.stringify(cable)));
          expect(some.cables.filter((cable) => !told.has(JSON.stringify(cable)))).toEqual([]);
          expect(all.cables.length).toBeLessThanOrEqual(whole.cables.length);
          // Every node that is there reaches every other: each leaf has all its uplinks.
          const leaves = some.switches.filter(({ tier }) => tier === "leaf").length;
          expect(some.links.leafSpine).toBe(leaves * (plan as FatTree).leaf.uplinks);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("leastCablesMoved", () => {
  // 16 leaves with 4 links to each of 8 spines keep 2 of each 4 where there are 16 spines: 8 x 16 x 2 of 512.
  it.each([
    [64, 128, 256],
    [128, 256, 512],
    [128, 128, 0],
  ])("of %i nodes that become %i are %i", (from, to, moved) => {
    expect(leastCablesMoved(dgx(from), dgx(to))).toBe(moved);
  });

  it("are none on a single switch", () => {
    expect(leastCablesMoved(tree({ nodes: 8, railsPerNode: 8, switchPorts: 64 }), dgx(64))).toBe(0);
  });

  it("leave a spine the leaves of one rail where a third tier comes", () => {
    // 32 spines keep 8 leaves of one rail each by one link: 256 of 2,048
    expect(leastCablesMoved(dgx(256), dgx(512))).toBe(1792);
  });
});
