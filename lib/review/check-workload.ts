import type { Workload } from "../model/model";
import { BATCH, SEQUENCE } from "../sizing/check-inputs";
import { modelCheck } from "../sizing/check-model";
import { type Check, members, nullable, number, oneOf, optional, requireAll } from "../sizing/check-shape";

const EGRESS = optional(number({ min: 0, max: 1e6, unit: "TB", use: "leave it out where it is not known" }));
const RANK = nullable(number({ min: 1, max: 4096, whole: true, use: "use 8 to 64, or null without adapters" }));
const TOKENS = number({ min: 1, max: 10_000_000, unit: "tokens" });
const OBJECTIVE = nullable(number({ above: 0, max: 1e6, unit: "s", use: "use null for none" }));

const RUN = {
  model: modelCheck,
  tokens: number({ min: 1, max: 1e18, unit: "tokens" }),
  sequenceLength: SEQUENCE,
  globalBatchSequences: BATCH,
  deadlineDays: nullable(number({ above: 0, max: 1e6, unit: "days", use: "use null for none" })),
  datasetGB: optional(number({ above: 0, max: 1e12, unit: "GB", use: "leave it out for 4 bytes a token" })),
  checkpointMinutes: nullable(number({ above: 0, max: 1e6, unit: "minutes", use: "use null for Daly's interval" })),
  egressTBPerMonth: EGRESS,
};

const CHECKS: Readonly<Record<Workload["kind"], Check>> = {
  training: members(RUN),
  "fine-tuning": members({ ...RUN, method: oneOf(["full", "lora", "qlora"]), loraRank: RANK }),
  inference: members({
    model: modelCheck,
    precision: oneOf(["bf16", "fp8", "int8", "fp4", "int4"]),
    requestsPerSecond: number({ above: 0, max: 1e6, unit: "requests/s", use: "use the peak rate" }),
    promptTokens: TOKENS,
    outputTokens: TOKENS,
    timeToFirstTokenSeconds: OBJECTIVE,
    timePerOutputTokenSeconds: OBJECTIVE,
    loraAdapters: number({ min: 0, max: 1e6, whole: true, use: "use 0 for none" }),
    loraRank: RANK,
    egressTBPerMonth: EGRESS,
  }),
};

const KIND = members({ kind: oneOf(Object.keys(CHECKS)) });

/** Throws one error with everything that is wrong with a workload, in the user's own props. */
export function checkWorkload(workload: Workload): void {
  requireAll("design review", { workload: [workload, KIND] });
  requireAll("design review", { workload: [workload, CHECKS[workload.kind]] });
}
