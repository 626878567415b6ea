import { findAccelerator } from "../catalog/accelerators";
import { regionsInsteadOf } from "../catalog/availability";
import { acceleratedInstanceTypes, instanceType } from "../catalog/instance-types";
import { instancePrice } from "../catalog/prices";
import type { InstanceType } from "../catalog/types";
import { ultraServers } from "../catalog/ultra-servers";
import { Problems } from "../errors";
import type { Workload } from "../model/model";
import { designOf } from "../review/design";
import type { CostFigures } from "../review/figures/cost";
import { type Figures, figuresOf } from "../review/figures/figures";
import { replicaSize } from "../review/figures/serving";
import { SPOT_INTERRUPTIONS_PER_NODE_DAY, spotRework } from "../review/figures/spot-rework";
import { blocksInARow, MOST_BLOCK_NODES } from "../sizing/cost/capacity-block";
import { mapRange, type Range, range } from "../sizing/inputs/range";
import { gpuSpec } from "../sizing/time/kernel-efficiency";
import { type Candidate, candidateCluster, GPU_BOOT_SECONDS, type Purchase } from "./candidate-cluster";
import { type SharingChoice, sharingOn } from "./sharing-choice";
import { lustreCapacityFor } from "./size-lustre";

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
}

export interface RankOptions {
  /** AWS region; where it has no price in the catalogue, us-east-1's stands in. */
  readonly region: string;
  readonly by: "cost" | "time";
  /** @default - every type with NVIDIA GPUs that the sizing knows */
  readonly instanceTypes?: readonly string[];
  /** Exactly so many nodes. @default - powers of two up to `maxNodes` */
  readonly nodes?: number;
  /** @default 128 */
  readonly maxNodes?: number;
  /** How a service's replicas share GPUs; types whose GPU has no such MIG profile are left out. @default - whole GPUs */
  readonly sharing?: SharingChoice;
  /** Fewest nodes of a service, paid for whether they are needed or not. @default 1 */
  readonly leastNodes?: number;
  /** @default - on-demand and Capacity Blocks, and spot for the types that `spot` has a price for */
  readonly purchases?: readonly Purchase[];
  /** Spot prices as the user sees them, which the catalogue has none of: they change by the hour. @default - no spot */
  readonly spot?: SpotMarket;
}

/** The spot market as the user sees it. */
export interface SpotMarket {
  /** US dollars an hour of one node, by instance type. */
  readonly usdPerHour: Readonly<Record<string, number>>;
  /** Interruptions of a node a day. @default 0.0073: a fifth of the nodes a month */
  readonly interruptionsPerNodeDay?: number;
}

const DEFAULT_MAX_NODES = 128;
const REFERENCE_REGION = "us-east-1";

/** Storage of a run while it is ranked, MB/s a TiB: the tier matters little beside the nodes and is chosen afterwards. */
const RANKED_THROUGHPUT = 250;

/**
 * Works through instance types, node counts and ways to buy, keeps what fits, and puts the best first: those that meet the
 * deadline or latency objective before those that don't, then by cost or by time. All figures are the review's own.
 *
 * Types that the region does not sell are left out.
 *
 * @throws WarpformError for an unknown instance type, or one asked for that the region does not sell
 */
export function rankDesigns(workload: Workload, options: RankOptions): RankedDesign[] {
  requireSold(options);
  const types = options.instanceTypes?.map((name) => instanceType(name)) ?? acceleratedInstanceTypes();
  const known = types.filter((type) => isSized(type) && regionsInsteadOf(options.region, type.name) === undefined);
  const designs = known.flatMap((type) =>
    workload.kind === "inference" ? serviceDesigns(type, workload, options) : runDesigns(type, workload, options),
  );
  return designs.sort((a, b) => OBJECTIVE[a.meetsObjective] - OBJECTIVE[b.meetsObjective] || compare(a, b, options.by));
}

function requireSold({ instanceTypes, region }: RankOptions): void {
  const problems = new Problems();
  for (const name of instanceTypes ?? []) {
    const regions = regionsInsteadOf(region, name);
    if (regions === undefined) continue;
    const message = `${name} is not sold in ${region}; use one of ${regions.join(", ")}, or leave the type out`;
    problems.add("not-allowed", "instanceTypes", message);
  }
  problems.throwIfAny("rankDesigns");
}

const OBJECTIVE = { yes: 0, expected: 1, no: 2 };

/** Designs that miss their objective miss it by the least first, whatever they cost. */
function compare(a: RankedDesign, b: RankedDesign, by: RankOptions["by"]): number {
  const time = (d: RankedDesign) => d.days?.expected ?? d.timeToFirstTokenSeconds ?? 0;
  const cost = (d: RankedDesign) => d.usd?.expected ?? d.usdPerHour;
  const [first, second] = by === "cost" && a.meetsObjective !== "no" ? [cost, time] : [time, cost];
  return (
    first(a) - first(b) || second(a) - second(b) || a.nodes - b.nodes || (a.instanceType < b.instanceType ? -1 : 1)
  );
}

function isSized(type: InstanceType): boolean {
  const gpu = type.accelerator === null ? undefined : findAccelerator(type.accelerator);
  if (gpu?.vendor !== "nvidia" || gpu.memoryBandwidthGBps === null || gpu.tflops.bf16 === null) return false;
  return gpuSpec(gpu).flops.bf16 !== null;
}

/** Ways to buy a type that it is sold under and that have a price. */
function purchasesOf(type: InstanceType, options: RankOptions): Purchase[] {
  const asked = options.purchases ?? (["on-demand", "capacity-block", ...(options.spot ? ["spot"] : [])] as Purchase[]);
  const priced = (purchase: Purchase) =>
    purchase === "spot"
      ? options.spot?.usdPerHour[type.name] !== undefined
      : [options.region, REFERENCE_REGION].some((region) => instancePrice(type.name, purchase, region) !== undefined);
  return asked.filter((purchase) => type.purchase.includes(purchase) && priced(purchase));
}

/** Powers of two, which batches divide by; whole UltraServers where a type is sold in nothing less. */
function nodeCounts(type: InstanceType, options: RankOptions): number[] {
  if (options.nodes !== undefined) return [options.nodes];
  const max = options.maxNodes ?? DEFAULT_MAX_NODES;
  const units = ultraServers()
    .filter((server) => server.instanceType === type.name)
    .map((server) => server.instances);
  const counts = Array.from({ length: 1 + Math.floor(Math.log2(Math.max(1, max))) }, (_, i) => 2 ** i).flatMap((n) =>
    units.length === 0 ? [n] : units.map((unit) => n * unit),
  );
  return [...new Set(counts)].filter((n) => n <= max);
}

/** A machine that trains with others needs EFA; one alone does not. */
function canTrainOn(type: InstanceType, nodes: number): boolean {
  return nodes === 1 || type.maxEfaInterfaces > 0;
}

type Run = Exclude<Workload, { kind: "inference" }>;

function runDesigns(type: InstanceType, workload: Run, options: RankOptions): RankedDesign[] {
  const purchases = purchasesOf(type, options);
  if (purchases.length === 0) return [];
  const lustre = { capacityTiB: lustreCapacityFor(workload, RANKED_THROUGHPUT), throughputPerTiB: RANKED_THROUGHPUT };
  return nodeCounts(type, options)
    .filter((nodes) => canTrainOn(type, nodes))
    .flatMap((nodes) => {
      const candidate: Candidate = {
        instanceType: type.name,
        nodes,
        purchase: purchases[0]!,
        region: options.region,
        lustre: nodes > 1 ? lustre : null,
      };
      const figures = figuresOf(designOf(candidateCluster(candidate, workload)));
      const { run, training } = figures;
      // A count that the best layout leaves nodes of unused is dearer than the smaller count, which is there as well.
      if (!run || !training?.layout) return [];
      if (options.nodes === undefined && type.ultraServer === null && training.nodes !== nodes) return [];
      return purchases
        .filter(
          (purchase) =>
            purchase !== "capacity-block" || (nodes <= MOST_BLOCK_NODES && blocksInARow(run.days.high) === 1),
        )
        .map((purchase) => runDesign(type, { ...candidate, purchase }, training.layout!, workload, options));
    });
}

/** A run on nodes bought in one way: the review's own figures, on spot with the time and the price that go with it. */
function runDesign(
  type: InstanceType,
  candidate: Candidate,
  layout: string,
  workload: Run,
  options: RankOptions,
): RankedDesign {
  const figures = figuresOf(designOf(candidateCluster(candidate, workload)));
  const { reliability, cost } = figures;
  const run = figures.run!;
  const rate = options.spot?.interruptionsPerNodeDay ?? SPOT_INTERRUPTIONS_PER_NODE_DAY;
  const spot = candidate.purchase === "spot";
  const rework = spot ? spotRework(reliability, candidate.nodes, GPU_BOOT_SECONDS, rate) : null;
  const days = rework === null ? run.days : times(run.days, rework.longer);
  const usdPerHour = spot ? spotUsdPerHour(candidate, cost, options) : cost.usdPerHour;
  const spotUsd = mapRange(days, (d) => d * 24 * usdPerHour);
  return {
    ...shared(type, candidate, figures),
    layout,
    days,
    usd: spot ? spotUsd : run.usd,
    usedUsd: spot ? spotUsd : run.usedUsd,
    prepaidDays: run.prepaid?.days ?? null,
    usdPerHour,
    timeToFirstTokenSeconds: null,
    meetsObjective: meets(days, workload.deadlineDays),
    workKept: rework?.workKept ?? null,
  };
}

const times = (a: Range, b: Range): Range => range(a.low * b.low, a.expected * b.expected, a.high * b.high);

/** Nodes and storage per hour, spot nodes at the price that the user gave. */
function spotUsdPerHour(
  { instanceType, nodes }: Candidate,
  { usdPerHour, parts }: CostFigures,
  options: RankOptions,
): number {
  const spot = options.spot?.usdPerHour[instanceType];
  if (spot === undefined) return usdPerHour;
  const listed = parts.filter(({ kind }) => kind === "compute").reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);
  return usdPerHour - listed + nodes * spot;
}

function meets(days: Range, deadline: number | null): RankedDesign["meetsObjective"] {
  if (deadline === null || days.high <= deadline) return "yes";
  return days.expected <= deadline ? "expected" : "no";
}

type Service = Extract<Workload, { kind: "inference" }>;

/** The fewest nodes of a type that hold the replicas a service needs. */
function serviceDesigns(type: InstanceType, workload: Service, options: RankOptions): RankedDesign[] {
  const sharing = sharingOn(type, options.sharing);
  if (sharing === undefined) return [];
  const candidateOf = (nodes: number, purchase: Purchase): Candidate => ({
    instanceType: type.name,
    nodes,
    purchase,
    region: options.region,
    sharing,
    lustre: null,
  });
  const figuresFor = (nodes: number, purchase: Purchase) =>
    figuresOf(designOf(candidateCluster(candidateOf(nodes, purchase), workload)));
  return (
    purchasesOf(type, options)
      // A service has no end that a block could be bought up to.
      .filter((purchase) => purchase !== "capacity-block")
      .flatMap((purchase) => {
        const one = figuresFor(1, purchase).serving;
        if (!one?.fits || one.replicasNeeded === null || one.replicasAtMost < 1) return [];
        const { expected, high } = one.replicasNeeded;
        const least = options.leastNodes ?? 1;
        const nodesFor = (replicas: number) => Math.max(least, Math.ceil(replicas / one.replicasAtMost));
        const counts =
          options.nodes === undefined ? [...new Set([nodesFor(expected), nodesFor(high)])] : [options.nodes];
        return counts
          .filter((nodes) => nodes >= nodesFor(expected) && nodes <= (options.maxNodes ?? DEFAULT_MAX_NODES))
          .map((nodes): RankedDesign => {
            const figures = figuresFor(nodes, purchase);
            const candidate = candidateOf(nodes, purchase);
            return {
              ...shared(type, candidate, figures),
              layout: `${expected === high ? high : `${expected} to ${high}`} replicas of ${replicaSize(one)}`,
              days: null,
              usd: null,
              usedUsd: null,
              prepaidDays: null,
              usdPerHour:
                purchase === "spot" ? spotUsdPerHour(candidate, figures.cost, options) : figures.cost.usdPerHour,
              timeToFirstTokenSeconds: one.timeToFirstTokenSeconds,
              meetsObjective: nodes >= nodesFor(high) ? "yes" : "expected",
              workKept: null,
            };
          });
      })
  );
}

function shared(type: InstanceType, { nodes, purchase }: Candidate, { reliability, power }: Figures) {
  return {
    instanceType: type.name,
    nodes,
    gpus: nodes * type.acceleratorCount,
    purchase,
    hoursBetweenFailures: reliability?.hoursBetweenFailures.expected ?? null,
    facilityWatts: power?.facilityWatts.expected ?? null,
  };
}
