import { WarpformError } from "../../lib/errors";
import type { NodePool } from "../../lib/model/model";
import { defineSlurmCluster } from "../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmOptions, SlurmPartitionOptions } from "../../lib/slurm/definition/slurm-options";
import { pool } from "./pools";

export const h100 = { pool: pool("h100", "p5.48xlarge", 8) };
export const train: SlurmPartitionOptions = { name: "train", pools: ["h100"] };
export const good: SlurmOptions = { name: "train", pools: [h100], partitions: [train] };

export const options = (more: Partial<SlurmOptions>): SlurmOptions => ({ ...good, ...more });
export const withPool = (name: string, more: Partial<NodePool>): SlurmOptions => ({
  ...good,
  pools: [{ pool: pool(name, more.instanceType ?? "p5.48xlarge", 8, more) }],
  partitions: [{ name: "train", pools: [name] }],
});
export const withPartition = (more: Partial<SlurmPartitionOptions>): SlurmOptions => ({
  ...good,
  partitions: [{ ...train, ...more }],
});

/** What `defineSlurmCluster` says of options, or "accepted". */
export function messageOf(options: SlurmOptions): string {
  try {
    defineSlurmCluster(options, "slurm");
  } catch (error) {
    if (error instanceof WarpformError) return error.message;
    throw error;
  }
  return "accepted";
}

export const onType = (instanceType: string, more: Partial<SlurmOptions>): SlurmOptions => ({
  ...options(more),
  pools: [{ pool: pool("h100", instanceType, 8) }],
});
