import { z } from "zod";
import { adopters } from "../../../../clouds/aws-rules";
import { fallback, type Place } from "../../key";
import { keysOf } from "../../keys-of-table";
import { part, parts } from "../../place";
import { partitionValues } from "../../schema-slurm-parts";
import { strictObject } from "../../strict-object";

const { table, partition: partitionTable, sizeFor } = adopters.pcs;

const names = z.array(z.string());

/** The smallest size that holds the pools that are named. */
function smallest({ root, owner }: Place) {
  const named = [...parts(owner, "partitions").map(({ pools }) => pools), owner.loginPools ?? []].flat();
  const most = [...new Set(named)].map((name) => Number(part(root, "pools", String(name), "nodes").max));
  return sizeFor(most.reduce((sum, nodes) => sum + nodes, 0));
}

const partition = strictObject(() => ({
  pools: names.min(1).describe("Pools of this blueprint; nodes of the cheapest are filled first"),
  ...keysOf("ParallelComputing.partitions[]", partitionTable, {
    without: ["pools"],
    derived: partitionValues("parallelComputing"),
  }),
})).describe("What jobs are submitted to, a queue in AWS PCS");

/** A cluster of AWS PCS. */
export const parallelComputingSchema = strictObject(() => ({
  partitions: z.array(partition).min(1).describe("What jobs are submitted to, at most 10"),
  loginPools: fallback(names, [], "Pools of login nodes, in no partition, with nodes.min equal to nodes.max"),
  ...keysOf("ParallelComputing", table, {
    without: ["network", "partitions", "loginPools"],
    derived: { size: smallest },
  }),
})).describe("A Slurm cluster whose controller AWS runs: AWS Parallel Computing Service");

/** `parallelComputing`: AWS Parallel Computing Service. */
export interface ParallelComputingBlueprint extends z.infer<typeof parallelComputingSchema> {}
