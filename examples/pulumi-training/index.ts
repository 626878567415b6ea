// A training cluster of 16 p5.48xlarge (128 H100) in a Pulumi program: Slurm, EFA and Lustre, in its own network.
import { Capacity } from "warpform";
import {
  ClusterNetwork,
  ClusterScope,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  SlurmHeadNode,
} from "warpform/pulumi";

const cluster = new ClusterScope("train", { region: "us-east-2" });
const network = new ClusterNetwork("network", { availabilityZone: "us-east-2a" }, { parent: cluster });
const fabric = new InfiniBandFabric("fabric", { network });
const scratch = new LustreStorage("scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const h100 = new GpuNodePool("h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 16 },
  // the id of your own Capacity Block
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 16 })],
  mounts: [scratch.mount("/fsx")],
});
const slurm = new SlurmHeadNode("slurm", {
  network,
  partitions: [{ name: "train", pools: [h100] }],
  mounts: [scratch.mount("/fsx")],
});
cluster.declare();

export const vpcId = network.vpcId;
export const head = slurm.instanceId;
export const fileSystem = scratch.fileSystemId;
