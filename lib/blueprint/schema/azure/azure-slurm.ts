import { z } from "zod";
import { BY_PLACEMENT_GROUP, SLURM_HEAD_NODE, SLURM_PARTITION } from "../../../clouds/azure-tables";
import { derived, fallback } from "../key";
import { keysOf } from "../keys-of-table";
import { clusterName, part, parts, type Tree } from "../place";
import { joinsFabric } from "../pool-place";
import { mountsSchema } from "../schema-mounts";
import { partitionValues, prioritySchema, userSchema } from "../schema-slurm-parts";
import { topologySchema } from "../schema-topology";
import { strictObject } from "../strict-object";

const names = z.array(z.string());

/** Whether a partition of the cluster has nodes with InfiniBand. */
const anyOnFabric = (root: Tree): boolean =>
  root.fabric !== undefined &&
  parts(part(root, "slurm"), "partitions")
    .flatMap(({ pools }) => (Array.isArray(pools) ? (pools as readonly string[]) : []))
    .map((name) => part(root, "pools", name))
    .some(({ fabric, instanceType }) =>
      joinsFabric({ fabric: fabric as boolean | undefined, instanceType: String(instanceType) }),
    );

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
    without: ["network", "partitions", "mounts", "users", "priority", "topology"],
    derived: { slurmClusterName: ({ root }) => clusterName(root) },
  }),
  topology: derived(
    topologySchema,
    "Which nodes lie near one another",
    "by placement group if a pool has a fabric, otherwise none",
    ({ root }) => (anyOnFabric(root) ? BY_PLACEMENT_GROUP : { kind: "none" as const }),
  ),
  users: fallback(z.array(userSchema("azure.SlurmHeadNode")), [], "Users with fixed ids"),
  priority: fallback(prioritySchema("azure.SlurmHeadNode"), {}, "How a job's priority is made up"),
})).describe("A Slurm cluster whose nodes start and end with the jobs");
