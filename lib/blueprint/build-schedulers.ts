import type { Construct } from "constructs";
import { ClusterMonitoring } from "../aws/cluster-monitoring";
import type { GpuNodePool } from "../aws/gpu-node-pool";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import { KubeRayCluster } from "../aws/kube-ray-cluster";
import { LustreStorage } from "../aws/lustre-storage";
import { NodeFleet } from "../aws/node-fleet";
import { SlurmHeadNode } from "../aws/slurm-head-node";
import type { Builder } from "./build";
import { buildMounts, type FileSystems } from "./build-storage";
import type { Path } from "./source";

interface Parts {
  readonly network: IClusterNetwork;
  readonly pools: ReadonlyMap<string, GpuNodePool | undefined>;
  readonly fileSystems: FileSystems;
}

/** Builds whoever starts the pools' nodes, and what watches them. */
export function buildSchedulers(builder: Builder, scope: Construct, parts: Parts): void {
  buildFleets(builder, scope, parts);
  buildSlurm(builder, scope, parts);
  buildKubeRay(builder, scope, parts);
  const { monitoring } = builder.loaded.blueprint;
  if (monitoring === undefined) return;
  const pools = [...parts.pools.values()].filter((pool) => pool !== undefined);
  const fileSystems = [...parts.fileSystems.values()].filter((one) => one instanceof LustreStorage);
  builder.part(
    ["monitoring"],
    () => new ClusterMonitoring(scope, "monitoring", { network: parts.network, pools, fileSystems, ...monitoring }),
  );
}

function buildFleets(builder: Builder, scope: Construct, { pools }: Parts): void {
  for (const [name, { pool: poolName, ...fleet }] of Object.entries(builder.loaded.blueprint.fleets ?? {})) {
    const pool = builder.named(["fleets", name, "pool"], "pool", poolName, pools);
    if (pool !== undefined) builder.part(["fleets", name], () => new NodeFleet(scope, name, { pool, ...fleet }));
  }
}

/** The pools of those names; those that are not there are noted, those that could not be built left out. */
function named(builder: Builder, path: Path, names: readonly string[], pools: Parts["pools"]): GpuNodePool[] {
  return names.flatMap((name, index) => builder.named([...path, index], "pool", name, pools) ?? []);
}

function buildSlurm(builder: Builder, scope: Construct, { network, pools, fileSystems }: Parts): void {
  const { slurm } = builder.loaded.blueprint;
  if (slurm === undefined) return;
  const partitions = slurm.partitions.map((partition, index) => ({
    ...partition,
    pools: named(builder, ["slurm", "partitions", index, "pools"], partition.pools, pools),
  }));
  const mounts = buildMounts(builder, ["slurm"], slurm.mounts, fileSystems);
  if (partitions.some((partition, index) => partition.pools.length < slurm.partitions[index]!.pools.length)) return;
  builder.part(["slurm"], () => new SlurmHeadNode(scope, "slurm", { ...slurm, network, partitions, mounts }));
}

function buildKubeRay(builder: Builder, scope: Construct, { network, pools }: Parts): void {
  const { kubeRay } = builder.loaded.blueprint;
  if (kubeRay === undefined) return;
  const { pools: names, teams, ...props } = kubeRay;
  const found = named(builder, ["kubeRay", "pools"], names, pools);
  if (found.length < names.length) return;
  const queues = teams && { teams };
  builder.part(["kubeRay"], () => new KubeRayCluster(scope, "ray", { network, pools: found, queues, ...props }));
}
