import { defineSlurmCluster } from "../../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmTopology } from "../../../lib/slurm/definition/slurm-cluster";
import { topologyConf } from "../../../lib/slurm/files/topology-conf";
import { pool, source } from "../pools";

const conf = (topology: SlurmTopology) =>
  topologyConf(
    defineSlurmCluster({
      name: "c",
      version: "24.05",
      topology,
      pools: [
        {
          pool: pool("h100", "p5.48xlarge", 10, { capacity: [source("block", { nodes: 6 }), source("on-demand")] }),
        },
        { pool: pool("cpu", "c7i.4xlarge", 2) },
      ],
      partitions: [{ name: "main", pools: ["h100", "cpu"] }],
    }),
  );

describe("startingTopology", () => {
  it("puts each pool under a leaf of its own until nodes run", () => {
    expect(conf({ kind: "tree", refresh: true, switches: [] })).toBe(`# topology.conf of c, written by warpform
SwitchName=leaf-h100 Nodes=h100-st-[1-6],h100-dy-[1-4]
SwitchName=leaf-cpu Nodes=cpu-dy-[1-2]
SwitchName=spine Switches=leaf-h100,leaf-cpu
`);
  });

  it.each([
    // 6 static and 4 dynamic nodes of one pool, 2 of another; slurmctld refuses blocks of fewer than blockSize nodes
    [5, ["h100-st-[1-5]", "h100-st-6,h100-dy-[1-4],cpu-dy-[1-2]"]],
    [4, ["h100-st-[1-4]", "h100-st-[5-6],h100-dy-[1-4],cpu-dy-[1-2]"]],
    [2, ["h100-st-[1-2]", "h100-st-[3-4]", "h100-st-[5-6]", "h100-dy-[1-2]", "h100-dy-[3-4]", "cpu-dy-[1-2]"]],
    [12, ["h100-st-[1-6],h100-dy-[1-4],cpu-dy-[1-2]"]],
  ])("cuts nodes into blocks of %i or more", (blockSize, nodes) => {
    const text = conf({ kind: "block", refresh: true, blockSize, blocks: [] })!;
    const blocks = nodes.map((list, index) => `BlockName=block${index + 1} Nodes=${list}`);
    expect(text.split("\n").slice(1, -1)).toEqual([...blocks, `BlockSizes=${blockSize}`]);
  });

  it("leaves what was given as it is", () => {
    const switches = [{ name: "one", nodes: "h100-st-[1-6],h100-dy-[1-4],cpu-dy-[1-2]", switches: null }];
    expect(conf({ kind: "tree", refresh: true, switches })).toContain("SwitchName=one Nodes=h100-st-[1-6]");
  });
});
