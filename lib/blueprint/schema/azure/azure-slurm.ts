import { z } from "zod";
import { SLURM_HEAD_NODE, SLURM_PARTITION, SLURM_PRIORITY, SLURM_USER } from "../../../clouds/azure-tables";
import { defaultHalfLifeDays, defaultTimeMinutes, isDefaultPartition } from "../../../slurm/definition/slurm-defaults";
import { fallback } from "../key";
import { keysOf } from "../keys-of-table";
import { clusterName, part, parts } from "../place";
import { mountsSchema } from "../schema-mounts";

const names = z.array(z.string());

const partition = z
  .strictObject({
    pools: names.min(1).describe("Pools of this blueprint; nodes of the cheapest are filled first"),
    ...keysOf("azure.SlurmHeadNode.partitions[]", SLURM_PARTITION, {
      without: ["pools"],
      derived: {
        default: ({ root, path }) => {
          const [here, all] = [Number(path.at(-1)), parts(part(root, "slurm"), "partitions")];
          return isDefaultPartition(
            here,
            all.map((one, index) => (index === here ? {} : one)),
          );
        },
        defaultTimeMinutes: ({ owner }) => defaultTimeMinutes(owner.maxTimeMinutes as number | undefined),
      },
    }),
  })
  .describe("What jobs are submitted to");

const user = z
  .strictObject(
    keysOf("azure.SlurmHeadNode.users[]", SLURM_USER, { derived: { gid: ({ owner }) => Number(owner.uid) } }),
  )
  .describe("A user with a fixed id");

const priority = z
  .strictObject(
    keysOf("azure.SlurmHeadNode.priority", SLURM_PRIORITY, {
      derived: {
        halfLifeDays: ({ owner }) => defaultHalfLifeDays(String(owner.usageReset ?? SLURM_PRIORITY.usageReset.default)),
      },
    }),
  )
  .describe("How a job's priority is made up; weights are relative, 0 leaves a factor out");

export const azureSlurmSchema = z
  .strictObject({
    partitions: z.array(partition).min(1).describe("What jobs are submitted to"),
    mounts: fallback(mountsSchema, [], "File systems of the head"),
    ...keysOf("azure.SlurmHeadNode", SLURM_HEAD_NODE, {
      without: ["network", "partitions", "mounts", "users", "priority"],
      derived: { slurmClusterName: ({ root }) => clusterName(root) },
    }),
    users: fallback(z.array(user), [], "Users with fixed ids"),
    priority: fallback(priority, {}, "How a job's priority is made up"),
  })
  .describe("A Slurm cluster whose nodes start and end with the jobs");
