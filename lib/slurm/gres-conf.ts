import { hostLists } from "./node-ranges";
import type { SlurmCluster, SlurmPool } from "./slurm-cluster";

/**
 * gres.conf: which device files are GPUs and which cores sit beside them.
 *
 * - `files` names the device files. It needs no library on the node, so any distribution's slurmd can read it.
 * - `nvml` and `nvidia` let slurmd look for itself; MIG needs `nvml`, since its device numbers depend on the driver.
 *
 * With files, EC2's machines of two sockets have the first half of their GPUs on the first one; `nvidia-smi topo -m` shows it.
 * @see https://slurm.schedmd.com/gres.conf.html
 */
export function gresConf(cluster: SlurmCluster): string {
  const gpuPools = cluster.pools.filter((pool) => pool.hardware.gpu !== null);
  return [
    `# gres.conf of ${cluster.name}, written by warpform`,
    ...gpuPools.flatMap((pool) => {
      const nodes = `NodeName=${hostLists(pool.ranges)}`;
      const gpu = cluster.gpuDetection === "files" ? gpuFiles(pool) : [`Name=gpu AutoDetect=${cluster.gpuDetection}`];
      return [...gpu, ...shards(pool)].map((line) => `${nodes} ${line}`);
    }),
    "",
  ].join("\n");
}

const run = (first: number, last: number) => (first === last ? `${first}` : `[${first}-${last}]`);

function gpuFiles({ hardware }: SlurmPool): string[] {
  const gpu = hardware.gpu!;
  const { sockets, coresPerSocket } = hardware;
  const split = sockets > 1 && gpu.devices % sockets === 0;
  if (!split) return [`Name=gpu Type=${gpu.type} File=/dev/nvidia${run(0, gpu.devices - 1)}`];
  const perSocket = gpu.devices / sockets;
  return Array.from({ length: sockets }, (_, socket) => {
    const files = `File=/dev/nvidia${run(socket * perSocket, (socket + 1) * perSocket - 1)}`;
    // Cores are counted over the sockets, threads left out.
    const cores = `Cores=${socket * coresPerSocket}-${(socket + 1) * coresPerSocket - 1}`;
    return `Name=gpu Type=${gpu.type} ${files} ${cores}`;
  });
}

/** Without files, the shards are spread evenly over the node's GPUs. */
const shards = ({ hardware }: SlurmPool): string[] =>
  hardware.gpu!.shards > 0 ? [`Name=shard Count=${hardware.gpu!.shards}`] : [];
