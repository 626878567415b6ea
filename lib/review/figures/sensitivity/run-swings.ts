import { exactly, mapRange, type Range, range } from "../../../sizing/inputs/range";
import { effectiveTrainingTime } from "../../../sizing/reliability/reliability";
import { count, duration, span } from "../../../units/quantity";
import type { Design } from "../../design";
import type { Figures } from "../every-figure";
import type { ReliabilityFigures } from "../reliability";
import { runCost } from "../run-cost";
import { stepSecondsAtFabricShare } from "../training-request";
import type { Sensitivity, Swing } from "./swing";

/** Inputs without a published range are varied by a tenth. */
const TENTH = 0.1;

/** A fabric that reaches three quarters of what is measured: congestion, or a job spread over distant racks. */
const FABRIC_SHARE = 0.75;

const tenth = (value: number) => range(value * (1 - TENTH), value, value * (1 + TENTH));

/** Goodput with one of its inputs over its range and the others as expected. */
function keptWith(r: ReliabilityFigures, nodes: number, varied: "failures" | "stall" | "restart"): Range {
  const only = (name: typeof varied, of: Range) => (name === varied ? of : exactly(of.expected));
  return effectiveTrainingTime({
    nodes,
    intervalSeconds: r.intervalSeconds,
    perNodeDay: only("failures", r.stopsPerNodeDay),
    stallSeconds: only("stall", r.checkpoint.stallSeconds),
    restartSeconds: only("restart", r.restartSeconds),
  });
}

/** What failures and checkpoints do to the time, each alone. */
function recoverySwings(r: ReliabilityFigures, nodes: number, days: number): Swing[] {
  const of = (varied: Parameters<typeof keptWith>[2]) => {
    const kept = keptWith(r, nodes, varied);
    return range(days / kept.high, days / kept.expected, days / kept.low);
  };
  const perThousand = mapRange(r.stopsPerNodeDay, (rate) => rate * 1000);
  const ends = ({ low, high }: Range) => span(low, high, duration);
  return [
    {
      assumption: `failures${r.interruptionsPerNodeDay > 0 ? " and Spot interruptions" : ""} per 1,000 node-days`,
      varied: span(perThousand.low, perThousand.high, count),
      value: of("failures"),
    },
    { assumption: "checkpoint overhead", varied: ends(r.checkpoint.stallSeconds), value: of("stall") },
    { assumption: "restart after a failure", varied: ends(r.restartSeconds), value: of("restart") },
  ];
}

function timeSwings(design: Design, { training, reliability, run }: Figures): Swing[] {
  const step = training?.stepSeconds;
  if (!step || !training?.days || run === null) return [];
  const kept = reliability?.effectiveTrainingTime.expected ?? 1;
  const slow = training.chosenBy === "library" ? stepSecondsAtFabricShare(design, training.nodes, FABRIC_SHARE) : null;
  const days = run.days.expected;
  return [
    {
      assumption: "step time: kernels and tuning",
      varied: span(step.low, step.high, duration),
      value: mapRange(training.days, (d) => d / kept),
    },
    { assumption: "training tokens", varied: "10 % fewer or more", value: tenth(days) },
    ...(slow === null
      ? []
      : [
          {
            assumption: "bandwidth of the fabric",
            varied: "25 % less than measured",
            value: range(days, days, (days * slow) / step.expected),
          },
        ]),
    ...(reliability === null ? [] : recoverySwings(reliability, training.nodes, training.days.expected)),
  ];
}

/** Cost of the run if it takes so many days, with the Capacity Blocks that the design buys. */
const costAfter =
  (design: Design, { cost, run }: Figures) =>
  (days: number) =>
    runCost(design, cost, range(days, days, Math.max(days, run!.days.high))).usd!.expected;

/** Cost of the nodes alone, of what the run costs. */
function nodesUsd({ cost, run }: Figures): number {
  const compute = cost.parts.filter((part) => part.kind === "compute" && !part.owned);
  const around = cost.usdPerHour - compute.reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);
  return run!.usd!.expected - run!.days.expected * 24 * around;
}

/** What moves time to train and cost to train; empty without a run that fits. */
export function runSwings(design: Design, figures: Figures): Sensitivity[] {
  const times = timeSwings(design, figures);
  if (times.length === 0) return [];
  const { days, usd: paid } = figures.run!;
  const time: Sensitivity = { figure: "Time to train", expected: days.expected, swings: times };
  if (paid === null) return [time];
  const price = TENTH * nodesUsd(figures);
  const costOf = costAfter(design, figures);
  const swings = [
    ...times.map((swing) => ({ ...swing, value: mapRange(swing.value, costOf) })),
    {
      assumption: "price of the nodes",
      varied: "10 % lower or higher",
      value: range(paid.expected - price, paid.expected, paid.expected + price),
    },
  ];
  return [time, { figure: "Cost to train", expected: paid.expected, swings }];
}
