import { hasFabric } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import type { BatchWorkload, TrainingWork } from "../../model/workload";
import { type Design, designOf } from "../../review/design";
import { figuresOf } from "../../review/figures/figures";
import { bootUsd } from "../../review/figures/run-cost";
import { spotRework } from "../../review/figures/spot-rework";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { SPOT_INTERRUPTIONS_PER_NODE_DAY } from "../../sizing/reliability/spot";
import { type Candidate, candidateCluster } from "./candidate-cluster";
import { nodeCounts, nodeFacts, purchasesOf, sellsRun, spotUsdPerHour } from "./priced-candidates";
import type { RankedDesign, RankOptions } from "./ranked-design";
import { lustreCapacityFor } from "./size-lustre";

/** Storage of a run while it is ranked, MB/s per TiB: the tier matters little beside the nodes and is chosen afterwards. */
const RANKED_THROUGHPUT = 250;

/** A node that trains with others needs a fabric; one alone does not. */
function canTrainOn(type: InstanceType, nodes: number): boolean {
  return nodes === 1 || hasFabric(type);
}

/** Node counts of a type that a run is tried on. */
export function runCounts(type: InstanceType, options: RankOptions): number[] {
  return nodeCounts(type, options).filter((nodes) => canTrainOn(type, nodes));
}

/** A count of nodes that a run is tried on. */
interface Trial {
  readonly nodes: number;
  readonly candidate: Candidate;
  readonly design: Design;
}

/** The trials of a run, or where it declares its layout, those of the nodes that it takes of each. */
function trialsOf(
  type: InstanceType,
  workload: TrainingWork,
  options: RankOptions,
  trialOn: (nodes: number) => Trial,
): Trial[] {
  const trials = runCounts(type, options).map(trialOn);
  if (workload.parallelism === undefined || options.nodes !== undefined || type.ultraServer !== null) return trials;
  const tried = new Map(trials.map((trial) => [trial.nodes, trial]));
  const taken = trials.flatMap(({ design }) => figuresOf(design).training?.nodes ?? []);
  return [...new Set(taken)].map((nodes) => tried.get(nodes) ?? trialOn(nodes));
}

export function runDesigns(type: InstanceType, workload: TrainingWork, options: RankOptions): RankedDesign[] {
  const purchases = purchasesOf(type, options);
  if (purchases.length === 0) return [];
  const lustre =
    options.lustre === undefined
      ? {
          capacityTiB: lustreCapacityFor(workload, RANKED_THROUGHPUT, options),
          throughputPerTiB: RANKED_THROUGHPUT,
        }
      : options.lustre;
  const { region, cloud } = options;
  const trialOn = (nodes: number): Trial => {
    const bought = { instanceType: type.name, nodes, purchase: purchases[0]!, region, cloud };
    const candidate = { ...bought, lustre: nodes > 1 ? lustre : null };
    return { nodes, candidate, design: designOf(candidateCluster(candidate, workload)) };
  };
  return trialsOf(type, workload, options, trialOn).flatMap(({ nodes, candidate, design }) => {
    const { run, training } = figuresOf(design);
    // A count that the best layout leaves nodes of unused is dearer than the smaller count, which is there as well.
    if (!run || !training?.layout) return [];
    if (options.nodes === undefined && type.ultraServer === null && training.nodes !== nodes) return [];
    return purchases
      .filter((purchase) => sellsRun(purchase, nodes, run.days))
      .map((purchase) => {
        const bought = { ...candidate, purchase };
        const own = purchase === candidate.purchase ? design : designOf(candidateCluster(bought, workload));
        return runDesign(type, bought, own, training.layout!, workload, options);
      });
  });
}

/** A run on nodes bought in one way: the review's own figures, on spot with the time and the price that go with it. */
export function runDesign(
  type: InstanceType,
  candidate: Candidate,
  design: Design,
  layout: string,
  workload: TrainingWork | BatchWorkload,
  options: RankOptions,
): RankedDesign {
  const figures = figuresOf(design);
  const { cost } = figures;
  const run = figures.run!;
  const rate = options.spot?.interruptionsPerNodeDay ?? SPOT_INTERRUPTIONS_PER_NODE_DAY;
  const spot = candidate.purchase === "spot";
  const rework = spot ? spotRework(design, figures.training, rate) : null;
  const days = rework?.days ?? run.days;
  const usdPerHour = spot ? spotUsdPerHour(candidate, cost, options) : cost.usdPerHour;
  const spotUsd = mapRange(days, (d) => d * 24 * usdPerHour);
  return {
    ...nodeFacts(type, candidate, figures),
    layout,
    days,
    usd: spot ? spotUsd : run.usd,
    usedUsd: spot ? spotUsd : run.usedUsd,
    bootUsd: bootUsd(design, run, usdPerHour),
    prepaidDays: run.prepaid?.days ?? null,
    usdPerHour,
    timeToFirstTokenSeconds: null,
    meetsObjective: meets(days, workload.deadlineDays),
    workKept: rework?.workKept ?? null,
  };
}

function meets(days: Range, deadline: number | null): RankedDesign["meetsObjective"] {
  if (deadline === null || days.high <= deadline) return "yes";
  return days.expected <= deadline ? "expected" : "no";
}
