import type { SlurmCluster } from "../definition/slurm-cluster";
import { slurmFeatures } from "../definition/versions";
import { hostLists } from "./node-ranges";

/**
 * job_container.conf, or null where jobs share /tmp. Each job's /tmp lies on the node's NVMe array where it has one.
 * `Dirs` leaves /dev/shm alone from 23.02 on: NCCL and MPI share it between the processes of a node.
 * @see https://slurm.schedmd.com/job_container.conf.html
 */
export function jobContainerConf(cluster: SlurmCluster): string | null {
  if (!cluster.privateTmp) return null;
  const dirs = slurmFeatures(cluster.version).containerDirs ? " Dirs=/tmp" : "";
  return [
    `# job_container.conf of ${cluster.name}, written by warpform`,
    ...cluster.pools.map((pool) => {
      const base = pool.model.nvmeCache === null ? "/var/lib/slurm-tmp" : `${pool.model.nvmeCache.mountPath}/slurm-tmp`;
      return `NodeName=${hostLists(pool.ranges)} AutoBasePath=true BasePath=${base}${dirs}`;
    }),
    "",
  ].join("\n");
}
