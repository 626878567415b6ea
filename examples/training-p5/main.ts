// Sixteen p5.48xlarge (128 H100) on one fabric: a Capacity Block first, on-demand for what it does not hold.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, NodeFleet } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "training-p5");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 16, max: 16 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
});
new NodeFleet(stack, "train", { pool: h100 });

app.synth();
