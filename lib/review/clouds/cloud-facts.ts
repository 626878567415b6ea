import type { ServiceQuota } from "../../catalog/service-quotas";
import type { InstanceType, ServicePrice } from "../../catalog/types";
import type { Cluster, Fabric, FileSystem, Network, NodePool } from "../../model/model";
import type { Design, FleetScheduler, KubernetesScheduler, SlurmScheduler } from "../design";
import type { Bill, BillLine } from "./bill";
import type { Claim, QuotaNeeded } from "./claim";

/** What each part of a cluster is billed by in a cloud, attribute by attribute. */
export interface CloudBill {
  readonly fileSystems: Bill<FileSystem>;
  readonly pools: Bill<NodePool>;
  readonly networks: Bill<Network>;
  readonly slurm: Bill<SlurmScheduler>;
  readonly kubernetes: Bill<KubernetesScheduler>;
  readonly fleets: Bill<FleetScheduler>;
  /** What nodes of pools send to the cloud's own monitoring. */
  metrics(cluster: Cluster, pools: readonly NodePool[]): readonly BillLine[];
  /** Terraform resources that cost the same each, by type and number. */
  pieces(resources: Readonly<Record<string, number>>): readonly BillLine[];
}

/** Items of a cloud's price list that traffic is billed by; null where a cloud has no price for it. */
export interface CloudTraffic {
  /** Bytes that a cloud counts as a GB. */
  readonly bytesPerGb: number;
  /** Traffic between zones, and how often a GB is paid: twice where both ends pay. */
  readonly betweenZones: { readonly item: string; readonly times: number } | null;
  readonly throughNat: { readonly item: string } | null;
  /** To the internet: items, and the GB of a month from which each is in force. */
  readonly egress: readonly { readonly item: string; readonly fromGb: number }[];
}

/** Names of the cloud's own services that the review's texts use. */
export interface CloudWords {
  /** Object storage: `S3`. */
  readonly objectStorage: string;
  /** How users reach login nodes that no address may reach by SSH. */
  readonly access: string;
  /** Whether Kubernetes clusters take a budget of their own. */
  readonly kubernetesBudget: boolean;
}

/** Lustre as a cloud sells it to architectures. */
export interface CandidateLustre extends Pick<FileSystem, "deploymentType" | "storageType"> {
  /** Where architectures mount it. */
  readonly mountPath: string;
  /** MB/s per TiB to choose from, ascending. */
  readonly throughputs: readonly number[];
  /** GiB of what the cloud counts as a TiB. */
  readonly gibPerTiB: number;
  /** The smallest capacity at a throughput that holds so many GiB, in the cloud's TiB; the largest where none does. */
  capacityTiB(throughputPerTiB: number, leastGiB: number): number;
  /** MB/s of a whole file system where it is what the tier says, without a table of tiers. @default - by the table of tiers */
  wholeMBps?(capacityTiB: number, throughputPerTiB: number): number;
}

/** What a cluster is supposed to be made of in a cloud while its size is chosen, before anything is declared. */
export interface CandidateParts {
  readonly fabric: Pick<Fabric, "kind">;
  /** What each node has unless its pool says otherwise. */
  readonly nodes: Pick<NodePool, "image" | "rootVolumeGiB" | "rootVolumeIops" | "rootVolumeMBps" | "aws">;
  /** The tier of Lustre that architectures choose from. */
  readonly lustre: CandidateLustre;
  zoneOf(region: string): string;
  /** Whether all nodes of a pool are bought in one way, with no second one to fall back to. @default false */
  readonly oneSource?: boolean;
}

/** Instance types that fixes name where any of a kind will do, as people call them. */
export interface SuggestedTypes {
  /** Heads of Slurm by architecture, not burstable, for more than a handful of nodes. */
  readonly head: { readonly x86_64: string; readonly arm64?: string };
  /** Types with NVLink: `p4d.24xlarge or p5.48xlarge`. */
  readonly nvlink: string;
  /** Types that compute in 8 and in 4 bits. */
  readonly eightBit: string;
  readonly fourBit: string;
}

/** What the review has to know of a cloud: data and names, none of which is anywhere else in the review's figures. */
export interface CloudFacts {
  /** Name in the model. */
  readonly name: Cluster["cloud"];
  /** What people call it. */
  readonly title: string;
  /** Page of its list prices. */
  readonly priceList: string;
  /** Whether `warpform prices refresh` reads its current prices. @default false */
  readonly refreshesPrices?: boolean;
  /** Whether only the prices of the catalog say where a type is sold, so a Region without one is worth a note. @default false */
  readonly salesByPrice?: boolean;
  /** A shell script that checks an account against a design. @default - one of AWS */
  preflight?(design: Design, quotas: readonly QuotaNeeded[]): string;
  readonly regions: readonly string[];
  /** A Region to name in messages. */
  readonly exampleRegion: string;
  /** Types with accelerators that it sells, for `plan` to choose from. */
  acceleratedTypes(): readonly InstanceType[];
  /** Region whose list prices stand in where the catalog has none for a Region. */
  readonly referenceRegion: string;
  /** List price of an item of its bill in a Region; undefined where none is known. */
  price(item: string, region: string): ServicePrice | undefined;
  readonly bill: CloudBill;
  /** Item of what lies in buckets, per GB and month. */
  readonly contentItem: string;
  readonly traffic: CloudTraffic;
  readonly quotas: {
    /** What a design takes of the account's limits. */
    claims(design: Design): readonly Claim[];
    row(code: string): ServiceQuota | undefined;
    /** Service and page of limits that have no row. */
    readonly unlisted: Pick<ServiceQuota, "service" | "source">;
  };
  /** Watts at its data centers for each watt of equipment, as it reports them. @default - the average of data centers */
  readonly pue?: { readonly value: number; readonly source: string };
  readonly words: CloudWords;
  /** @default - fixes say what a type must have, and name none */
  readonly types?: SuggestedTypes;
  /** Whether no construct there keeps the state of Ray heads outside of them. @default false */
  readonly rayHeadsAlone?: boolean;
  /** Whether it has all that can start a pool's nodes, those included that other clouds lack. @default false */
  readonly everyAdopter?: boolean;
  /** Whether an architecture there serves one model from several Regions. @default false */
  readonly servesRegions?: boolean;
  /** What makes Lustre write files back to object storage. @default - jobs copy them */
  lustreExport?(fileSystem: Pick<FileSystem, "dataRepositories">): string;
  readonly candidate: CandidateParts;
}
