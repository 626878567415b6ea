import type { SlurmCluster } from "../definition/slurm-cluster";

/** Where the node's boot step installs pyxis. */
export const pyxisPlugin = "/usr/local/lib/slurm/spank_pyxis.so";

/**
 * plugstack.conf, or null without containers. `optional` keeps jobs without a container running on a node where the plugin
 * is not installed, such as the head.
 * @see https://github.com/NVIDIA/pyxis/wiki/Setup
 */
export function plugstackConf(cluster: SlurmCluster): string | null {
  if (!cluster.containers) return null;
  return `# plugstack.conf of ${cluster.name}, written by warpform
optional ${pyxisPlugin} container_scope=job
`;
}
