import { daysToBuy } from "../../sizing/cost/capacity-block";
import type { Range } from "../../sizing/inputs/range";
import { interruptionsInRun } from "../../sizing/reliability/reliability";
import { momentMilliseconds } from "../../units/moment";
import type { Design } from "../design";
import type { Figures } from "./every-figure";

const DAY_MILLISECONDS = 86_400_000;

/** A Capacity Block of the run, in days from its start. */
export interface BlockOnTimeline {
  readonly nodes: number | null;
  readonly from: number;
  readonly to: number;
  /** Whether its dates are given; else it is as long as the run takes at the slow end of the estimate. */
  readonly dated: boolean;
}

/** A run from its first day to its deadline. */
export interface Timeline {
  /** Day of the first Capacity Block's start, ISO 8601; null where no dates are given. */
  readonly startsOn: string | null;
  /** Time to train, days. */
  readonly run: Range;
  readonly deadlineDays: number | null;
  readonly blocks: readonly BlockOnTimeline[];
  /** Failures that interrupt the run; null without figures of reliability. */
  readonly failures: Range | null;
  /** Checkpoints of the run; null without figures of reliability. */
  readonly checkpoints: { readonly everySeconds: number; readonly number: number } | null;
}

function blocksOfRun(design: Design, slowDays: number): { startsOn: string | null; blocks: BlockOnTimeline[] } {
  const sources = (design.workPool?.pool.capacity ?? []).filter(({ kind }) => kind === "block");
  const moment = (text: string | null) => (text === null ? null : momentMilliseconds(text));
  const starts = sources.flatMap(({ startsOn }) => moment(startsOn) ?? []);
  const first = starts.length === 0 ? null : Math.min(...starts);
  const blocks = sources.map(({ nodes, startsOn, endsOn }): BlockOnTimeline => {
    const [start, end] = [moment(startsOn), moment(endsOn)];
    const dated = first !== null && start !== null && end !== null;
    if (!dated) return { nodes, from: 0, to: daysToBuy(slowDays), dated };
    return { nodes, from: (start - first) / DAY_MILLISECONDS, to: (end - first) / DAY_MILLISECONDS, dated };
  });
  return { startsOn: first === null ? null : new Date(first).toISOString().slice(0, 10), blocks };
}

/** When a run starts, what interrupts it, and when it ends; null without one that fits. */
export function timelineOf(design: Design, { run, training, reliability }: Figures): Timeline | null {
  const { workload } = design;
  if (run === null || training === null || workload === null || workload.kind === "inference") return null;
  if (!Number.isFinite(run.days.expected)) return null;
  const { low, expected, high } = run.days;
  // Without an upper end, twice the expected time.
  const days = { low, expected, high: Number.isFinite(high) ? high : 2 * expected };
  const everySeconds = reliability?.intervalSeconds;
  return {
    ...blocksOfRun(design, days.high),
    run: days,
    deadlineDays: workload.deadlineDays,
    failures: reliability && interruptionsInRun(training.nodes, reliability.stopsPerNodeDay, expected),
    checkpoints: everySeconds
      ? { everySeconds, number: Math.floor((expected * DAY_MILLISECONDS) / 1000 / everySeconds) }
      : null,
  };
}
