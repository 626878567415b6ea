import type { Range } from "../../sizing/inputs/range";
import {
  count,
  counted,
  countedIn,
  duration,
  durationOfDays,
  gib,
  percent,
  rate,
  usd,
  watts,
} from "../../units/quantity";
import type { Design } from "../design";
import { monthlyCost, monthText } from "../monthly-cost";
import type { Review } from "../review";

/** A figure that must not exceed a limit: the goal's, the hardware's or the budget's. */
export interface Target {
  readonly label: string;
  readonly value: Range;
  readonly limit: number;
  /** What sets the limit: `deadline`, `GPU memory`. */
  readonly limitName: string;
  readonly text: (value: number) => string;
  /** Whether it is what the workload asks for: a deadline, a latency, a request rate. */
  readonly isObjective: boolean;
  /** What the value is of, where the label does not say it. */
  readonly basis?: string;
}

/** Whether a target is met over the whole range, by the expected value alone, or not. */
export type Met = "met" | "borderline" | "missed";

export function isMet({ value, limit }: Target): Met {
  if (value.expected > limit) return "missed";
  return value.high > limit ? "borderline" : "met";
}

const exactly = (value: number): Range => ({ low: value, expected: value, high: value });

/** What a target needs to be one: a value and a limit that are known. */
function target(
  label: string,
  value: Range | number | null | undefined,
  limit: number | null | undefined,
  limitName: string,
  text: Target["text"],
  isObjective = false,
): Target[] {
  if (value === null || value === undefined || limit === null || limit === undefined) return [];
  return [{ label, value: typeof value === "number" ? exactly(value) : value, limit, limitName, text, isObjective }];
}

/** Where the queue never empties, there is no upper end. */
const latency = (seconds: number) => (Number.isFinite(seconds) ? duration(seconds) : "unlimited");

/** A read rate below this share of what storage gives is no question of a meeting. */
const WORTH_SHOWING = 0.01;

/** The figures of a review that have a target, in the order in which a meeting asks for them. */
export function targetsOf({ workload, cluster }: Design, { figures }: Review): Target[] {
  const { training, batch, run, serving, data, power } = figures;
  const budgets = cluster.monitoring.flatMap(({ monthlyBudgetUsd }) => monthlyBudgetUsd ?? []);
  const budget = budgets.length > 0 ? Math.min(...budgets) : null;
  const month = monthlyCost(figures);
  const monthly = month.high > 0 ? month : null;
  const site = cluster.site?.powerKilowatts;
  const objectives = workload?.kind === "inference" ? workload : null;
  const reads = data !== null && data.neededBytesPerSecond > WORTH_SHOWING * data.readBytesPerSecond.expected;
  const deadline = workload !== null && workload.kind !== "inference" ? workload.deadlineDays : null;
  return [
    ...target(
      batch === null ? "Time to train" : "Time for all tasks",
      run?.days,
      deadline,
      "deadline",
      durationOfDays,
      true,
    ),
    ...target(
      "Replicas",
      serving?.replicasNeeded,
      serving?.replicasAtMost,
      "replicas that the nodes hold",
      count,
      true,
    ),
    ...target(
      "TTFT (p95)",
      serving?.timeToFirstTokenRange ?? serving?.timeToFirstTokenSeconds,
      objectives?.timeToFirstTokenSeconds,
      "objective",
      latency,
      true,
    ),
    ...target(
      "TPOT",
      serving?.timePerOutputTokenRange ?? serving?.timePerOutputTokenSeconds,
      objectives?.timePerOutputTokenSeconds,
      "objective",
      latency,
      true,
    ),
    ...target("Monthly cost", monthly, budget, "budget", usd).map((one) => ({ ...one, basis: monthText(figures) })),
    ...target(
      `Memory per ${training?.device ?? "GPU"}`,
      training?.memoryBytes,
      training?.memoryLimitBytes,
      `${training?.device ?? "GPU"} memory`,
      gib,
    ),
    ...target("Memory per GPU", batch?.memoryBytes, batch?.memoryLimitBytes, "GPU memory", gib),
    ...target(
      "Read rate",
      reads ? data.neededBytesPerSecond : null,
      data?.readBytesPerSecond.expected,
      "rate of the storage",
      rate,
    ),
    ...target("Facility power", power?.facilityWatts, site ? site * 1000 : null, "power of the site", watts),
  ];
}

/** How much of the limit is taken: `74 % of the deadline`. */
export function marginText({ value, limit, limitName }: Target): string {
  return `${percent(value.expected / limit)} of the ${limitName}`;
}

const METHODS = { full: "all weights", lora: "LoRA", qlora: "QLoRA" } as const;

/** What the cluster is for, in one sentence. */
export function goalText({ workload, workPool }: Pick<Design, "workload" | "workPool">): string {
  if (workload === null) return "No workload given: only the design is reviewed";
  const type = workPool?.pool.instanceType;
  if (workload.kind === "inference") {
    const { model, precision, requestsPerSecond, promptTokens, outputTokens } = workload;
    const load = `${counted(requestsPerSecond, "requests")} per second of ${count(promptTokens)} + ${count(outputTokens)} tokens`;
    return `Serve ${model.name} in ${precision.toUpperCase()}${type === undefined ? "" : ` on ${type}`}: ${load}`;
  }
  const on = type === undefined ? "" : `, on ${type}`;
  const by = workload.deadlineDays === null ? "" : ` within ${counted(workload.deadlineDays, "days")}`;
  if (workload.kind === "batch") {
    const work = workload.benchmark === null ? "" : ` of ${workload.benchmark}`;
    return `Batch work${work}: ${countedIn(workload.units, workload.unit)}${by}${on}`;
  }
  const { kind, model, tokens } = workload;
  const verb = kind === "training" ? "Train" : `Fine-tune (${METHODS[workload.method]})`;
  return `${verb} ${model.name} on ${tokensText(tokens)}${by}${on}`;
}

function tokensText(tokens: number): string {
  const [size, unit] = (
    [
      [1e12, "trillion"],
      [1e9, "billion"],
      [1e6, "million"],
    ] as const
  ).find(([of]) => tokens >= of) ?? [1, ""];
  return `${count(tokens / size)}${unit === "" ? "" : ` ${unit}`} tokens`;
}
