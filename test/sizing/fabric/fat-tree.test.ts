import fc from "fast-check";
import { type FatTree, fatTree } from "../../../lib/sizing/fabric/fat-tree";
import type { FatTreeProps } from "../../../lib/sizing/fabric/fat-tree-props";

function tree(props: FatTreeProps): FatTree {
  const plan = fatTree(props);
  if (!plan.fits) throw new Error(plan.why);
  return plan;
}

const counts = (t: FatTree) => [
  t.switches.leaf,
  t.switches.spine,
  t.switches.core,
  t.cables.nodeLeaf,
  t.cables.leafSpine,
  t.cables.spineCore,
];

describe("fatTree", () => {
  // docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100, network fabrics, table 4
  it.each([
    [31, 8, 4, 252, 256],
    [63, 16, 8, 508, 512],
    [95, 24, 16, 764, 768],
    [127, 32, 16, 1020, 1024],
  ])("has the switches and cables of the H100 SuperPOD of %i nodes", (nodes, leaf, spine, nodeLeaf, leafSpine) => {
    const t = tree({ nodes, railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 });
    expect(counts(t)).toEqual([leaf, spine, 0, nodeLeaf, leafSpine, 0]);
  });

  // docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-b200, architecture, table 3
  it.each([
    [64, 16, 8, 0, 512, 512, 0],
    [128, 32, 16, 0, 1024, 1024, 0],
    [256, 64, 32, 0, 2048, 2048, 0],
    [512, 128, 128, 64, 4096, 4096, 4096],
    [1024, 256, 256, 128, 8192, 8192, 8192],
    [2048, 512, 512, 256, 16384, 16384, 16384],
  ])("has the switches and cables of the B200 SuperPOD of %i nodes", (nodes, ...published) => {
    expect(counts(tree({ nodes, railsPerNode: 8, switchPorts: 64 }))).toEqual(published);
  });

  // docs.nvidia.com/dgx-superpod/reference-architecture/scalable-infrastructure-b300-xdr, table 3 (Quantum-X800, 144 ports)
  it.each([
    [72, 8, 4, 576],
    [144, 16, 8, 1152],
    [288, 32, 18, 2304],
    [576, 64, 36, 4608],
    [1296, 144, 72, 10368],
  ])("has the switches and cables of the B300 XDR SuperPOD of %i nodes", (nodes, leaf, spine, cables) => {
    expect(counts(tree({ nodes, railsPerNode: 8, switchPorts: 144 }))).toEqual([leaf, spine, 0, cables, cables, 0]);
  });

  // docs.nvidia.com/dgx-superpod/reference-architecture/scalable-infrastructure-b300, table 3: each GPU 2 x 400 Gb/s on two planes
  it.each([
    [64, 16, 8, 512],
    [128, 32, 16, 1024],
    [256, 64, 32, 2048],
    [512, 128, 64, 4096],
    [1024, 256, 128, 8192],
  ])("has the switches and cables of the two-plane B300 SuperPOD of %i nodes", (nodes, leaf, spine, cables) => {
    const t = tree({ nodes, railsPerNode: 16, planes: 2, switchPorts: 128, linksPerCable: 2 });
    expect(counts(t)).toEqual([leaf, spine, 0, cables, cables, 0]);
  });

  it("has the three tiers of the A100 SuperPOD of 140 nodes on 40-port switches", () => {
    expect(counts(tree({ nodes: 140, railsPerNode: 8, switchPorts: 40, tiers: 3 })).slice(0, 3)).toEqual([56, 80, 28]);
  });

  // endpoints that the vendor gives for each switch: SB7800 648, QM8700 800 and 16,000, QM9700 2,048 and 65,536, Q3400 10,368
  it.each([
    [36, 2, 648],
    [36, 3, 11664],
    [40, 2, 800],
    [40, 3, 16000],
    [64, 2, 2048],
    [64, 3, 65536],
    [144, 2, 10368],
  ] as const)("reaches the vendor's figure with %i ports and %i tiers", (switchPorts, tiers, most) => {
    const props = { railsPerNode: 1, switchPorts, tiers, layout: "node-packed" } as const;
    expect(fatTree({ ...props, nodes: most })).toMatchObject({ fits: true, maxNodes: most });
    expect(fatTree({ ...props, nodes: most + 1 })).toMatchObject({ fits: false, maxNodes: most });
  });

  // Llama 3 herd of models, 3.3.1: 24K GPUs, 2 servers a rack switch, 192 racks a pod, 8 pods, 1:7 above the pod
  it("has the racks and pods of Meta's 24k-GPU RoCE cluster", () => {
    const t = tree({
      nodes: 3072,
      railsPerNode: 8,
      switchPorts: 128,
      spinePorts: 220,
      corePorts: 64,
      layout: "node-packed",
      nodesPerUnit: 2,
      spineOversubscription: 7,
      tiers: 3,
    });
    expect([t.switches.leaf, t.pods.total, t.pods.leaves]).toEqual([1536, 8, 192]);
    expect(t.oversubscription.spine).toBeGreaterThan(6.8);
    expect(t.oversubscription.spine).toBeLessThanOrEqual(7);
  });

  it("needs one switch where all ports fit on it", () => {
    expect(tree({ nodes: 8, railsPerNode: 8, switchPorts: 64 }).switches.total).toBe(1);
    expect(tree({ nodes: 9, railsPerNode: 8, switchPorts: 64 }).tiers).toBe(2);
  });

  it("takes one more uplink where that saves spines: 14 to two instead of 13 to thirteen", () => {
    const t = tree({ nodes: 52, railsPerNode: 1, switchPorts: 40, layout: "node-packed", leafOversubscription: 2 });
    expect([t.leaf.downlinks, t.leaf.uplinks, t.switches.spine]).toEqual([26, 14, 2]);
  });

  it("gives half of the endpoints' bandwidth as bisection when non-blocking, and a quarter at two to one", () => {
    const props = { nodes: 128, railsPerNode: 8, switchPorts: 64, linkGbps: 400 };
    expect(tree(props).bisectionGbps).toBe(512 * 400);
    expect(tree({ ...props, nodesPerUnit: 32, leafOversubscription: 2 }).bisectionGbps).toBe(256 * 400);
    expect(tree({ nodes: 128, railsPerNode: 8, switchPorts: 64 }).bisectionGbps).toBeNull();
  });

  const size = fc.record({
    nodes: fc.integer({ min: 1, max: 600 }),
    railsPerNode: fc.constantFrom(1, 2, 4, 8),
    switchPorts: fc.constantFrom(16, 36, 40, 64, 144),
    layout: fc.constantFrom("rail-optimized" as const, "node-packed" as const),
    leafOversubscription: fc.constantFrom(1, 1.5, 2, 3),
  });

  it("never uses more ports of a switch than it has, nor more links than asked", () => {
    fc.assert(
      fc.property(size, (props) => {
        const t = fatTree(props);
        if (!t.fits) return props.nodes > t.maxNodes;
        return (
          t.leaf.downlinks + t.leaf.uplinks <= props.switchPorts &&
          t.spine.downlinks + t.spine.uplinks <= props.switchPorts &&
          t.links.spineCore <= t.switches.core * props.switchPorts &&
          t.oversubscription.leaf <= props.leafOversubscription + 1e-9 &&
          t.links.nodeLeaf <= t.switches.leaf * Math.max(t.leaf.downlinks, 1)
        );
      }),
    );
  });

  it("never needs fewer leaves for more nodes at the same tiers", () => {
    fc.assert(
      fc.property(size, fc.constantFrom(2 as const, 3 as const), (props, tiers) => {
        const few = fatTree({ ...props, tiers });
        const more = fatTree({ ...props, tiers, nodes: props.nodes + 1 });
        return !few.fits || !more.fits || more.switches.leaf >= few.switches.leaf;
      }),
    );
  });

  const good = { nodes: 16, railsPerNode: 8, switchPorts: 64 };
  it.each<[Partial<FatTreeProps>, string]>([
    [{ nodes: 0 }, "nodes must be a whole number from 1 to 1000000, got 0; use 1 or more"],
    [{ nodes: Number.NaN }, "nodes must be a whole number from 1 to 1000000, got NaN; use 1 or more"],
    [{ nodes: 1.5 }, "nodes must be a whole number from 1 to 1000000, got 1.5; use 1 or more"],
    [{ nodes: 2e9 }, "nodes must be a whole number from 1 to 1000000, got 2000000000; use 1 or more"],
    [
      { railsPerNode: 0 },
      "railsPerNode must be a whole number from 1 to 64, got 0; use the fabric ports of one node, 8 for a DGX H100",
    ],
    [
      { switchPorts: 1 },
      "switchPorts must be a whole number from 2 to 4096, got 1; use the ports of one switch, 64 for a QM9700",
    ],
    [{ tiers: 4 as never }, "tiers must be a whole number from 1 to 3, got 4; use 1, 2 or 3, or leave it out"],
    [
      { leafOversubscription: 0.5 },
      "leafOversubscription must be a number from 1 to 64, got 0.5; use 1 for a non-blocking tier, 2 for half the uplinks",
    ],
    [{ planes: 3 }, "planes must divide the 8 fabric ports per node, got 3; use 1, 2, 4, 8"],
    [{ nodesPerUnit: 33 }, "nodesPerUnit must be at most 32, the limit with 32 downlinks per leaf, got 33; use 32"],
    [{ extraEndpoints: -1 }, "extraEndpoints must be a whole number from 0 to 100000, got -1; use 0 or more"],
    [{ linkGbps: -400 }, "linkGbps must be a number above 0 Gb/s, got -400; use a value in that range"],
    [
      { layout: "dragonfly" as never },
      "layout must be rail-optimized or node-packed, got dragonfly; use rail-optimized for nodes with one port per GPU",
    ],
    [
      { layout: "node-packed", railsPerNode: 8, switchPorts: 8 },
      "layout node-packed needs 8 downlinks per leaf for the ports of one node, got 4; use rail-optimized or a switch with more ports",
    ],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => fatTree({ ...good, ...change })).toThrow(`fatTree: ${message}`);
  });
});
