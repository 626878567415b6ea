// Slurm over 24 p5.48xlarge: sixteen on a Capacity Block that stay on while it lasts, eight On-Demand when jobs need them.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage, SlurmHeadNode } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "slurm-p5");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 24 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 16 }), Capacity.onDemand()],
  mounts: [scratch.mount("/fsx")],
});
new SlurmHeadNode(stack, "slurm", {
  network,
  partitions: [{ name: "train", pools: [h100], exclusive: true, maxTimeMinutes: 7 * 24 * 60 }],
  mounts: [scratch.mount("/fsx")],
  // Prometheus on the head with exporters on every node: GPUs that jobs hold but do not use are what costs most here.
  monitoring: {},
});

app.synth();
