import { servicePrice } from "../../catalog/prices";
import { egressUsdPerMonth, type TransferTier } from "../../sizing/cost/egress";
import { GIB, TB } from "../../units/bytes";
import type { Design } from "../design";
import type { DataFigures } from "./data";
import type { ReliabilityFigures } from "./reliability";
import { storeOf } from "./store";

/** Traffic that is billed by the GB while the workload runs. AWS bills GB of 2^30 bytes. */
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
  return cluster.networks.length > 0 && cluster.networks.every((n) => n.egress === "nat" && !n.s3GatewayEndpoint);
}

/** The run's traffic to its store where that crosses zones or a NAT gateway, and what of the egress passes a NAT gateway. */
export function trafficFlows(
  design: Design,
  data: DataFigures | null,
  reliability: ReliabilityFigures | null,
): TrafficFlow[] {
  const p = design.workPool;
  const store = p && storeOf(design, p, "checkpoints");
  const gbPerHour = (storeBytes(data, reliability) * 3600) / GIB;
  if (!p || !store || gbPerHour === 0) return [];
  const zone = p.pool.availabilityZone;
  const zones = store.fileSystem?.availabilityZones ?? [];
  if (zone !== null && zones.length > 0 && !zones.includes(zone))
    return [
      {
        name: `traffic between Availability Zones (${store.name})`,
        item: "availability-zone-transfer-gb",
        times: 2,
        gbPerHour,
      },
    ];
  if (store.fileSystem === null && throughNat(design))
    return [{ name: `traffic through NAT (${store.name})`, item: "nat-gateway-gb", times: 1, gbPerHour }];
  return [];
}

/** Free each month over all regions, GB. @see https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer */
const FREE_GB = 100;

/** Items of the price list and the GB of a month from which they hold. */
const EGRESS_TIERS = [
  { item: "internet-egress-gb", fromGb: FREE_GB },
  { item: "internet-egress-over-10tb-gb", fromGb: 10 * 1024 },
  { item: "internet-egress-over-50tb-gb", fromGb: 50 * 1024 },
  { item: "internet-egress-over-150tb-gb", fromGb: 150 * 1024 },
];

/** What the workload sends to the internet in a month. */
export interface Egress {
  readonly tbPerMonth: number;
  /** Null where the catalog has no price for the region. */
  readonly usdPerMonth: number | null;
  readonly region: string | null;
  readonly pricedOn: string | null;
}

/** The workload's egress at the region's list price; null where the workload states none, or outside AWS. */
export function egressOf({ cluster, workload }: Design): Egress | null {
  const tbPerMonth = workload?.egressTBPerMonth;
  if (tbPerMonth === undefined || cluster.cloud !== "aws") return null;
  const { region } = cluster;
  const prices = EGRESS_TIERS.map(({ item }) => (region === null ? undefined : servicePrice(item, region)));
  const tiers = EGRESS_TIERS.flatMap(({ fromGb }, i): TransferTier[] => {
    const price = prices[i];
    return price ? [{ fromGb, usdPerGb: price.usd }] : [];
  });
  const complete = tiers.length === EGRESS_TIERS.length;
  return {
    tbPerMonth,
    usdPerMonth: complete ? egressUsdPerMonth((tbPerMonth * TB) / GIB, tiers) : null,
    region,
    pricedOn: complete ? prices[0]!.pricedOn : null,
  };
}
