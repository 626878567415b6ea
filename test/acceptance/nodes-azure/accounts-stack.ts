/**
 * The stack of the check `accounts`:  node --import tsx accounts-stack.ts FOLDER PUBLIC-KEY
 * A Slurm head whose accounting database is an Azure Database for MySQL, and two pools of login nodes, one of which lets one user in.
 */
import { App, TerraformStack } from "cdktf";
import { ClusterNetwork, declareProvider, GpuNodePool, SlurmHeadNode } from "../../../lib/clouds/azure";

const [outdir, adminPublicKey] = process.argv.slice(2);
const app = new App({ outdir });
const stack = new TerraformStack(app, "nodes");
declareProvider(stack);
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "train" });
const common = { network, adminPublicKey: adminPublicKey! };
const cpu = new GpuNodePool(stack, "cpu", { ...common, instanceType: "Standard_D2as_v5", nodes: { min: 0, max: 2 } });
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
  loginPools: [{ name: "door", allowUsers: ["ada"] }, { name: "hall" }],
  accounting: { kind: "managed", databaseServerName: "train-slurm-accounts" },
  suspendMinutes: 60,
});
app.synth();
