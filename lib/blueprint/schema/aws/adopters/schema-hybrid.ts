import { z } from "zod";
import { adopters } from "../../../../clouds/aws-rules";
import { keysOf } from "../../keys-of-table";
import { burstPartitionValues } from "../../schema-slurm-parts";
import { strictObject } from "../../strict-object";

const { table, partition: partitionTable } = adopters.hybrid;

const partition = strictObject(() => ({
  pools: z.array(z.string()).min(1).describe("Pools of this blueprint; nodes of the first are filled first"),
  ...keysOf("HybridCluster.partitions[]", partitionTable, {
    without: ["pools"],
    derived: burstPartitionValues,
  }),
})).describe("What jobs are submitted to, with nodes only in AWS");

/** Nodes in AWS for a Slurm that a site runs. */
export const hybridSchema = strictObject(() => ({
  partitions: z.array(partition).min(1).describe("Partitions of nodes in AWS, none of which the site has"),
  ...keysOf("HybridCluster", table, { without: ["network", "partitions"] }),
})).describe(
  "One Slurm over two sites: its controllers are on premises, and start nodes in AWS when jobs request them",
);

/** `hybrid`: bursting from a site's Slurm. */
export interface HybridBlueprint extends z.infer<typeof hybridSchema> {}
