import { z } from "zod";
import { SLURM_HEAD_NODE, SLURM_PARTITION } from "../../../clouds/azure-tables";
import { fallback } from "../key";
import { keysOf } from "../keys-of-table";
import { clusterName } from "../place";
import { mountsSchema } from "../schema-mounts";
import { partitionValues, prioritySchema, userSchema } from "../schema-slurm-parts";
import { strictObject } from "../strict-object";

const names = z.array(z.string());

const partition = strictObject(() => ({
  pools: names.min(1).describe("Pools of this blueprint; nodes of the cheapest are filled first"),
  ...keysOf("azure.SlurmHeadNode.partitions[]", SLURM_PARTITION, {
    without: ["pools"],
    derived: partitionValues("slurm"),
  }),
})).describe("What jobs are submitted to");

export const azureSlurmSchema = strictObject(() => ({
  partitions: z.array(partition).min(1).describe("What jobs are submitted to"),
  mounts: fallback(mountsSchema, [], "File systems of the head"),
  ...keysOf("azure.SlurmHeadNode", SLURM_HEAD_NODE, {
    without: ["network", "partitions", "mounts", "users", "priority"],
    derived: { slurmClusterName: ({ root }) => clusterName(root) },
  }),
  users: fallback(z.array(userSchema("azure.SlurmHeadNode")), [], "Users with fixed ids"),
  priority: fallback(prioritySchema("azure.SlurmHeadNode"), {}, "How a job's priority is made up"),
})).describe("A Slurm cluster whose nodes start and end with the jobs");
