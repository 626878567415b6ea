import { z } from "zod";
import { loraRank } from "./derivations";
import { derived, fallback, unset } from "./key";

const model = z.string().describe("Model of the catalogue, such as llama-3.1-70b");
const egressTBPerMonth = unset(
  z.number().min(0).max(1_000_000),
  "TB (10^12 bytes) that leave for the internet in a month",
  "none counted",
);
const run = {
  tokens: z.number().positive().describe("Tokens to train on, in all"),
  sequenceLength: z.number().int().positive().max(100_000_000).describe("Tokens in a sequence"),
  globalBatchSequences: z.number().int().positive().max(100_000_000).describe("Sequences a step, over all GPUs"),
  deadlineDays: unset(z.number().positive(), "Days by which it must be done", "none; sizing then takes 90"),
  datasetGB: unset(z.number().positive(), "The dataset as it is stored, GB", "4 bytes a token"),
  checkpointMinutes: unset(
    z.number().positive(),
    "Minutes between checkpoints",
    "the best interval for the failure rate",
  ),
  egressTBPerMonth,
};
const rank = derived(
  z.number().int().positive().max(4096),
  "Rank of the adapters",
  "16 where there are adapters",
  loraRank,
);

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
        requestsPerSecond: z.number().positive().describe("Requests a second at the peak"),
        promptTokens: z.number().int().positive().describe("Mean tokens of a prompt"),
        outputTokens: z.number().int().positive().describe("Mean tokens of an answer"),
        timeToFirstTokenSeconds: unset(z.number().positive(), "Latency objective for the first token", "none"),
        timePerOutputTokenSeconds: unset(z.number().positive(), "Latency objective for each further token", "none"),
        loraAdapters: fallback(z.number().int().min(0), 0, "Adapters served beside the base model"),
        loraRank: rank,
        egressTBPerMonth,
      })
      .describe("A service"),
  ])
  .describe("What the cluster is for; the review judges the design by it");
