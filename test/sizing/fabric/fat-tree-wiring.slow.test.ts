import fc from "fast-check";
import { type FatTree, fatTree } from "../../../lib/sizing/fabric/fat-tree";
import type { FatTreeProps } from "../../../lib/sizing/fabric/fat-tree-props";
import { fatTreeTopology } from "../../../lib/sizing/fabric/fat-tree-topology";
import { fatTreeWiring } from "../../../lib/sizing/fabric/fat-tree-wiring";
import { openSmConfig, openSmRootGuids, rootSwitches } from "../../../lib/sizing/fabric/opensm";

function tree(props: FatTreeProps): FatTree {
  const plan = fatTree(props);
  if (!plan.fits) throw new Error(plan.why);
  return plan;
}

describe("fatTreeWiring", () => {
  const size = fc.record({
    nodes: fc.integer({ min: 1, max: 60 }),
    railsPerNode: fc.constantFrom(1, 2, 4, 8),
    planes: fc.constantFrom(1, 2),
    switchPorts: fc.constantFrom(16, 18, 24, 36),
    layout: fc.constantFrom("rail-optimized" as const, "node-packed" as const),
    leafOversubscription: fc.constantFrom(1, 2),
    extraEndpoints: fc.integer({ min: 0, max: 5 }),
  });

  it("uses every port at most once, none beyond the switch, and as many links as the plan counts", () => {
    fc.assert(
      fc.property(size, (props) => {
        if (props.railsPerNode % props.planes !== 0) return;
        const t = fatTree(props);
        if (!t.fits) return;
        const wiring = fatTreeWiring(t);
        const ports = new Map(wiring.switches.map((s) => [s.name, s.ports]));
        const most = (name: string) => ports.get(name) ?? (name.startsWith("extra") ? 1 : props.railsPerNode);
        const ends = wiring.cables.flatMap(({ from, to }) => [from, to]);
        expect(ends.filter((end) => end.port < 1 || end.port > most(end.name))).toEqual([]);
        expect(new Set(ends.map((end) => `${end.name}:${end.port}`)).size).toBe(ends.length);
        const count = (kind: string) => wiring.cables.filter((c) => c.kind === kind).length;
        expect([count("node-leaf"), count("leaf-spine"), count("spine-core")]).toEqual(Object.values(t.links));
        expect(wiring.switches).toHaveLength(t.switches.total);
        // Each plane needs a subnet manager.
        const planes = new Map(wiring.switches.map((s) => [s.name, s.plane]));
        const extras = wiring.cables.filter(({ from }) => from.name.startsWith("extra"));
        expect(extras.map(({ to }) => planes.get(to.name))).toEqual(extras.map((_, i) => (i % props.planes) + 1));
        expect(new Set(wiring.switches.map((s) => s.name)).size).toBe(t.switches.total);
      }),
      { numRuns: 300 },
    );
  });

  it("puts port n of every node of a unit on leaf n of that unit", () => {
    const { cables } = fatTreeWiring(tree({ nodes: 64, railsPerNode: 8, switchPorts: 64 }));
    const to = (name: string) => cables.filter((c) => c.from.name === name).map((c) => `${c.to.name}:${c.to.port}`);
    expect(to("node1")).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `leaf${n}:1`));
    expect(to("node64")).toEqual([9, 10, 11, 12, 13, 14, 15, 16].map((n) => `leaf${n}:32`));
  });

  it("puts the subnet managers of the H100 SuperPOD on the ports of the node that is left out", () => {
    const { cables } = fatTreeWiring(tree({ nodes: 127, railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 }));
    const extras = cables.filter((c) => c.from.name.startsWith("extra")).map((c) => `${c.to.name}:${c.to.port}`);
    expect(extras).toEqual(["leaf25:32", "leaf26:32", "leaf27:32", "leaf28:32"]);
  });

  it("says what is wrong with names that don't fit", () => {
    const t = tree({ nodes: 2, railsPerNode: 1, switchPorts: 8 });
    expect(() => fatTreeWiring(t, ["a"])).toThrow(
      "nodeNames must have one name a node, got 1 for 2 nodes; use 2 names",
    );
    expect(() => fatTreeWiring(t, ["a", "a"])).toThrow('nodeNames must differ, got "a" twice; use each name once');
  });
});

describe("fatTreeTopology", () => {
  it("makes the scalable unit the lowest switch of rail-optimized nodes", () => {
    const lines = fatTreeTopology(tree({ nodes: 127, railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 }));
    expect(lines.map((l) => [l.name, l.nodes.length, l.switches.join(" ")])).toEqual([
      ["unit1", 32, ""],
      ["unit2", 32, ""],
      ["unit3", 32, ""],
      ["unit4", 31, ""],
      ["fabric", 0, "unit1 unit2 unit3 unit4"],
    ]);
  });

  it("names leaves, pods and the fabric where nodes are packed in three tiers", () => {
    const t = tree({ nodes: 16, railsPerNode: 2, switchPorts: 8, layout: "node-packed", tiers: 3 });
    const lines = fatTreeTopology(t);
    expect(lines.slice(0, 8).map((l) => l.nodes.join(" "))).toContain("node1 node2");
    expect(lines.slice(8).map((l) => `${l.name}: ${l.switches.join(" ")}`)).toEqual([
      "pod1: leaf1 leaf2 leaf3 leaf4",
      "pod2: leaf5 leaf6 leaf7 leaf8",
      "fabric: pod1 pod2",
    ]);
  });

  it("names every node exactly once, in one tree", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 4, 8), (nodes, railsPerNode) => {
        const t = fatTree({ nodes, railsPerNode, switchPorts: 16 });
        if (!t.fits) return;
        const lines = fatTreeTopology(t);
        expect(lines.flatMap((l) => l.nodes).sort()).toEqual(
          Array.from({ length: nodes }, (_, i) => `node${i + 1}`).sort(),
        );
        const below = lines.flatMap((l) => l.switches);
        expect(new Set(below).size).toBe(below.length);
        expect(below).toHaveLength(lines.length - 1);
      }),
    );
  });
});

describe("openSmConfig", () => {
  it("routes with ftree from the named roots and has updn behind it", () => {
    const text = openSmConfig(tree({ nodes: 127, railsPerNode: 8, switchPorts: 64 }), { smPriority: 13 });
    expect(text).toContain("routing_engine ftree,updn\nroot_guid_file /etc/opensm/root-guids.conf\nlmc 0\n");
    expect(text).toContain("sm_priority 13\n");
  });

  it("needs no roots on a single switch", () => {
    const t = tree({ nodes: 4, railsPerNode: 8, switchPorts: 64 });
    expect(openSmConfig(t)).toContain("routing_engine minhop\n");
    expect(rootSwitches(t)).toEqual([]);
  });

  const two = tree({ nodes: 16, railsPerNode: 2, switchPorts: 16, tiers: 2 });
  it("lists the roots' GUIDs, the spines of two tiers and the cores of three", () => {
    expect(rootSwitches(two)).toEqual(["spine1", "spine2"]);
    expect(openSmRootGuids(two, { spine1: "0x1", spine2: "0x2" })).toBe("0x1\n0x2\n");
    expect(rootSwitches(tree({ nodes: 32, railsPerNode: 2, switchPorts: 8 }))[0]).toBe("core1");
  });

  it.each<[Record<string, string>, string]>([
    [{ spine1: "0x1" }, "guids.spine2 is required, it is a root of the tree; use the GUID that ibswitches prints"],
    [{ spine1: "0x1", spin2: "0x2" }, "guids.spine2 is required, it is a root of the tree; did you mean spin2"],
    [
      { spine1: "b8cef6", spine2: "0x2" },
      "guids.spine1 must be 0x and up to 16 hexadecimal digits, got b8cef6; use 0x…",
    ],
    [{ spine1: "0x1", spine2: "0x1" }, "guids.spine2 must differ from spine1's, got 0x1 twice; use its own"],
  ])("says what is wrong with GUIDs %j", (guids, message) => {
    expect(() => openSmRootGuids(two, guids)).toThrow(message);
  });

  it.each([
    [{ smPriority: 16 }, "smPriority must be a whole number from 0 to 15, got 16; use 14 for the master"],
    [{ plane: 2 }, "plane must be a whole number from 1 to 1, got 2; use 1 or more"],
  ])("says what is wrong with %j", (options, message) => {
    expect(() => openSmConfig(two, options)).toThrow(message);
  });
});
