/**
 * The stack that the check boots:  node --import tsx stack.ts FOLDER PUBLIC-KEY distribution|image
 * A head, a login node and up to four CPU nodes that jobs start, with Ubuntu 24.04's packages; or a head and a login node of
 * an image that holds Slurm, with Slurm's own key. The instance types are as small as the machines of a lab.
 */
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, Image, SlurmHeadNode } from "../../../lib/clouds/aws";

const [outdir, publicKey, packages] = process.argv.slice(2);
const app = new App({ outdir });
const stack = new TerraformStack(app, "nodes");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const pool = (id: string, nodes: { min: number; max: number }) =>
  new GpuNodePool(stack, id, {
    network,
    instanceType: "c7i.large",
    nodes,
    capacity: [Capacity.onDemand()],
    image: Image.plain("ubuntu-24.04"),
  });
new SlurmHeadNode(stack, "slurm", {
  network,
  partitions: [{ name: "work", pools: [pool("cpu", { min: 0, max: 4 })] }],
  loginPools: [{ name: "people", instanceType: "m7i.large", allowUsers: ["ada"] }],
  restApi: {},
  users: [
    { name: "ada", uid: 2001, sshKeys: [publicKey!] },
    { name: "bob", uid: 2002, sshKeys: [publicKey!] },
  ],
  accounts: [{ name: "research", share: 1, users: ["ada", "bob"] }],
  suspendMinutes: 60,
  monitoring: {},
  ...(packages === "image" ? { slurmPackages: "image", version: "24.11", containers: false } : {}),
});
app.synth();
