import {
  batchWorkload,
  fineTuningWorkload,
  inferenceWorkload,
  trainingWorkload,
} from "../../lib/architectures/workloads";
import { workloadOf } from "../../lib/blueprint/assemble/workload";
import { workloadSchema } from "../../lib/blueprint/schema/schema-workload";
import { modelArchitecture } from "../../lib/catalog/models";
import type { Workload } from "../../lib/model/model";
import { designOf } from "../../lib/review/design";
import { figuresOf } from "../../lib/review/figures/figures";
import { p5 } from "../review/p5-cluster";

const run = { model: "llama-3.1-70b", tokens: 1e10, sequenceLength: 8192, globalBatchSequences: 256 };
const tuning = { ...run, sequenceLength: 4096, globalBatchSequences: 64 };
const service = { model: "llama-3.1-70b", requestsPerSecond: 2, promptTokens: 1000, outputTokens: 300 };
const { family, publishedParameters, source, checkedOn, ...shape } = modelArchitecture("llama-3.1-8b");
const layout = { tensor: 8, pipeline: 2, microBatchSequences: 1, zeroStage: 1, recompute: "selective" } as const;

const training = (options: object) => ["training", options, () => trainingWorkload({ ...run, ...options })] as const;
const fineTuning = (options: object) =>
  ["fine-tuning", options, () => fineTuningWorkload({ ...tuning, method: "full", ...options } as never)] as const;
const inference = (options: object) =>
  ["inference", options, () => inferenceWorkload({ ...service, ...options })] as const;
const batch = (options: object) => ["batch", options, () => batchWorkload({ units: 1e6, ...options })] as const;

const BASE: Readonly<Record<string, object>> = {
  training: run,
  "fine-tuning": { ...tuning, method: "full" },
  inference: service,
  batch: { units: 1e6 },
};

/** What people run on GPU clusters: as options of a program, and as keys of a blueprint. */
const RUNS = {
  "FP8 training": training({ precision: "fp8" }),
  "FP4 training on Blackwell": training({ precision: "fp4" }),
  "a layout of one's own": training({ parallelism: layout }),
  "context and expert parallelism": training({
    model: "qwen3-235b-a22b",
    parallelism: { tensor: 4, context: 2, expert: 8, pipeline: 8 },
  }),
  "a model by its shape": training({ model: { ...shape, name: "ours-8b" } }),
  ...Object.fromEntries(
    ["gpt-oss-120b", "glm-4.5", "kimi-k2", "llama-4-maverick", "gemma-3-27b", "nemotron-4-340b", "deepseek-v3"].map(
      (model) => [`pre-training of ${model}`, training({ model })],
    ),
  ),
  ...Object.fromEntries(
    ["megatron-core", "nemo", "torchtitan", "fsdp2", "deepspeed", "axolotl", "trl", "peft"].map((framework) => [
      `fine-tuning with ${framework}`,
      fineTuning({ model: "llama-3.1-8b", framework }),
    ]),
  ),
  LoRA: fineTuning({ method: "lora", loraRank: 32 }),
  QLoRA: fineTuning({ method: "qlora", loraRank: 32 }),
  DPO: fineTuning({ objective: "dpo" }),
  GRPO: fineTuning({ objective: "grpo", promptTokens: 512 }),
  "a service in FP8": inference({ precision: "fp8" }),
  "a service of GPT-OSS": inference({ model: "gpt-oss-120b", precision: "fp4" }),
  "a service with adapters": inference({ loraAdapters: 16, loraRank: 16 }),
  "image generation": batch({ benchmark: "stable-diffusion-xl" }),
  "object detection": batch({ benchmark: "retinanet" }),
  "embedding of a corpus": batch({ unit: "document", unitsPerHourPerGpu: 2e5, readMBPerUnit: 0.01 }),
  "vision and language by a measured rate": batch({ unit: "page", unitsPerHourPerGpu: 3_000, memoryGiBPerGpu: 60 }),
  "rendering of frames": batch({ unit: "frame", unitsPerHourPerGpu: 12, writeMBPerUnit: 30 }),
  "molecular dynamics": batch({ unit: "ns", unitsPerHourPerGpu: 10, gpusPerTask: 1 }),
} as const;

/** What has figures only on other GPUs than H100, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "FP4 training on Blackwell": "p6-b200.48xlarge",
  "a service of GPT-OSS": "p6-b200.48xlarge",
};

describe("what people run", () => {
  it.each(Object.entries(RUNS))("%s is said alike in a program and in a blueprint", (_title, [kind, options, made]) => {
    const written = workloadOf(workloadSchema.parse({ kind, ...BASE[kind], ...options }));
    expect(made()).toEqual(written);
  });

  it.each(Object.entries(RUNS))("%s has figures", (title, [kind, , made]) => {
    const workload: Workload = made();
    const instanceType = ELSEWHERE[title] ?? "p5.48xlarge";
    const figures = figuresOf(
      designOf(p5({ pool: { instanceType, nodes: { min: 0, max: kind === "fine-tuning" ? 8 : 128 } } }), workload),
    );
    if (kind === "inference") expect(figures.serving?.tokensPerSecondPerReplica ?? null).not.toBeNull();
    else expect(figures.run?.usd ?? null).not.toBeNull();
  });
});
