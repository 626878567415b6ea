// Managed Slurm (AWS PCS) over 24 p5.48xlarge: sixteen on a Capacity Block that stay on, eight On-Demand when jobs need them.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage, ParallelComputing } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "pcs-p5");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const mounts = [scratch.mount("/fsx")];
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 16, max: 24 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 16 }), Capacity.onDemand()],
  mounts,
});
const login = new GpuNodePool(stack, "login", {
  network,
  instanceType: "m7i.large",
  nodes: { min: 1, max: 1 },
  mounts,
});
new ParallelComputing(stack, "pcs", {
  network,
  partitions: [{ name: "train", pools: [h100], exclusive: true, maxTimeMinutes: 7 * 24 * 60 }],
  loginPools: [login],
});

app.synth();
