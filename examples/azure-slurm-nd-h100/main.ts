// Slurm over 16 ND H100 v5 with InfiniBand in Azure: VMs that Slurm creates when a job needs them, in one scale set.
import { App, TerraformStack } from "cdktf";
import {
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  SlurmHeadNode,
} from "warpform/azure";

const app = new App();
const stack = new TerraformStack(app, "azure-slurm-nd-h100");
declareProvider(stack);

const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "train" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 0, max: 16 },
  mounts: [scratch.mount("/scratch")],
});
new SlurmHeadNode(stack, "slurm", {
  network,
  // names that are unique in all of Azure: choose your own
  siteAccountName: "trainslurmsite",
  vaultName: "train-slurm",
  partitions: [{ name: "train", pools: [h100], exclusive: true, maxTimeMinutes: 7 * 24 * 60 }],
  mounts: [scratch.mount("/scratch")],
});

app.synth();
