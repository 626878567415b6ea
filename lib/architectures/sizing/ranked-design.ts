import type { Range } from "../../sizing/inputs/range";
import type { LustreChoice, Place, Purchase } from "./candidate-cluster";
import type { SharingChoice } from "./sharing-choice";

/** One way to run a workload, with its figures. */
export interface RankedDesign {
  readonly instanceType: string;
  readonly nodes: number;
  readonly gpus: number;
  readonly purchase: Purchase;
  /** How the work is laid over the GPUs, in words. */
  readonly layout: string;
  /** Days of the run, failures and checkpoints counted; null for a service. */
  readonly days: Range | null;
  /** What is paid for nodes and storage of the whole run, a Capacity Block whole, US dollars; null for a service. */
  readonly usd: Range | null;
  /** Of which the run uses: less where a Capacity Block outlasts it. */
  readonly usedUsd: Range | null;
  /** What nodes billed by the hour cost from launch until they take work, US dollars; null for a service. */
  readonly bootUsd: number | null;
  /** Days of the Capacity Block that is paid ahead; null for other purchases. */
  readonly prepaidDays: number | null;
  readonly usdPerHour: number;
  /** First token at the 95th percentile, seconds; null for a run. */
  readonly timeToFirstTokenSeconds: number | null;
  /** Whether deadline or latency objective are met: `yes`, `expected` where the slow end of the estimate misses it, `no`. */
  readonly meetsObjective: "yes" | "expected" | "no";
  /** On spot: share of the time in which work is done and kept, interruptions counted; null else. */
  readonly workKept: Range | null;
  readonly hoursBetweenFailures: number | null;
  readonly facilityWatts: number | null;
  /** The next larger design of the same type and purchase, and what it buys; null where none is ranked, and for a service. */
  readonly next: NextSize | null;
}

/** What more nodes of the same type buy. */
export interface NextSize {
  readonly nodes: number;
  /** Days sooner by the expected figures; negative where it takes longer. */
  readonly daysSaved: number;
  /** US dollars that the run then costs more; negative where it costs less. */
  readonly usdMore: number;
}

export interface RankOptions extends Place {
  /** Region; where it has no price in the catalog, that of the cloud's reference Region stands in (on AWS us-east-1). */
  readonly region: string;
  readonly by: "cost" | "time";
  /** @default - every type with NVIDIA GPUs that the sizing knows */
  readonly instanceTypes?: readonly string[];
  /** Exactly so many nodes. @default - powers of two up to `maxNodes` */
  readonly nodes?: number;
  /** @default 128 */
  readonly maxNodes?: number;
  /** Lustre of a run's nodes, where they are several; null for checkpoints in a bucket alone. @default - the smallest that holds the run's data, at 250 MB/s per TiB on AWS */
  readonly lustre?: LustreChoice | null;
  /** How a service's replicas share GPUs; types whose GPU has no such MIG profile are left out. @default - whole GPUs */
  readonly sharing?: SharingChoice;
  /** Fewest nodes of a service, paid for whether they are needed or not. @default 1 */
  readonly leastNodes?: number;
  /** @default - on-demand and Capacity Blocks, and spot for the types that `spot` has a price for */
  readonly purchases?: readonly Purchase[];
  /** Spot prices as the user sees them, which the catalog has none of: they change by the hour. @default - no spot */
  readonly spot?: SpotMarket;
}

/** The spot market as the user sees it. */
export interface SpotMarket {
  /** US dollars an hour of one node, by instance type. */
  readonly usdPerHour: Readonly<Record<string, number>>;
  /** Interruptions per node per day. @default 0.0073: a fifth of the nodes per month */
  readonly interruptionsPerNodeDay?: number;
}
