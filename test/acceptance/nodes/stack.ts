/**
 * The stack that the check boots:  node --import tsx stack.ts FOLDER
 * A head, a login node, two CPU nodes that jobs start, and a fleet of one node. The instance types are as small as the machines of a lab.
 */
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, Image, NodeFleet, SlurmHeadNode } from "../../../lib/clouds/aws";

const app = new App({ outdir: process.argv[2] });
const stack = new TerraformStack(app, "nodes");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const instanceType = "c7i.large";
const cpu = new GpuNodePool(stack, "cpu", {
  network,
  instanceType,
  nodes: { min: 0, max: 2 },
  capacity: [Capacity.onDemand()],
  image: Image.plain("ubuntu-24.04"),
});
const served = new GpuNodePool(stack, "served", {
  network,
  instanceType,
  nodes: { min: 1, max: 1 },
  image: Image.plain("ubuntu-24.04"),
});
new SlurmHeadNode(stack, "slurm", {
  network,
  partitions: [{ name: "work", pools: [cpu] }],
  loginNodes: 1,
  users: [{ name: "ada", uid: 2001, sshKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFkYQ ada@example.com"] }],
  accounts: [{ name: "research", share: 1, users: ["ada"] }],
  suspendMinutes: 60,
  monitoring: {},
});
new NodeFleet(stack, "fleet", { pool: served });
app.synth();
