import { z } from "zod";

const model = z.string().describe("Model of the catalogue, such as llama-3.1-70b");
const sequence = {
  tokens: z.number().positive().describe("Tokens to train on, in all"),
  sequenceLength: z.number().int().positive().max(100_000_000).describe("Tokens in a sequence"),
  globalBatchSequences: z.number().int().positive().max(100_000_000).describe("Sequences a step, over all GPUs"),
  deadlineDays: z.number().positive().optional().describe("Days by which it must be done"),
  checkpointMinutes: z
    .number()
    .positive()
    .optional()
    .describe("Minutes between checkpoints; default: the best interval for the failure rate"),
};

export const workloadSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("training"), model, ...sequence }),
    z.strictObject({
      kind: z.literal("fine-tuning"),
      model,
      method: z
        .enum(["full", "lora", "qlora"])
        .describe("What is trained: all weights, adapters, adapters over 4-bit weights"),
      loraRank: z.number().int().positive().optional().describe("Rank of the adapters"),
      ...sequence,
    }),
    z.strictObject({
      kind: z.literal("inference"),
      model,
      precision: z
        .enum(["bf16", "fp8", "int8", "fp4", "int4"])
        .optional()
        .describe("Weights' number format; default bf16"),
      requestsPerSecond: z.number().positive().describe("Mean request rate"),
      promptTokens: z.number().int().positive().describe("Mean tokens of a prompt"),
      outputTokens: z.number().int().positive().describe("Mean tokens of an answer"),
      timeToFirstTokenSeconds: z.number().positive().optional().describe("Latency objective for the first token"),
      timePerOutputTokenSeconds: z.number().positive().optional().describe("Latency objective for each further token"),
      loraAdapters: z.number().int().min(0).optional().describe("Adapters served beside the base model; default 0"),
      loraRank: z.number().int().positive().optional().describe("Rank of the adapters"),
    }),
  ])
  .describe("What the cluster is for; the review judges the design by it");
