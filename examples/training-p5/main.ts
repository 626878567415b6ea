// Sixteen p5.48xlarge (128 H100) on one fabric: a Capacity Block first, on-demand for what it does not hold; Lustre in front
// of a checkpoint bucket; watched.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterMonitoring,
  ClusterNetwork,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
} from "warpform";

const app = new App();
const stack = new TerraformStack(app, "training-p5");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const checkpoints = new CheckpointBucket(stack, "checkpoints", { network });
const scratch = new LustreStorage(stack, "scratch", {
  network,
  capacityTiB: 48,
  throughputPerTiB: 250,
  importFrom: checkpoints,
});
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 16, max: 16 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
  mounts: [scratch.mount("/fsx")],
});
checkpoints.grantReadWrite(h100);
new NodeFleet(stack, "train", { pool: h100 });
const watched = { pools: [h100], fileSystems: [scratch], emails: ["ops@example.com"], monthlyBudgetUsd: 650_000 };
new ClusterMonitoring(stack, "monitoring", { network, ...watched });

app.synth();
