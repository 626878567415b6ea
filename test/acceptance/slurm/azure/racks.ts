// Writes what a SlurmHeadNode of warpform/azure puts into its container for two racks:  node --import tsx racks.ts FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import {
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  SlurmHeadNode,
} from "../../../../lib/clouds/azure";
import { written } from "./known";

const stack = new TerraformStack(new App(), "train");
declareProvider(stack);
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
const adminPublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
const gb300 = new GpuNodePool(stack, "gb300", {
  network,
  adminPublicKey,
  fabric: new InfiniBandFabric(stack, "racks", { network }),
  instanceType: "Standard_ND128isr_GB300_v6",
  nodes: { min: 36, max: 36 },
});
new SlurmHeadNode(stack, "slurm", {
  network,
  adminPublicKey,
  siteAccountName: "trainsite",
  vaultName: "train-slurm",
  partitions: [{ name: "racks", pools: [gb300] }],
  accounts: [{ name: "llm", users: ["games"] }],
  healthChecks: false,
});
const { locals, resource } = JSON.parse(Testing.synth(stack)) as {
  locals: Record<string, string>;
  resource: { azurerm_storage_blob: Record<string, { name: string; source_content: string }> };
};
for (const { name, source_content } of Object.values(resource.azurerm_storage_blob)) {
  const local = /^\$\{local\.(\S+)\}$/.exec(source_content);
  if (local === null) continue;
  const path = join(process.argv[2]!, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, written(locals[local[1]!]!));
}
