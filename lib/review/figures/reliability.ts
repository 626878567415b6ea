import type { CapacitySource } from "../../model/model";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { parameterCount } from "../../sizing/memory/parameters";
import { type CheckpointTime, checkpointBytes, checkpointTime } from "../../sizing/reliability/checkpoint";
import { dalyInterval } from "../../sizing/reliability/checkpoint-interval";
import {
  effectiveTrainingTime,
  meanTimeToFailure,
  publishedFailureRate,
  spareNodes,
} from "../../sizing/reliability/reliability";
import { SPOT_INTERRUPTIONS_PER_NODE_DAY } from "../../sizing/reliability/spot";
import type { Design, PoolFacts } from "../design";
import { nodesBySource } from "./node-sources";
import { storeOf } from "./store";
import type { TrainingFigures } from "./training";
import { trained, trainingRun } from "./training-request";

/** Host link of a GPU, GB/s one way: PCIe 5.0 x16 from Hopper on, 4.0 before. */
const HOST_LINK_GBPS = { pcie5: 64, pcie4: 32 };
const FIRST_PCIE5_CAPABILITY = 9;

/** From failure to the scheduler's knowing of it: NCCL's default timeout is 10 minutes, watchdogs are quicker. */
const DETECTION_SECONDS = { low: 60, expected: 300, high: 900 };

/**
 * Hours until a failed node is there again: a launch where an on-demand or spot source stands behind, else a repair or
 * replacement by the provider, for which no distribution is published.
 */
const REPAIR_HOURS = { replaceable: 1, reserved: 24 };

const SPARE_CONFIDENCE = 0.95;

/** How a long run saves its state, fails and recovers. */
export interface ReliabilityFigures {
  readonly store: string;
  /** Bytes of one checkpoint. */
  readonly checkpointBytes: Range;
  /** Times of a checkpoint that training waits for, and of one that is written behind its back. */
  readonly checkpoint: CheckpointTime;
  readonly asynchronousStallSeconds: Range;
  /** The workload's interval, or Daly's where it gives none; s between starts. */
  readonly intervalSeconds: number;
  readonly intervalGiven: boolean;
  readonly dalySeconds: number;
  /** What the interval should be: Daly's, or twice the slowest write where that is longer; whole minutes, in s. */
  readonly advisedSeconds: number;
  /** Of hardware and software, as published. */
  readonly failuresPerNodeDay: Range;
  /** Spot interruptions per node-day, over all nodes of the run; 0 without Spot. */
  readonly interruptionsPerNodeDay: number;
  /** Failures and interruptions per node-day: each stops the run. */
  readonly stopsPerNodeDay: Range;
  /** Published fleets that the rate is the median of. */
  readonly failureRecords: readonly string[];
  /** Of the run; interruptions count as failures. */
  readonly hoursBetweenFailures: Range;
  /** From a failure to the first new step: detection, boot and restore. */
  readonly restartSeconds: Range;
  readonly effectiveTrainingTime: Range;
  readonly repairHours: number;
  /** Spare nodes so that 95 % of the time no repair holds the run up. */
  readonly sparesNeeded: Range;
  /** Nodes of the pool that the run leaves free. */
  readonly sparesHad: number;
}

/** Interruptions of a node of a Spot source per day, as given or as assumed. */
export const interruptionsPerDay = ({ interruptionsPerHour }: Pick<CapacitySource, "interruptionsPerHour">): number =>
  interruptionsPerHour === undefined ? SPOT_INTERRUPTIONS_PER_NODE_DAY : 24 * interruptionsPerHour;

/** Interruptions per node-day that a run on so many nodes of the pool has: Spot nodes bring theirs, other nodes none. */
function interruptionsOf({ pool }: PoolFacts, nodes: number): number {
  let left = nodes;
  const onSpot = nodesBySource(pool).filter(({ source }) => source.kind === "spot");
  const perDay = onSpot.reduce((sum, { source, nodes: ofSource }) => {
    const used = Math.min(left, ofSource);
    left -= used;
    return sum + used * interruptionsPerDay(source);
  }, 0);
  return perDay / Math.max(1, nodes);
}

/**
 * Checkpoints and failures of the run; null without one, or without a store whose rate is known. Interruptions of Spot nodes end
 * the step of every node, as failures do, so both rates add up. A new node is taken to be had at once.
 *
 * @param interruptions per node-day, in place of those that the pool's sources bring
 */
export function reliabilityFigures(
  design: Design,
  training: TrainingFigures | null,
  interruptions?: number,
): ReliabilityFigures | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || training === null || p.accelerator === null) return null;
  const store = storeOf(design, p, "checkpoints");
  if (store === null || store.nodeGbps <= 0) return null;

  const { state, adapter } = trained(workload);
  const bytes = checkpointBytes(adapter?.parameters ?? parameterCount(workload.model).total, state);
  const failures = publishedFailureRate(p.accelerator.name);
  const interruptionsPerNodeDay = interruptions ?? interruptionsOf(p, training.nodes);
  const stops = mapRange(failures.perNodeDay, (rate) => rate + interruptionsPerNodeDay);
  const mttf = (end: keyof Range) => meanTimeToFailure(training.nodes, stops[end]);
  const capability = Number(p.accelerator.computeCapability ?? 0);
  const times = (intervalSeconds: number | null, asynchronous: boolean) =>
    checkpointTime({
      bytes,
      writerNodes: training.nodes,
      gpusPerNode: Math.max(1, p.gpusPerNode),
      hostLinkGBps: capability >= FIRST_PCIE5_CAPABILITY ? HOST_LINK_GBPS.pcie5 : HOST_LINK_GBPS.pcie4,
      store: store.rate,
      nodeGbps: store.nodeGbps,
      asynchronous,
      intervalSeconds,
    });
  const stall = times(null, false).stallSeconds;
  const daly = dalyInterval(stall.expected, mttf("expected"));
  const intervalSeconds = workload.checkpointMinutes === null ? daly : workload.checkpointMinutes * 60;
  const checkpoint = times(intervalSeconds, false);
  const restart = (end: keyof Range) => DETECTION_SECONDS[end] + p.pool.bootSeconds + checkpoint.restoreSeconds[end];
  const restartSeconds = { low: restart("low"), expected: restart("expected"), high: restart("high") };
  const replaceable = p.pool.capacity.some((c) => c.kind === "on-demand" || c.kind === "spot");
  const repairHours = replaceable ? REPAIR_HOURS.replaceable : REPAIR_HOURS.reserved;
  return {
    store: store.name,
    checkpointBytes: bytes,
    checkpoint,
    asynchronousStallSeconds: times(intervalSeconds, true).stallSeconds,
    intervalSeconds,
    intervalGiven: workload.checkpointMinutes !== null,
    dalySeconds: daly,
    advisedSeconds: 60 * Math.max(1, Math.round(daly / 60), 2 * Math.ceil(checkpoint.writeSeconds.high / 60)),
    failuresPerNodeDay: failures.perNodeDay,
    interruptionsPerNodeDay,
    stopsPerNodeDay: stops,
    failureRecords: failures.records,
    hoursBetweenFailures: { low: mttf("high") / 3600, expected: mttf("expected") / 3600, high: mttf("low") / 3600 },
    restartSeconds,
    effectiveTrainingTime: effectiveTrainingTime({
      nodes: training.nodes,
      perNodeDay: stops,
      intervalSeconds,
      stallSeconds: checkpoint.stallSeconds,
      restartSeconds,
    }),
    repairHours,
    sparesNeeded: spareNodes(training.nodes, failures.perNodeDay, repairHours, SPARE_CONFIDENCE),
    sparesHad: p.nodesAtOnce + (p.pool.spares ?? 0) - training.nodes,
  };
}
