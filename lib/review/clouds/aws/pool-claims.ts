import { findInstanceType } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import { interfacesOf } from "../../../model/aws/aws-model";
import { GIB, TIB } from "../../../units/bytes";
import { mostAtOnce } from "../../block-dates";
import type { Design, PoolFacts } from "../../design";
import type { Claim } from "../claim";
import { rootVolume } from "./bill/ebs-items";

/** Nodes that a pool may start on demand, in reservations or as Spot Instances: those without a Capacity Block. */
function nodesWithoutBlock({ pool }: PoolFacts): number {
  const blocks = pool.capacity.filter((c) => c.kind === "block").reduce((sum, c) => sum + (c.nodes ?? 0), 0);
  return Math.max(0, pool.nodes.max - blocks);
}

/**
 * vCPUs of the pool's nodes. Reservations count as On-Demand Instances, Capacity Blocks have a quota of their own; a pool that
 * may fall back from Spot to On-Demand needs both.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-limits.html
 */
function vcpuClaims(facts: PoolFacts): Claim[] {
  const types = [facts.type, ...(facts.pool.alternativeTypes ?? []).map((name) => findInstanceType(name) ?? null)];
  // of the types that one quota counts, all nodes may be of the largest
  const largest = new Map<string, Claim>();
  for (const claim of types.flatMap((type) => claimsOfType(facts, type))) {
    const key = claim.code ?? claim.limits!;
    if (claim.needed > (largest.get(key)?.needed ?? 0)) largest.set(key, claim);
  }
  return [...largest.values()];
}

function claimsOfType(facts: PoolFacts, type: InstanceType | null): Claim[] {
  const { pool } = facts;
  if (type === null) return [];
  const nodes = nodesWithoutBlock(facts);
  const because = `${nodes} x ${type.name} of pool ${pool.name}`;
  const kinds = new Set(pool.capacity.map((c) => c.kind));
  const onDemand = kinds.has("on-demand") || kinds.has("reservation") || kinds.size === 0;
  const needed = nodes * type.vcpus;
  return [
    ...(onDemand
      ? [{ code: type.quota.onDemand, needed, because, limits: `On-Demand Instances of ${type.family}` }]
      : []),
    ...(kinds.has("spot")
      ? [{ code: type.quota.spot, needed, because, limits: `Spot Instances of ${type.family}` }]
      : []),
  ];
}

/** Instances in Capacity Blocks at the same time, by family: accounts start with none. */
function blockClaims(design: Design): Claim[] {
  const families = new Map<string, PoolFacts[]>();
  for (const facts of design.pools) {
    if (facts.type === null || !facts.pool.capacity.some((c) => c.kind === "block")) continue;
    families.set(facts.type.family, [...(families.get(facts.type.family) ?? []), facts]);
  }
  return [...families].map(([family, pools]) => ({
    code: pools[0]?.type?.quota.capacityBlock ?? null,
    needed: mostAtOnce(pools.flatMap(({ pool }) => pool.capacity.filter((c) => c.kind === "block"))),
    because: `Capacity Blocks of pool ${pools.map(({ pool }) => pool.name).join(", ")}`,
    limits: `instances in Capacity Blocks of ${family}`,
  }));
}

/** Room of the nodes' gp3 volumes. Other types have quotas of their own, which the catalog does not list. */
function volumeClaims({ pool }: PoolFacts): Claim[] {
  const all = [rootVolume(pool), ...(pool.aws?.dataVolumes ?? [])];
  const gib = all.filter(({ type }) => type === "gp3").reduce((sum, volume) => sum + volume.gib, 0);
  return [
    {
      code: "L-7A658B76",
      needed: (pool.nodes.max * gib * GIB) / TIB,
      because: `${gib} GiB per node of pool ${pool.name}`,
    },
  ];
}

/** What the pools take at their largest: vCPUs, instances in Capacity Blocks, network interfaces, root volumes. */
export function poolClaims(design: Design): Claim[] {
  const perPool = design.pools.flatMap((facts): Claim[] => {
    const { pool } = facts;
    if (facts.type === null) return [];
    return [
      ...vcpuClaims(facts),
      {
        code: "L-DF5E4CA3",
        needed: pool.nodes.max * interfacesOf(pool).length,
        because: `${interfacesOf(pool).length} per node of pool ${pool.name}`,
      },
      ...volumeClaims(facts),
    ];
  });
  return [...perPool, ...blockClaims(design)];
}
