import { ClusterMonitoring } from "../aws/cluster-monitoring";
import type { GpuNodePool } from "../aws/gpu-node-pool";
import { KubeRayCluster } from "../aws/kube-ray-cluster";
import type { LustreStorage } from "../aws/lustre-storage";
import { NodeFleet } from "../aws/node-fleet";
import { SlurmHeadNode } from "../aws/slurm-head-node";
import type { Parts } from "./assemble";
import { mountsOf } from "./assemble-storage";
import type { Blueprint } from "./schema";
import type { Path } from "./source";
import type { Workshop } from "./workshop";

/** Whoever starts the pools' nodes, and what watches them. */
export function assembleSchedulers(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  assembleFleets(workshop, blueprint, parts);
  assembleSlurm(workshop, blueprint, parts);
  assembleKubeRay(workshop, blueprint, parts);
  assembleMonitoring(workshop, blueprint, parts);
}

function assembleFleets(workshop: Workshop, blueprint: Blueprint, { pools }: Parts): void {
  for (const [name, { pool: poolName, ...fleet }] of Object.entries(blueprint.fleets ?? {})) {
    const pool = workshop.named(["fleets", name, "pool"], "pool", poolName, pools);
    if (pool !== undefined) workshop.construct(["fleets", name], NodeFleet, name, { pool, ...fleet });
  }
}

function assembleSlurm(workshop: Workshop, { slurm }: Blueprint, { network, pools, fileSystems }: Parts): void {
  if (slurm === undefined) return;
  const partitions = slurm.partitions.map((partition, index) => ({
    ...partition,
    pools: poolsOf(workshop, ["slurm", "partitions", index, "pools"], partition.pools, pools),
  }));
  const mounts = mountsOf(workshop, ["slurm"], slurm.mounts, fileSystems);
  if (partitions.some((partition, index) => partition.pools.length < slurm.partitions[index]!.pools.length)) return;
  workshop.construct(["slurm"], SlurmHeadNode, "slurm", { network, ...slurm, mounts, partitions });
}

function assembleKubeRay(workshop: Workshop, { kubeRay }: Blueprint, { network, pools }: Parts): void {
  if (kubeRay === undefined) return;
  const { pools: names, teams, ...props } = kubeRay;
  const found = poolsOf(workshop, ["kubeRay", "pools"], names, pools);
  if (found.length < names.length) return;
  const queues = teams && { teams };
  workshop.construct(["kubeRay"], KubeRayCluster, "ray", { network, pools: found, queues, ...props });
}

function assembleMonitoring(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  const { monitoring } = blueprint;
  if (monitoring === undefined) return;
  const { network } = parts;
  const pools = [...parts.pools.values()].filter((pool) => pool !== undefined);
  const fileSystems = Object.entries(blueprint.fileSystems ?? {})
    .filter(([, { kind }]) => kind === "lustre")
    .flatMap(([name]) => (parts.fileSystems.get(name) as LustreStorage | undefined) ?? []);
  const props = { network, pools, fileSystems, ...monitoring };
  workshop.construct(["monitoring"], ClusterMonitoring, "monitoring", props);
}

/** The pools of those names; those that are not there are noted, those that could not be built left out. */
function poolsOf(workshop: Workshop, path: Path, names: readonly string[], pools: Parts["pools"]): GpuNodePool[] {
  return names.flatMap((name, index) => workshop.named([...path, index], "pool", name, pools) ?? []);
}
