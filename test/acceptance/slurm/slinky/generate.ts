// What ExistingKubernetes gives the operator for Slurm: the lines of slurm.conf, files of /etc/slurm and what slurmd of a node says of itself.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineExisting } from "../../../../lib/clouds/anywhere/kubernetes/define-existing";
import { nodeSet } from "../../../../lib/clouds/anywhere/kubernetes/slurm/node-set";
import { extraConf } from "../../../../lib/clouds/anywhere/kubernetes/slurm/slurm-objects";

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
const slurm = defineExisting(
  {
    platform: "coreweave",
    kubeconfigPath: "~/.kube/config",
    pools: [
      {
        name: "slurm",
        // as little as the lab's machine has
        node: { accelerator: "H100-SXM-80GB", gpus: 2, vcpus: 4, memoryGiB: 6 },
        nodes: { min: 2, max: 2 },
      },
    ],
    systemNodes: { nodes: 1, vcpus: 8, memoryGiB: 32 },
    slurm: {
      partitions: [
        { name: "train", pools: ["slurm"] },
        { name: "debug", pools: ["slurm"], maxTimeMinutes: 30, priorityTier: 10, maxNodesPerJob: 1 },
      ],
      slurmConf: { SchedulerParameters: "bf_window=4320,bf_continue", MaxArraySize: 10_001, OverTimeLimit: 5 },
    },
  },
  "k8s",
).slurm!;
const { spec } = nodeSet(slurm.nodeSets[0]!, slurm) as { readonly spec: { readonly extraConf: string } };
for (const [name, text] of Object.entries({
  ...slurm.configFiles,
  "slurm.conf": extraConf(slurm),
  "node.conf": spec.extraConf,
}))
  writeFileSync(join(folder, name), text);
