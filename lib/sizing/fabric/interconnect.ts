import { efaInterfaces } from "../../catalog/instance-types";
import { oneInterfaceGbps } from "../../catalog/one-interface";
import type { Accelerator, InstanceType, Sourced } from "../../catalog/types";
import { bytesPerSecond } from "../../units/bytes";
import rows from "../data/link-efficiency.json";
import { ACCELERATOR } from "../inputs/check-inputs";
import { flag, members, nullable, number, oneOf, optional, requireAll, text } from "../inputs/check-shape";
import { DOMAIN_RANGE, GPUS_PER_NODE_RANGE, OVERSUBSCRIPTION_RANGE } from "../inputs/ranges";

/** Two tiers of links: inside a scale-up domain (NVLink), and between domains over each GPU's share of the network cards. */
export interface Interconnect {
  /** GPUs in one scale-up domain: 8 on an HGX board, 72 on an NVL72; 1 where GPUs have no link of their own. */
  readonly gpusPerDomain: number;
  /** Nominal rate of a GPU's link inside the domain, bytes/s, one direction. */
  readonly domainBytesPerSecondPerGpu: number;
  /** Share of that rate that a ring reaches on large messages. */
  readonly domainEfficiency: number;
  /** Share of that rate at which the switch reduces (NVLink SHARP), as algorithm bandwidth; null where it cannot. */
  readonly inSwitchAllReduce: number | null;
  /** Time of the smallest collective inside a domain, s. */
  readonly domainLatencySeconds: number;
  /** A GPU's share of its node's network cards, bytes/s, one direction; 0 for one domain alone. */
  readonly fabricBytesPerSecondPerGpu: number;
  /** Share of that rate that large messages reach. */
  readonly fabricEfficiency: number;
  /** Time that one hop between nodes adds to a collective, s. */
  readonly fabricLatencySeconds: number;
  /** Downlink to uplink capacity of the leaf switches; 1 for a non-blocking fabric. */
  readonly oversubscription: number;
  /** Switches of the fabric reduce (InfiniBand SHARP). */
  readonly inNetworkReduction: boolean;
}

/** Measured behavior of one generation of links. */
export interface LinkGeneration extends Sourced {
  readonly name: string;
  readonly tier: "domain" | "fabric";
  readonly efficiency: number;
  readonly inSwitchAllReduce: number | null;
  readonly latencyMicroseconds: number;
  /** EC2 families that carry this generation of EFA. */
  readonly families?: readonly string[];
}

const generations = rows as readonly LinkGeneration[];

/** All link generations, with the measurement each is calibrated on. */
export function linkGenerations(): readonly LinkGeneration[] {
  return generations;
}

function generation(name: string): LinkGeneration {
  return generations.find((row) => row.name === name)!;
}

/** PCIe 4.0 x16, one direction, what GPUs without links of their own use; bytes/s. */
/** Oversubscription of a fabric that says none: as many uplinks as downlinks. */
const FULL_BISECTION = 1;
const PCIE_BYTES_PER_SECOND = 31.5e9;

function domainGeneration(accelerator: Accelerator): LinkGeneration {
  if (accelerator.linkGBps === null) return generation("pcie");
  if (accelerator.vendor === "amd") return generation("infinity-fabric");
  if (accelerator.vendor === "aws") return generation("neuronlink");
  if (accelerator.linkGBps >= 1800) return generation("nvlink-5");
  if (accelerator.linkGBps >= 900) return generation("nvlink-4");
  return generation(accelerator.linkGBps >= 400 ? "nvlink-3" : "nvlink-2");
}

/** What joins the nodes, when it is not an EC2 instance type that says so. */
export interface FabricSpec {
  readonly kind: "efa" | "infiniband" | "roce" | "ethernet";
  /** Network bandwidth of a node, Gb/s, all cards, one direction. */
  readonly gbpsPerNode: number;
  readonly gpusPerNode: number;
  /** EC2 family, which sets the generation of EFA. @default - the newest */
  readonly family?: string;
  /** @default 1 */
  readonly oversubscription?: number;
  /** @default false */
  readonly inNetworkReduction?: boolean;
}

const FABRIC = members({
  kind: oneOf(["efa", "infiniband", "roce", "ethernet"]),
  gbpsPerNode: number({ min: 0, max: 1_000_000, unit: "Gb/s" }),
  gpusPerNode: number(GPUS_PER_NODE_RANGE),
  family: optional(text),
  oversubscription: optional(number(OVERSUBSCRIPTION_RANGE)),
  inNetworkReduction: optional(flag),
});

const TYPE = members({
  family: text,
  aws: optional(members({ maxEfaInterfaces: number({ min: 0, max: 1000, whole: true }) })),
  networkGbps: number({ min: 0, max: 1_000_000, unit: "Gb/s" }),
  acceleratorCount: number({ ...GPUS_PER_NODE_RANGE, min: 0 }),
  interconnect: nullable(members({ accelerators: number(DOMAIN_RANGE) })),
});

/**
 * The two tiers of a cluster of one kind of node.
 *
 * @param gpusPerDomain GPUs that share one scale-up domain.
 * @throws WarpformError for counts that are not whole and positive, a negative bandwidth, an oversubscription below 1
 */
export function interconnect(accelerator: Accelerator, gpusPerDomain: number, fabric: FabricSpec): Interconnect {
  requireAll("interconnect", {
    accelerator: [accelerator, ACCELERATOR],
    gpusPerDomain: [gpusPerDomain, number(DOMAIN_RANGE)],
    fabric: [fabric, FABRIC],
  });
  const domain = domainGeneration(accelerator);
  const efa = generations.find((row) => row.families?.includes(fabric.family ?? "")) ?? generation("efa-v4");
  const between = fabric.kind === "efa" ? efa : generation(fabric.kind);
  return {
    gpusPerDomain,
    domainBytesPerSecondPerGpu:
      accelerator.linkGBps === null ? PCIE_BYTES_PER_SECOND : (accelerator.linkGBps / 2) * 1e9,
    domainEfficiency: domain.efficiency,
    inSwitchAllReduce: domain.inSwitchAllReduce,
    domainLatencySeconds: domain.latencyMicroseconds * 1e-6,
    fabricBytesPerSecondPerGpu: bytesPerSecond(fabric.gbpsPerNode) / fabric.gpusPerNode,
    fabricEfficiency: between.efficiency,
    fabricLatencySeconds: between.latencyMicroseconds * 1e-6,
    oversubscription: fabric.oversubscription ?? FULL_BISECTION,
    inNetworkReduction: fabric.inNetworkReduction ?? false,
  };
}

/**
 * The two tiers of EC2 nodes of one type; `efa: false` for what is left to TCP without an EFA: the bandwidth of one interface on
 * the first network card (100 of a p5.48xlarge's 3,200 Gb/s), and of "up to" bandwidth the baseline.
 * @throws WarpformError for what is not a row of the catalog
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-eni.html#network-cards
 */
export function instanceInterconnect(type: InstanceType, accelerator: Accelerator, efa = true): Interconnect {
  requireAll("instanceInterconnect", { type: [type, TYPE], efa: [efa, flag] });
  const withEfa = efa && efaInterfaces(type) > 0;
  const fabric: FabricSpec = {
    kind: withEfa ? "efa" : "ethernet",
    gbpsPerNode: withEfa ? type.networkGbps : oneInterfaceGbps(type),
    gpusPerNode: Math.max(1, type.acceleratorCount),
    family: type.family,
  };
  const domain = type.interconnect?.accelerators ?? type.acceleratorCount;
  return interconnect(accelerator, Math.max(1, domain), fabric);
}
