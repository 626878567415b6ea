import { defineSlurmCluster } from "./define-slurm-cluster";
import type { SlurmCluster } from "./slurm-cluster";
import type { SlurmOptions } from "./slurm-options";

/**
 * Nodes and partitions that a site's own Slurm has elsewhere: none of them is its default partition, which stays the site's.
 * @throws WarpformError with all problems of the options at once
 */
export function defineBurst(options: SlurmOptions): SlurmCluster {
  const cluster = defineSlurmCluster(options);
  return { ...cluster, partitions: cluster.partitions.map((queue) => ({ ...queue, default: false })) };
}
