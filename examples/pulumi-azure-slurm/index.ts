// Slurm over 16 ND H100 v5 (128 H100) with InfiniBand in Azure, in a Pulumi program: VMs that Slurm creates when a job needs them.
import {
  ClusterNetwork,
  ClusterScope,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  SlurmHeadNode,
} from "warpform/pulumi/azure";

const cluster = new ClusterScope("train");
const network = new ClusterNetwork("network", { availabilityZone: "eastus-1" }, { parent: cluster });
const fabric = new InfiniBandFabric("fabric", { network });
const scratch = new LustreStorage("scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const h100 = new GpuNodePool("h100", {
  network,
  fabric,
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 0, max: 16 },
  mounts: [scratch.mount("/scratch")],
});
const slurm = new SlurmHeadNode("slurm", {
  network,
  // names that are unique in all of Azure: choose your own
  siteAccountName: "trainslurmsite",
  vaultName: "train-slurm",
  partitions: [{ name: "train", pools: [h100], exclusive: true, maxTimeMinutes: 7 * 24 * 60 }],
  mounts: [scratch.mount("/scratch")],
});
cluster.declare();

export const { headId, headAddress } = slurm;
