import { egressUsdPerMonth, type TransferTier } from "../../sizing/cost/egress";
import { TB } from "../../units/bytes";
import { factsOf } from "../clouds/list";
import type { Design } from "../design";
import type { DataFigures } from "./data";
import type { ReliabilityFigures } from "./reliability";
import { storeOf } from "./store";

/** Traffic that is billed by the GB while the workload runs. */
export interface TrafficFlow {
  readonly name: string;
  /** Item of the price list, and how often it is paid: both ends of a transfer between zones pay. */
  readonly item: string;
  readonly times: number;
  readonly gbPerHour: number;
}

/** Bytes a second that the run reads from its store and writes to it. */
function storeBytes(data: DataFigures | null, reliability: ReliabilityFigures | null): number {
  const read = data?.neededBytesPerSecond ?? 0;
  return read + (reliability ? reliability.checkpointBytes.expected / reliability.intervalSeconds : 0);
}

/** Whether what goes to buckets has no way but the NAT gateway. */
function throughNat({ cluster }: Design): boolean {
  return cluster.networks.length > 0 && cluster.networks.every((n) => n.egress === "nat" && !n.objectStorageEndpoint);
}

/** The run's traffic to its store where that crosses zones or a NAT gateway, and what of the egress passes a NAT gateway. */
export function trafficFlows(
  design: Design,
  data: DataFigures | null,
  reliability: ReliabilityFigures | null,
): TrafficFlow[] {
  const p = design.workPool;
  const store = p && storeOf(design, p, "checkpoints");
  const traffic = factsOf(design)?.traffic;
  if (!p || !store || traffic === undefined) return [];
  const { betweenZones, throughNat: nat } = traffic;
  const gbPerHour = (storeBytes(data, reliability) * 3600) / traffic.bytesPerGb;
  if (gbPerHour === 0) return [];
  const zone = p.pool.availabilityZone;
  const zones = store.fileSystem?.availabilityZones ?? [];
  if (zone !== null && zones.length > 0 && !zones.includes(zone))
    return betweenZones === null
      ? []
      : [{ name: `traffic between Availability Zones (${store.name})`, ...betweenZones, gbPerHour }];
  if (store.fileSystem === null && nat !== null && throughNat(design))
    return [{ name: `traffic through NAT (${store.name})`, ...nat, times: 1, gbPerHour }];
  return [];
}

/** What leaves the cloud in a month, at the prices of the internet: to users, and over a VPN to a site. */
export interface Egress {
  readonly tbPerMonth: number;
  /** Of it, to the site of a cluster that is on premises as well. */
  readonly toSiteTBPerMonth: number;
  /** Null where the catalog has no price for the region. */
  readonly usdPerMonth: number | null;
  readonly region: string | null;
  readonly pricedOn: string | null;
}

/** The egress at the region's list price; null where neither workload nor site states any, or where nobody sells it by the GB. */
export function egressOf(design: Design): Egress | null {
  const { cluster, workload } = design;
  const facts = factsOf(design);
  const staged = design.slurm.flatMap(({ staging }) => (staging === undefined ? [] : [staging.toSitePerMonthTB]));
  const stated = workload?.egressTBPerMonth;
  if ((stated === undefined && staged.length === 0) || facts === null) return null;
  const toSiteTBPerMonth = staged.reduce((sum, tb) => sum + tb, 0);
  const tbPerMonth = (stated ?? 0) + toSiteTBPerMonth;
  const { region } = cluster;
  const { egress, bytesPerGb } = facts.traffic;
  const prices = egress.map(({ item }) => (region === null ? undefined : facts.price(item, region)));
  const tiers = egress.flatMap(({ fromGb }, i): TransferTier[] => {
    const price = prices[i];
    return price ? [{ fromGb, usdPerGb: price.usd }] : [];
  });
  const complete = tiers.length > 0 && tiers.length === egress.length;
  return {
    tbPerMonth,
    toSiteTBPerMonth,
    usdPerMonth: complete ? egressUsdPerMonth((tbPerMonth * TB) / bytesPerGb, tiers) : null,
    region,
    pricedOn: complete ? prices[0]!.pricedOn : null,
  };
}
