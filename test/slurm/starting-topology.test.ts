import { defineSlurmCluster } from "../../lib/slurm/define-slurm-cluster";
import type { SlurmTopology } from "../../lib/slurm/slurm-cluster";
import { topologyConf } from "../../lib/slurm/topology-conf";
import { pool, source } from "./pools";

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

  it("cuts the nodes of each range into blocks", () => {
    expect(
      conf({ kind: "block", refresh: true, blockSize: 4, blocks: [] }),
    ).toBe(`# topology.conf of c, written by warpform
BlockName=block1 Nodes=h100-st-[1-4]
BlockName=block2 Nodes=h100-st-[5-6]
BlockName=block3 Nodes=h100-dy-[1-4]
BlockName=block4 Nodes=cpu-dy-[1-2]
BlockSizes=4
`);
  });

  it("leaves what was given as it is", () => {
    const switches = [{ name: "one", nodes: "h100-st-[1-6],h100-dy-[1-4],cpu-dy-[1-2]", switches: null }];
    expect(conf({ kind: "tree", refresh: true, switches })).toContain("SwitchName=one Nodes=h100-st-[1-6]");
  });
});
