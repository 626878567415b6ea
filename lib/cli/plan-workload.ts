import type { LustreChoice } from "../architectures/sizing/candidate-cluster";
import type { SpotMarket } from "../architectures/sizing/ranked-design";
import { workloadOf } from "../blueprint/assemble/workload";
import { loadBlueprint } from "../blueprint/load";
import { type WorkloadBlueprint, workloadSchema } from "../blueprint/schema/schema-workload";
import { Problems, WarpformError } from "../errors";
import type { Workload } from "../model/model";
import { daysOf } from "../units/days-of";
import { numberOf } from "../units/number-of";
import { modelProblem } from "./model-problem";

/** The flags of `plan` that describe a workload, as commander gives them. */
export interface WorkloadFlags {
  /** training, fine-tuning or inference. @default - as the other flags have it */
  readonly kind?: string;
  readonly model?: string;
  readonly tokens?: string;
  readonly sequenceLength?: string;
  readonly globalBatch?: string;
  readonly deadlineDays?: string;
  readonly method?: string;
  readonly loraRank?: string;
  readonly requestsPerSecond?: string;
  readonly promptTokens?: string;
  readonly outputTokens?: string;
  readonly precision?: string;
  readonly timeToFirstToken?: string;
  readonly timePerOutputToken?: string;
}

/** Props of a blueprint's workload and the flag that each comes from. */
const FLAGS: Readonly<
  Record<
    string,
    { readonly key: keyof WorkloadFlags; readonly flag: string; readonly text?: true; readonly days?: true }
  >
> = {
  model: { key: "model", flag: "--model", text: true },
  tokens: { key: "tokens", flag: "--tokens" },
  sequenceLength: { key: "sequenceLength", flag: "--sequence-length" },
  globalBatchSequences: { key: "globalBatch", flag: "--global-batch" },
  deadlineDays: { key: "deadlineDays", flag: "--deadline-days", days: true },
  method: { key: "method", flag: "--method", text: true },
  loraRank: { key: "loraRank", flag: "--lora-rank" },
  requestsPerSecond: { key: "requestsPerSecond", flag: "--requests-per-second" },
  promptTokens: { key: "promptTokens", flag: "--prompt-tokens" },
  outputTokens: { key: "outputTokens", flag: "--output-tokens" },
  precision: { key: "precision", flag: "--precision", text: true },
  timeToFirstTokenSeconds: { key: "timeToFirstToken", flag: "--time-to-first-token" },
  timePerOutputTokenSeconds: { key: "timePerOutputToken", flag: "--time-per-output-token" },
};

/** What a blueprint says of the designs to rank. */
export interface PlanSource {
  readonly workload: Workload;
  readonly availabilityZone: string;
  /** Its only Lustre file system; null where its pools have buckets and no file system, absent where its size is not given. */
  readonly lustre?: LustreChoice | null;
  /** Spot rates and interruptions that its pools give; absent without any. */
  readonly spot?: SpotMarket;
  /** Instance types that its pools and architecture name. */
  readonly types: readonly string[];
}

/** The workload of a blueprint, the zone that it names, and the file system that its run has. */
export function workloadOfBlueprint(paths: readonly string[], settings: readonly string[]): PlanSource {
  const { blueprint, file } = loadBlueprint(paths, settings);
  const workload = workloadOf(blueprint.workload);
  if (workload === null) {
    const message =
      "workload is required to rank designs; add a workload to the blueprint, or describe it with --model and other options";
    throw new WarpformError(file, [{ code: "required", path: "workload", message }]);
  }
  return {
    workload,
    availabilityZone: blueprint.network.availabilityZone,
    ...lustreOf(blueprint),
    ...spotOf(blueprint),
    types: buyersOf(blueprint).flatMap((one) => (typeof one?.instanceType === "string" ? [one.instanceType] : [])),
  };
}

/** What a pool or an architecture says of its nodes. */
interface Buys {
  readonly instanceType?: unknown;
  readonly capacity?: readonly {
    readonly kind: string;
    readonly usdPerHour?: number;
    readonly interruptionsPerHour?: number;
  }[];
}

/** The pools of a blueprint and its architecture, which is among the blueprint's own values. */
function buyersOf(blueprint: object): Buys[] {
  const { pools = {} } = blueprint as { readonly pools?: Readonly<Record<string, Buys>> };
  return [...Object.values(blueprint), ...Object.values(pools)];
}

/** Spot rates that a blueprint's pools and architecture give; its one rate of interruptions, the highest of several. */
function spotOf(blueprint: object): Pick<PlanSource, "spot"> {
  const sources = buyersOf(blueprint).flatMap((one) =>
    typeof one?.instanceType === "string" && Array.isArray(one.capacity)
      ? (one as Required<Buys>).capacity.map((source) => ({ ...source, type: one.instanceType as string }))
      : [],
  );
  const rates = sources.flatMap(({ kind, type, usdPerHour }) =>
    kind === "spot" && usdPerHour !== undefined ? [[type, usdPerHour] as const] : [],
  );
  if (rates.length === 0) return {};
  const stops = sources.flatMap(({ kind, interruptionsPerHour }) =>
    kind === "spot" ? (interruptionsPerHour ?? []) : [],
  );
  const interruptionsPerNodeDay = stops.length === 0 ? undefined : 24 * Math.max(...stops);
  return { spot: { usdPerHour: Object.fromEntries(rates), interruptionsPerNodeDay } };
}

/** Parts of a blueprint that hold checkpoints, and the pools that use them. */
interface Stores {
  readonly fileSystems?: Readonly<Record<string, object>>;
  readonly buckets?: object;
  readonly pools?: object;
}

/** Lustre of a blueprint, whose checkpoints take as long in every design that is ranked as in its own review. */
function lustreOf({ fileSystems = {}, buckets = {}, pools = {} }: Stores): Pick<PlanSource, "lustre"> {
  const has = (parts: object) => Object.keys(parts).length > 0;
  if (!has(fileSystems) && has(buckets) && has(pools)) return { lustre: null };
  const [only, ...others] = Object.values(fileSystems).filter((one) => "kind" in one && one.kind === "lustre");
  if (only === undefined || others.length > 0) return {};
  const { capacityTiB, throughputPerTiB } = only as Partial<LustreChoice>;
  return typeof capacityTiB === "number" && typeof throughputPerTiB === "number"
    ? { lustre: { capacityTiB, throughputPerTiB } }
    : {};
}

/** The workload that flags describe: a service with --requests-per-second, fine-tuning with --method, else training. */
export function workloadOfFlags(flags: WorkloadFlags): Workload {
  return workloadOf(parsedWorkload(flags, "warpform plan"))!;
}

/** The same in the words of a blueprint; `command` is blamed for what is wrong. */
export function parsedWorkload(flags: WorkloadFlags, command: string): WorkloadBlueprint {
  const kind =
    flags.kind ??
    (flags.requestsPerSecond !== undefined ? "inference" : flags.method !== undefined ? "fine-tuning" : "training");
  const entries = Object.entries(FLAGS).flatMap(([prop, { key, text, days }]) => {
    const value = flags[key];
    return value === undefined ? [] : [[prop, text ? value : days ? daysOf(value) : numberOf(value)] as const];
  });
  const parsed = workloadSchema.safeParse({ kind, ...Object.fromEntries(entries) });
  const problems = new Problems();
  const unknown = flags.model === undefined ? undefined : modelProblem(flags.model);
  if (unknown !== undefined) problems.add("unknown-name", "--model", `--model: ${unknown}`);
  if (parsed.success && unknown === undefined) return parsed.data;
  const advice = command === "warpform plan" ? "add it, or give a blueprint that has workload" : "add it";
  for (const issue of parsed.error?.issues ?? []) {
    const props = issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0])];
    for (const prop of props) {
      const { flag, key, text, days } = FLAGS[prop]!;
      if (issue.code === "unrecognized_keys") {
        problems.add("not-allowed", flag, `${flag} does not apply to ${kind}, got ${flags[key]}; omit it`);
      } else if (flags[key] === undefined) {
        problems.add("required", flag, `${flag} is required for ${kind}; ${advice}`);
      } else if (days && Number.isNaN(daysOf(flags[key]!))) {
        const forms = "60, 60d, 8w, or start and end: 2026-12-01..2027-01-15";
        problems.add("malformed", flag, `${flag} must be a number of days such as ${forms}, got "${flags[key]}"`);
      } else if (!text && !days && Number.isNaN(numberOf(flags[key]!))) {
        problems.add("malformed", flag, `${flag} must be a number such as 8192, 8k or 1.5e12, got "${flags[key]}"`);
      } else if (issue.code === "too_small" && !text) {
        const least = issue.inclusive ? `${issue.minimum} or more` : `greater than ${issue.minimum}`;
        problems.add("out-of-range", flag, `${flag} must be ${least}, got "${flags[key]}"`);
      } else if (issue.code === "invalid_value") {
        const allowed = issue.values.map(String).join(", ");
        problems.add("not-allowed", flag, `${flag} must be one of ${allowed}, got "${flags[key]}"`);
      } else {
        problems.add("out-of-range", flag, `${flag} is invalid, got "${flags[key]}": ${issue.message.toLowerCase()}`);
      }
    }
  }
  throw new WarpformError(command, problems.all);
}
