import { AZURE_SPOT_QUOTA, azureSizes } from "../../../catalog/azure/azure-sizes";
import { findInstanceType } from "../../../catalog/instance-types";
import type { ServiceQuota } from "../../../catalog/service-quotas";
import type { Design, PoolFacts } from "../../design";
import { staticNodes } from "../../figures/static-nodes";
import type { Claim } from "../claim";

const SOURCE = { source: "https://learn.microsoft.com/azure/virtual-machines/quotas", checkedOn: "2026-11-23" };

/** The SKU API prints some families with spaces and some without: names are compared without. */
const plain = (code: string) => code.replaceAll(" ", "").toLowerCase();

/** A quota of vCPUs in a Region; GPU families start at none, those of ordinary machines and Spot differ by subscription. */
export function azureQuota(code: string): ServiceQuota | undefined {
  const of = { ...SOURCE, service: "compute", unit: "vCPUs" };
  if (code === AZURE_SPOT_QUOTA) return { ...of, code, name: "Total Regional Spot vCPUs", default: null };
  const size = azureSizes().find(({ quotaFamily }) => quotaFamily !== null && plain(quotaFamily) === plain(code));
  if (size?.quotaFamily == null) return undefined;
  return { ...of, code: size.quotaFamily, name: `${size.quotaFamily} vCPUs`, default: size.accelerator ? 0 : null };
}

/** vCPUs of a pool's nodes, on demand by family, as Spot of one quota for all; nodes in blocks are paid for already. */
function poolClaims({ pool, type }: PoolFacts): Claim[] {
  if (type === null) return [];
  const inBlocks = pool.capacity.filter((c) => c.kind === "block").reduce((sum, c) => sum + (c.nodes ?? 0), 0);
  const nodes = Math.max(0, pool.nodes.max - inBlocks);
  const kinds = new Set(pool.capacity.map((c) => c.kind));
  const because = `${nodes} x ${type.name} of pool ${pool.name}`;
  const needed = nodes * type.vcpus;
  const onDemand = kinds.has("on-demand") || kinds.has("reservation") || kinds.size === 0;
  return [
    ...(onDemand ? [{ code: type.quota.onDemand, needed, because, limits: `vCPUs of ${type.family}` }] : []),
    ...(kinds.has("spot") ? [{ code: type.quota.spot, needed, because, limits: "Spot vCPUs" }] : []),
  ];
}

/** Heads and login nodes, which always run. */
function standingClaims({ slurm, kubernetes }: Design): Claim[] {
  return staticNodes(slurm, kubernetes).flatMap(({ name, instanceType, nodes }): Claim[] => {
    const type = findInstanceType(instanceType);
    if (type === undefined) return [];
    const because = `${nodes} x ${type.name}, ${name}`;
    return [{ code: type.quota.onDemand, needed: nodes * type.vcpus, because, limits: `vCPUs of ${type.family}` }];
  });
}

/** What a design takes of a subscription's quotas in its Region. */
export function azureClaims(design: Design): Claim[] {
  return [...design.pools.flatMap(poolClaims), ...standingClaims(design)];
}
