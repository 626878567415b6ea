/** Two fleets of one node each, the second with a warm pool:  node --import tsx fleet-stack.ts FOLDER */
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, Image, NodeFleet } from "../../../lib/clouds/aws";

const app = new App({ outdir: process.argv[2] });
const stack = new TerraformStack(app, "nodes");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const pool = (id: string, nodes: { min: number; max: number }) =>
  new GpuNodePool(stack, id, {
    network,
    instanceType: "c6id.large",
    nodes,
    capacity: [Capacity.onDemand()],
    image: Image.plain("ubuntu-24.04"),
  });
new NodeFleet(stack, "fleet", { pool: pool("served", { min: 1, max: 1 }) });
new NodeFleet(stack, "reserve", { pool: pool("waiting", { min: 0, max: 1 }), warmNodes: 1 });
app.synth();
