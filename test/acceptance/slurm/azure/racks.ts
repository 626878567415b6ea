// Writes what a SlurmHeadNode of warpform/azure puts into its container for two racks:  node --import tsx racks.ts FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Testing } from "cdktf";
import { SlurmHeadNode } from "../../../../lib/clouds/azure";
import { written } from "./known";
import { trainStack } from "./train-stack";

const { stack, gb300, site } = trainStack();
new SlurmHeadNode(stack, "slurm", {
  ...site,
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
