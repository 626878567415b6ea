import type { SlurmCluster, SlurmPool } from "../definition/slurm-cluster";
import { hostLists } from "./node-ranges";

/** Folder of a node in which the boot step links the device files of each MIG instance: `gpu0`, `gi0`, `ci0`, `gpu1` … */
export const migDeviceFolder = "/dev/warpform-mig";

/**
 * gres.conf: which device files are GPUs or Neuron devices, and which cores sit beside them. Files are named, since slurmctld refuses AutoDetect on
 * cloud nodes (gres.conf(5); a fatal error in 22.05, an error later).
 *
 * - EC2's machines of two sockets have the first half of their GPUs on the first one, as `nvidia-smi topo -m` shows.
 * - Neuron devices are `/dev/neuron0` and up; on which socket each one sits is not published, so no cores are named.
 * - GPUs of AMD are render nodes from 128 on. Those of the CDNA 3 and 4 architectures take 8 numbers each, for the parts that they may be split into.
 * - A MIG instance is three files whose numbers the driver gives; the node links them under names of its own.
 * - Pools with the same devices share their lines: slurmctld reads the whole file once per cloud node. With 5,000 nodes in 50 pools of p5, 22.05
 *   took 31 s over lines per pool and 2 s over shared ones (suite `scale` of test/acceptance/slurm).
 * @see https://slurm.schedmd.com/gres.conf.html
 * @see https://awsdocs-neuron.readthedocs-hosted.com/en/latest/tools/neuron-sys-tools/neuron-ls.html
 * @see https://github.com/torvalds/linux/blob/v6.12/drivers/gpu/drm/amd/amdgpu/amdgpu_xcp.c MAX_XCP
 */
export function gresConf(cluster: SlurmCluster): string {
  return [
    `# gres.conf of ${cluster.name}, written by warpform`,
    ...poolsByDevices(cluster).flatMap((pools) => {
      const nodes = hostLists(pools.flatMap((pool) => pool.ranges));
      return deviceLines(pools[0]!).map((line) => `NodeName=${nodes} ${line}`);
    }),
    "",
  ].join("\n");
}

function poolsByDevices({ pools }: SlurmCluster): SlurmPool[][] {
  const groups = new Map<string, SlurmPool[]>();
  for (const pool of pools) {
    const devices = deviceLines(pool).join("\n");
    groups.set(devices, [...(groups.get(devices) ?? []), pool]);
  }
  return [...groups.values()];
}

function deviceLines(pool: SlurmPool): string[] {
  const { gpu, neuron } = pool.hardware;
  if (neuron !== null) return [`Name=neuron Type=${neuron.type} File=/dev/neuron${run(0, neuron.devices - 1)}`];
  if (gpu === null) return [];
  return [...(pool.model.sharing.kind === "mig" ? migFiles(pool) : gpuFiles(pool)), ...shards(pool)];
}

const run = (first: number, last: number) => (first === last ? `${first}` : `[${first}-${last}]`);

/** Files of GPUs from one to another, as the driver of their vendor names them, and the variable by which it lets jobs see them. */
function filesOf({ accelerator }: SlurmPool, first: number, last: number): string {
  if (accelerator?.vendor !== "amd") return `File=/dev/nvidia${run(first, last)}`;
  const each = accelerator.architecture.startsWith("CDNA") ? 8 : 1;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => 128 + each * (first + index));
  return `File=/dev/dri/renderD${numbers.length === 1 ? numbers[0] : `[${numbers.join(",")}]`} Flags=amd_gpu_env`;
}

function gpuFiles(pool: SlurmPool): string[] {
  const { hardware } = pool;
  const gpu = hardware.gpu!;
  const { sockets, coresPerSocket } = hardware;
  const split = sockets > 1 && gpu.devices % sockets === 0;
  if (!split) return [`Name=gpu Type=${gpu.type} ${filesOf(pool, 0, gpu.devices - 1)}`];
  const perSocket = gpu.devices / sockets;
  return Array.from({ length: sockets }, (_, socket) => {
    const files = filesOf(pool, socket * perSocket, (socket + 1) * perSocket - 1);
    // Cores are counted over the sockets, threads left out.
    const cores = `Cores=${socket * coresPerSocket}-${(socket + 1) * coresPerSocket - 1}`;
    return `Name=gpu Type=${gpu.type} ${files} ${cores}`;
  });
}

function migFiles({ hardware }: SlurmPool): string[] {
  const { type, count } = hardware.gpu!;
  return Array.from({ length: count }, (_, index) => {
    const files = ["gpu", "gi", "ci"].map((part) => `${migDeviceFolder}/${part}${index}`);
    return `Name=gpu Type=${type} MultipleFiles=${files.join(",")}`;
  });
}

/** Without files, the shards are spread evenly over the node's GPUs. */
const shards = ({ hardware }: SlurmPool): string[] =>
  hardware.gpu!.shards > 0 ? [`Name=shard Count=${hardware.gpu!.shards}`] : [];
