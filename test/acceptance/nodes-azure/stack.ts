/**
 * The stack that the check boots:  node --import tsx stack.ts FOLDER PUBLIC-KEY
 * A Slurm head and up to four CPU nodes that jobs start, and a fleet of ND H100 nodes with InfiniBand. The sizes of head and CPU nodes are as small as
 * the machines of a lab.
 */
import { App, TerraformStack } from "cdktf";
import {
  ClusterMonitoring,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  NodeFleet,
  SlurmHeadNode,
} from "../../../lib/clouds/azure";

const [outdir, adminPublicKey] = process.argv.slice(2);
const app = new App({ outdir });
const stack = new TerraformStack(app, "nodes");
declareProvider(stack);
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "train" });
const common = { network, adminPublicKey: adminPublicKey! };
const cpu = new GpuNodePool(stack, "cpu", {
  ...common,
  instanceType: "Standard_D2as_v5",
  nodes: { min: 0, max: 4 },
});
new SlurmHeadNode(stack, "slurm", {
  ...common,
  siteAccountName: "trainslurmsite",
  vaultName: "train-slurm",
  partitions: [{ name: "work", pools: [cpu] }],
  users: [
    { name: "ada", uid: 2001, sshKeys: [adminPublicKey!] },
    { name: "bob", uid: 2002, sshKeys: [adminPublicKey!] },
  ],
  accounts: [{ name: "research", share: 1, users: ["ada", "bob"] }],
  suspendMinutes: 60,
});
const h100 = new GpuNodePool(stack, "h100", {
  ...common,
  fabric: new InfiniBandFabric(stack, "fabric", { network }),
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 2, max: 2 },
});
new NodeFleet(stack, "run", { pool: h100 });
new ClusterMonitoring(stack, "monitoring", { network, pools: [cpu, h100], dashboard: false, intervalSeconds: 15 });
app.synth();
