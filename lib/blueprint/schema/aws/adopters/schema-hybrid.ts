import { z } from "zod";
import { adopters } from "../../../../clouds/aws-rules";
import { defaultTimeMinutes } from "../../../../slurm/definition/slurm-defaults";
import { keysOf } from "../../keys-of-table";

const { table, partition: partitionTable } = adopters.hybrid;

const partition = z
  .strictObject({
    pools: z.array(z.string()).min(1).describe("Pools of this blueprint; nodes of the first are filled first"),
    ...keysOf("HybridCluster.partitions[]", partitionTable, {
      without: ["pools"],
      derived: {
        defaultTimeMinutes: ({ owner }) => defaultTimeMinutes(owner.maxTimeMinutes as number | undefined),
      },
    }),
  })
  .describe("What jobs are submitted to, of nodes in AWS alone");

/** Nodes in AWS for a Slurm that a site runs. */
export const hybridSchema = z
  .strictObject({
    partitions: z.array(partition).min(1).describe("Partitions of nodes in AWS, none of which the site has"),
    ...keysOf("HybridCluster", table, { without: ["network", "partitions"] }),
  })
  .describe("One Slurm over two sites: its controllers are on premises, and start nodes in AWS when jobs ask for them");

/** `hybrid`: bursting from a site's Slurm. */
export interface HybridBlueprint extends z.infer<typeof hybridSchema> {}
