import { z } from "zod";
import { WORKLOAD_NUMBERS as N } from "../../review/check-workload";
import type { NumberRule } from "../../sizing/inputs/check-number";
import { loraRank } from "./derivations";
import { derived, fallback, unset } from "./key";

/** A number as the review of the workload takes it, so that what it would refuse is refused with its line. */
function num(rule: NumberRule): z.ZodNumber {
  const { min, max, above, whole } = rule;
  const kind = whole ? z.number().int() : z.number();
  const least = min === undefined ? kind : kind.min(min);
  const positive = above === undefined ? least : least.gt(above);
  return max === undefined ? positive : positive.max(max);
}

const model = z.string().describe("Model of the catalogue, such as llama-3.1-70b");
const egressTBPerMonth = unset(
  num(N.egressTBPerMonth),
  "TB (10^12 bytes) that leave for the internet in a month",
  "none counted",
);
const run = {
  tokens: num(N.tokens).describe("Tokens to train on, in all"),
  sequenceLength: num(N.sequenceLength).describe("Tokens in a sequence"),
  globalBatchSequences: num(N.globalBatchSequences).describe("Sequences a step, over all GPUs"),
  deadlineDays: unset(num(N.deadlineDays), "Days by which it must be done", "none; sizing then takes 90"),
  datasetGB: unset(num(N.datasetGB), "The dataset as it is stored, GB", "4 bytes a token"),
  checkpointMinutes: unset(
    num(N.checkpointMinutes),
    "Minutes between checkpoints",
    "the best interval for the failure rate",
  ),
  egressTBPerMonth,
};
const rank = derived(num(N.loraRank), "Rank of the adapters", "16 where there are adapters", loraRank);

export const workloadSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({ kind: z.literal("training").describe("A pre-training run"), model, ...run })
      .describe("A pre-training run"),
    z
      .strictObject({
        kind: z.literal("fine-tuning").describe("A fine-tuning run"),
        model,
        method: z
          .enum(["full", "lora", "qlora"])
          .describe("What is trained: all weights, adapters, adapters over 4-bit weights"),
        loraRank: rank,
        ...run,
      })
      .describe("A fine-tuning run"),
    z
      .strictObject({
        kind: z.literal("inference").describe("A service"),
        model,
        precision: fallback(z.enum(["bf16", "fp8", "int8", "fp4", "int4"]), "bf16", "Weights' number format"),
        requestsPerSecond: num(N.requestsPerSecond).describe("Requests a second at the peak"),
        promptTokens: num(N.promptTokens).describe("Mean tokens of a prompt"),
        outputTokens: num(N.outputTokens).describe("Mean tokens of an answer"),
        timeToFirstTokenSeconds: unset(num(N.timeToFirstTokenSeconds), "Latency objective for the first token", "none"),
        timePerOutputTokenSeconds: unset(
          num(N.timePerOutputTokenSeconds),
          "Latency objective for each further token",
          "none",
        ),
        loraAdapters: fallback(num(N.loraAdapters), 0, "Adapters served beside the base model"),
        loraRank: rank,
        egressTBPerMonth,
      })
      .describe("A service"),
  ])
  .describe("What the cluster is for; the review judges the design by it");

export type WorkloadBlueprint = z.infer<typeof workloadSchema>;
