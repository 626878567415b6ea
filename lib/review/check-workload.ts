import type { Workload } from "../model/model";
import { BATCH_RULE, SEQUENCE_RULE } from "../sizing/inputs/check-inputs";
import { modelCheck } from "../sizing/inputs/check-model";
import type { NumberRule } from "../sizing/inputs/check-number";
import { type Check, members, nullable, number, oneOf, optional, requireAll } from "../sizing/inputs/check-shape";

const OBJECTIVE = { above: 0, max: 1e6, unit: "s", use: "use null for none" };
const TOKENS = { min: 1, max: 10_000_000, unit: "tokens" };

/** What each number of a workload may be; a blueprint's schema takes the same. */
export const WORKLOAD_NUMBERS = {
  tokens: { min: 1, max: 1e18, unit: "tokens" },
  sequenceLength: SEQUENCE_RULE,
  globalBatchSequences: BATCH_RULE,
  deadlineDays: { above: 0, max: 1e6, unit: "days", use: "use null for none" },
  datasetGB: { above: 0, max: 1e12, unit: "GB", use: "omit it to assume 4 bytes per token" },
  checkpointMinutes: { above: 0, max: 1e6, unit: "minutes", use: "use null for Daly's interval" },
  egressTBPerMonth: { min: 0, max: 1e6, unit: "TB", use: "omit it if unknown" },
  requestsPerSecond: { above: 0, max: 1e6, unit: "requests/s", use: "use the peak rate" },
  promptTokens: TOKENS,
  outputTokens: TOKENS,
  timeToFirstTokenSeconds: OBJECTIVE,
  timePerOutputTokenSeconds: OBJECTIVE,
  loraAdapters: { min: 0, max: 1e6, whole: true, use: "use 0 for none" },
  loraRank: { min: 1, max: 4096, whole: true, use: "use 8 to 64, or null without adapters" },
} as const satisfies Readonly<Record<string, NumberRule>>;

const N = WORKLOAD_NUMBERS;
const EGRESS = optional(number(N.egressTBPerMonth));

const RUN = {
  model: modelCheck,
  tokens: number(N.tokens),
  sequenceLength: number(N.sequenceLength),
  globalBatchSequences: number(N.globalBatchSequences),
  deadlineDays: nullable(number(N.deadlineDays)),
  datasetGB: optional(number(N.datasetGB)),
  checkpointMinutes: nullable(number(N.checkpointMinutes)),
  egressTBPerMonth: EGRESS,
};

const CHECKS: Readonly<Record<Workload["kind"], Check>> = {
  training: members(RUN),
  "fine-tuning": members({
    ...RUN,
    method: oneOf(["full", "lora", "qlora"]),
    loraRank: nullable(number(N.loraRank)),
  }),
  inference: members({
    model: modelCheck,
    precision: oneOf(["bf16", "fp8", "int8", "fp4", "int4"]),
    requestsPerSecond: number(N.requestsPerSecond),
    promptTokens: number(N.promptTokens),
    outputTokens: number(N.outputTokens),
    timeToFirstTokenSeconds: nullable(number(N.timeToFirstTokenSeconds)),
    timePerOutputTokenSeconds: nullable(number(N.timePerOutputTokenSeconds)),
    loraAdapters: number(N.loraAdapters),
    loraRank: nullable(number(N.loraRank)),
    egressTBPerMonth: EGRESS,
  }),
};

const KIND = members({ kind: oneOf(Object.keys(CHECKS)) });

/** Adapters whose rank is not known would be sized as none at all. */
const RANKED: Check = (problems, path, value) => {
  const { kind, loraAdapters, loraRank } = value as { kind: string; loraAdapters?: number; loraRank?: number | null };
  if (kind !== "inference" || !((loraAdapters ?? 0) > 0) || loraRank !== null) return true;
  const message = `${path}.loraRank must be 1 to 4096 with ${loraAdapters} adapters, got null; use the highest rank of the adapters, typically 16`;
  problems.add("required", `${path}.loraRank`, message);
  return false;
};

/** Throws one error with everything that is wrong with a workload, in the user's own props. */
export function checkWorkload(workload: Workload): void {
  requireAll("design review", { workload: [workload, KIND] });
  const all: Check = (problems, path, value) =>
    [CHECKS[workload.kind], RANKED].map((check) => check(problems, path, value)).every((good) => good);
  requireAll("design review", { workload: [workload, all] });
}
