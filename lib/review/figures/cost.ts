import { findInstanceType } from "../../catalog/instance-types";
import { servicePrice } from "../../catalog/prices";
import type { ServicePrice } from "../../catalog/types";
import { GIB } from "../../units/bytes";
import type { Design } from "../design";
import { count, gib } from "../report/quantity";
import type { BucketContent } from "./bucket-contents";
import { nearestPrice, nodeSources, REFERENCE_REGION } from "./node-sources";
import { egressOf, type TrafficFlow } from "./traffic";

/** Hours of a month as AWS counts them: 8,760 / 12. */
export const HOURS_PER_MONTH = 730;

/** What one part of the design costs while everything runs. */
export interface CostPart {
  /** `17 x p5.48xlarge (h100)`. */
  readonly name: string;
  readonly kind: "compute" | "head" | "network" | "storage";
  /** US dollars an hour with every node up; null where the catalogue has no price. */
  readonly usdPerHour: number | null;
  /** The part that is billed with no node up. */
  readonly usdPerHourIdle: number | null;
  /** Region and day of the price, and what stands in for what. */
  readonly note: string;
  /** Billed by the GB, for the traffic that the workload makes. */
  readonly metered?: true;
}

export interface CostFigures {
  readonly parts: readonly CostPart[];
  /** Sum of the parts that have a price. */
  readonly usdPerHour: number;
  readonly usdPerHourIdle: number;
  /** Parts without a price, which the sums leave out. */
  readonly unpriced: readonly string[];
  /** Days that the prices were in force, oldest and newest, ISO 8601; null when nothing has a price. */
  readonly pricedOn: { readonly oldest: string; readonly newest: string } | null;
}

function service(item: string, region: string | null): ServicePrice | undefined {
  return (region === null ? undefined : servicePrice(item, region)) ?? servicePrice(item, REFERENCE_REGION);
}

type Dated = CostPart & { readonly pricedOn: string | null };

function poolParts(design: Design): Dated[] {
  return nodeSources(design).map(({ pool, source, nodes, idleNodes, price }) => ({
    name: `${nodes} x ${pool.instanceType}, ${source.kind} (${pool.name})`,
    kind: "compute" as const,
    usdPerHour: price && price.usdPerHour * nodes,
    usdPerHourIdle: price && price.usdPerHour * idleNodes,
    note: price?.note ?? "no price in the catalogue",
    pricedOn: price?.pricedOn ?? null,
  }));
}

function headParts(design: Design): Dated[] {
  return design.slurm.flatMap((s) => {
    const count = 1 + (s.backupController ? 1 : 0) + s.loginNodes;
    if (findInstanceType(s.headInstanceType) === undefined) return [];
    const price = nearestPrice(s.headInstanceType, ["on-demand"], design.cluster.region);
    const usd = price && price.usdPerHour * count;
    return [
      {
        name: `${count} x ${s.headInstanceType}, head and login (${s.name})`,
        kind: "head" as const,
        usdPerHour: usd,
        usdPerHourIdle: usd,
        note: price?.note ?? "no price in the catalogue",
        pricedOn: price?.pricedOn ?? null,
      },
    ];
  });
}

/** A part that is billed by a service price, whether nodes run or not unless `idleShare` says so. */
function servicePart(
  design: Design,
  part: { name: string; kind: CostPart["kind"]; item: string; perHour: number; idleShare: number },
): Dated {
  const price = service(part.item, design.cluster.region);
  const usd = price === undefined ? null : price.usd * part.perHour;
  return {
    name: part.name,
    kind: part.kind,
    usdPerHour: usd,
    usdPerHourIdle: usd === null ? null : usd * part.idleShare,
    note: price
      ? `${price.usd} USD a ${price.unit} in ${price.region}, ${price.pricedOn}`
      : "no price in the catalogue",
    pricedOn: price?.pricedOn ?? null,
  };
}

/** Price item of a file system's capacity, a GB-month. */
function storageItem(f: Design["cluster"]["fileSystems"][number]): string {
  const tier = [f.deploymentType, f.storageType, f.throughputPerTiB].filter((x) => x !== null).join("-");
  return `fsx-lustre-${tier.toLowerCase().replaceAll("_", "-")}-gb-month`;
}

function serviceParts(design: Design): Dated[] {
  const nat = design.cluster.networks
    .filter((n) => n.natGateways > 0 && !n.existing)
    .map((n) =>
      servicePart(design, {
        name: `${n.natGateways} x NAT gateway, traffic apart (${n.name})`,
        kind: "network",
        item: "nat-gateway-hour",
        perHour: n.natGateways,
        idleShare: 1,
      }),
    );
  const roots = design.pools
    .filter(({ pool }) => pool.nodes.max > 0)
    .map(({ pool }) =>
      servicePart(design, {
        name: `${pool.nodes.max} x ${pool.rootVolumeGiB} GiB root volume (${pool.name})`,
        kind: "storage",
        item: "ebs-gp3-gb-month",
        perHour: (pool.nodes.max * pool.rootVolumeGiB) / HOURS_PER_MONTH,
        idleShare: pool.nodes.min / pool.nodes.max,
      }),
    );
  const lustre = design.cluster.fileSystems
    .filter((f) => f.kind === "lustre" && !f.existing && f.capacityGiB !== null)
    .map((f) =>
      servicePart(design, {
        name: `${count(f.capacityGiB ?? 0)} GiB Lustre (${f.name})`,
        kind: "storage",
        item: storageItem(f),
        perHour: (f.capacityGiB ?? 0) / HOURS_PER_MONTH,
        idleShare: 1,
      }),
    );
  const endpoints = design.cluster.networks
    .filter((n) => n.interfaceEndpoints.length > 0 && !n.existing)
    .map((n) => {
      const zones = Math.max(1, new Set(n.computeSubnets.map((s) => s.availabilityZone)).size);
      return servicePart(design, {
        name: `${n.interfaceEndpoints.length} interface endpoints in ${zones} zone${zones > 1 ? "s" : ""} (${n.name})`,
        kind: "network",
        item: "interface-endpoint-hour",
        perHour: n.interfaceEndpoints.length * zones,
        idleShare: 1,
      });
    });
  const eks = design.kubernetes.map((k) =>
    servicePart(design, {
      name: `EKS control plane (${k.name})`,
      kind: "head",
      item: "eks-cluster-hour",
      perHour: 1,
      idleShare: 1,
    }),
  );
  return [...lustre, ...homes(design), ...roots, ...nat, ...endpoints, ...eks];
}

/** File systems for homes: OpenZFS by its capacity; EFS by what it holds, which nobody knows before. */
function homes(design: Design): Dated[] {
  return design.cluster.fileSystems
    .filter((f) => !f.existing && (f.kind === "efs" || f.kind === "openzfs"))
    .map((f): Dated => {
      if (f.kind === "openzfs" && f.capacityGiB !== null)
        return servicePart(design, {
          name: `${count(f.capacityGiB)} GiB OpenZFS, throughput apart (${f.name})`,
          kind: "storage",
          item: "fsx-openzfs-ssd-gb-month",
          perHour: f.capacityGiB / HOURS_PER_MONTH,
          idleShare: 1,
        });
      const name = f.kind === "efs" ? `EFS ${f.name}` : `OpenZFS ${f.name}`;
      return { name, kind: "storage", usdPerHour: null, usdPerHourIdle: null, note: "billed by use", pricedOn: null };
    });
}

/** Traffic at the price a GB, and egress at the price that its month comes to. */
function trafficParts(design: Design, flows: readonly TrafficFlow[]): Dated[] {
  const metered = flows.map(
    ({ name, item, times, gbPerHour }): Dated => ({
      ...servicePart(design, {
        name: `${Math.round(gbPerHour * 10) / 10} GB/h of ${name}`,
        kind: "network",
        item,
        perHour: times * gbPerHour,
        idleShare: 0,
      }),
      metered: true,
    }),
  );
  const egress = egressOf(design);
  if (egress === null || egress.tbPerMonth === 0) return metered;
  const usdPerHour = egress.usdPerMonth === null ? null : egress.usdPerMonth / HOURS_PER_MONTH;
  const note = egress.pricedOn ? `by tiers in ${egress.region}, ${egress.pricedOn}` : "no price in the catalogue";
  const name = `${egress.tbPerMonth} TB a month to the internet`;
  return [
    ...metered,
    {
      name,
      kind: "network",
      usdPerHour,
      usdPerHourIdle: usdPerHour === null ? null : 0,
      note,
      pricedOn: egress.pricedOn,
      metered: true,
    },
  ];
}

/** What lies in S3, at the price of its Standard tier for the first 50 TB, which other tiers and amounts are below. */
function contentParts(design: Design, contents: readonly BucketContent[]): Dated[] {
  return contents.map(({ name, bytes }) =>
    servicePart(design, {
      name: `${gib(bytes)} of ${name}`,
      kind: "storage",
      item: "s3-standard-gb-month",
      perHour: bytes / GIB / HOURS_PER_MONTH,
      idleShare: 1,
    }),
  );
}

/** What is billed by use: traffic, and what buckets hold. */
export interface Metered {
  readonly flows: readonly TrafficFlow[];
  readonly contents: readonly BucketContent[];
}

/**
 * What the design costs an hour with every node up, and with none. Taxes and discounts are left out, and of what is billed by
 * use all but `metered` and the workload's egress.
 */
export function costFigures(design: Design, metered: Metered = { flows: [], contents: [] }): CostFigures {
  const dated =
    design.cluster.cloud === "aws"
      ? [
          ...poolParts(design),
          ...headParts(design),
          ...serviceParts(design),
          ...contentParts(design, metered.contents),
          ...trafficParts(design, metered.flows),
        ]
      : [];
  const days = dated.flatMap((p) => p.pricedOn ?? []).sort();
  const sum = (key: "usdPerHour" | "usdPerHourIdle") => dated.reduce((total, p) => total + (p[key] ?? 0), 0);
  return {
    parts: dated.map(({ pricedOn: _, ...part }) => part),
    usdPerHour: sum("usdPerHour"),
    usdPerHourIdle: sum("usdPerHourIdle"),
    unpriced: dated.filter((p) => p.usdPerHour === null).map((p) => p.name),
    pricedOn: days.length > 0 ? { oldest: days[0]!, newest: days[days.length - 1]! } : null,
  };
}
