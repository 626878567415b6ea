import type { ILustreStorage, ParallelComputingProps } from "../../clouds/default-cloud";
import type { Blueprint } from "../schema/schema";
import { assembleKubeRay, poolsOf } from "./assemble-kube-ray";
import { image } from "./assemble-pools";
import { mountsOf } from "./assemble-storage";
import type { Parts } from "./parts";
import type { Workshop } from "./workshop";

const PCS = ["parallelComputing"] as const;

/** Whoever starts the pools' nodes, and what watches them. */
export function assembleSchedulers(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  assembleFleets(workshop, blueprint, parts);
  assembleSlurm(workshop, blueprint, parts);
  assembleParallelComputing(workshop, blueprint, parts);
  assembleKubeRay(workshop, blueprint, parts);
  assembleMonitoring(workshop, blueprint, parts);
}

function assembleFleets(workshop: Workshop, blueprint: Blueprint, { pools }: Parts): void {
  for (const [name, { pool: poolName, ...fleet }] of Object.entries(blueprint.fleets ?? {})) {
    const pool = workshop.named(["fleets", name, "pool"], "pool", poolName, pools);
    if (pool !== undefined)
      workshop.construct(["fleets", name], workshop.cloud.parts.NodeFleet, name, { pool, ...fleet });
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
  const props = {
    network,
    ...slurm,
    mounts,
    partitions,
    image: image(workshop, ["slurm", "image"], slurm.image, "plain"),
  };
  workshop.construct(["slurm"], workshop.cloud.parts.SlurmHeadNode, "slurm", props);
}

function assembleParallelComputing(
  workshop: Workshop,
  { parallelComputing: given }: Blueprint,
  { network, pools }: Parts,
) {
  if (given === undefined) return;
  const partitions = given.partitions.map((partition, index) => ({
    ...partition,
    pools: poolsOf(workshop, [...PCS, "partitions", index, "pools"], partition.pools, pools),
  }));
  const { loginPools: names = [] } = given;
  const loginPools = poolsOf(workshop, [...PCS, "loginPools"], names, pools);
  if (partitions.some((partition, index) => partition.pools.length < given.partitions[index]!.pools.length)) return;
  if (loginPools.length < names.length) return;
  const props = { network, ...given, partitions, loginPools } as ParallelComputingProps;
  workshop.construct(PCS, workshop.cloud.parts.ParallelComputing, "pcs", props);
}

function assembleMonitoring(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  const { monitoring } = blueprint;
  if (monitoring === undefined) return;
  const { network } = parts;
  const pools = [...parts.pools.values()].filter((pool) => pool !== undefined);
  if (pools.length === 0) return;
  const fileSystems = Object.entries(blueprint.fileSystems ?? {})
    .filter(([, { kind }]) => kind === "lustre")
    .flatMap(([name]) => (parts.fileSystems.get(name) as ILustreStorage | undefined) ?? []);
  const props = { network, pools, fileSystems, ...monitoring };
  workshop.construct(["monitoring"], workshop.cloud.parts.ClusterMonitoring, "monitoring", props);
}
