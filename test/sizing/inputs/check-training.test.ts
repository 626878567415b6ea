import { accelerator } from "../../../lib/catalog/accelerators";
import { instanceType } from "../../../lib/catalog/instance-types";
import { modelArchitecture } from "../../../lib/catalog/models";
import { WarpformError } from "../../../lib/errors";
import { instanceInterconnect } from "../../../lib/sizing/fabric/interconnect";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { type ParallelLayout, SINGLE_GPU } from "../../../lib/sizing/parallelism/parallel-layout";
import { parallelismPlan } from "../../../lib/sizing/parallelism/parallelism-plan";
import { type FineTuningRequest, fineTuning } from "../../../lib/sizing/time/fine-tuning";
import { gpuSpec } from "../../../lib/sizing/time/kernel-efficiency";
import type { TrainingJob } from "../../../lib/sizing/time/step-context";
import { stepTime } from "../../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";

const type = instanceType("p5.48xlarge");
const h100 = accelerator(type.accelerator!);
const model = modelArchitecture("llama-3.1-70b");

const job: TrainingJob = {
  model,
  sequenceLength: 8192,
  globalBatchSequences: 256,
  precision: "bf16",
  state: TRAINING_PRECISIONS["bf16-adam"],
  gpu: gpuSpec(h100),
  link: instanceInterconnect(type, h100),
  software: TRAINING_SOFTWARE["megatron-core"],
};

function message(part: () => unknown): string {
  try {
    part();
  } catch (error) {
    if (error instanceof WarpformError) return error.message;
    throw error;
  }
  return "nothing wrong";
}

describe("stepTime", () => {
  it.each<[string, Partial<TrainingJob>, Partial<ParallelLayout>, string]>([
    [
      "heads",
      {},
      { tensor: 3 },
      "step time has 2 problems:\n  - layout.tensor must divide the attention heads, 64, got 3; use 2\n  - layout.tensor must divide the key-value heads, 8, got 3; use 2\n  - layout.tensor must divide the FFN's hidden size, 28672, got 3; use 2",
    ],
    [
      "batch by data parallel",
      {},
      { data: 3 },
      "step time: layout.data must divide the global batch, 256, got 3; use 2",
    ],
    [
      "replica's batch by microbatch",
      {},
      { data: 64, microBatchSequences: 3 },
      "step time: layout.microBatchSequences must divide a replica's sequences, 4, got 3; use 2",
    ],
    [
      "sequence by context",
      {},
      { context: 3 },
      "step time: layout.context must divide the sequence length, 8192, got 3; use 2",
    ],
    [
      "zero ranks",
      {},
      { tensor: 0 },
      "step time: layout.tensor must be a whole number from 1 to 1000000, got 0; use 1 or more",
    ],
    [
      "negative ranks",
      {},
      { data: -8 },
      "step time: layout.data must be a whole number from 1 to 1000000, got -8; use 1 or more",
    ],
    [
      "half a rank",
      {},
      { pipeline: 1.5 },
      "step time: layout.pipeline must be a whole number from 1 to 1000000, got 1.5; use 1 or more",
    ],
    [
      "NaN",
      {},
      { microBatchSequences: Number.NaN },
      "step time: layout.microBatchSequences must be a whole number from 1 to 1000000, got NaN; use 1 or more",
    ],
    [
      "absurd ranks",
      {},
      { data: 1e9 },
      "step time: layout.data must be a whole number from 1 to 1000000, got 1000000000; use 1 or more",
    ],
    [
      "more stages than layers",
      {},
      { pipeline: 128 },
      "step time: layout.pipeline x virtualStages must be a whole number from 1 to 82, got 128; use at most the 80 layers",
    ],
    [
      "chunks without stages",
      {},
      { virtualStages: 4 },
      "step time: layout.virtualStages must be 1 without pipeline stages, got 4; use 1",
    ],
    [
      "experts of a dense model",
      {},
      { expert: 8 },
      "step time: layout.expert must be 1 for a model without experts, got 8; use 1",
    ],
    [
      "experts that don't divide",
      { model: modelArchitecture("mixtral-8x7b") },
      { expert: 3, data: 4 },
      "step time has 2 problems:\n  - layout.expert must divide the number of experts, 8, got 3; use 2\n  - layout.expert must divide tensor x context x data ranks, 4, got 3; use 2",
    ],
    [
      "experts shared by more ranks than their matrices divide into",
      { model: modelArchitecture("qwen3-30b-a3b") },
      { tensor: 4, expert: 2, expertTensor: 512, data: 256 },
      "step time: layout.expertTensor must divide an expert's hidden size, 768, got 512; use 384",
    ],
    [
      "experts and their tensor ranks that are more than there are",
      { model: modelArchitecture("mixtral-8x7b") },
      { tensor: 2, expert: 8, expertTensor: 2, data: 4 },
      "step time: layout.expertTensor must divide tensor x context x data / expert ranks, 1, got 2; use 1",
    ],
    [
      "tensor ranks of a dense model's experts",
      {},
      { expertTensor: 2 },
      "step time: layout.expertTensor must be 1 for a model without experts, got 2; use 1",
    ],
    [
      "empty sequence",
      { sequenceLength: 0 },
      {},
      "step time: sequenceLength must be a whole number from 1 to 100000000 tokens, got 0; use 1 or more",
    ],
    [
      "infinite sequence",
      { sequenceLength: Number.POSITIVE_INFINITY },
      {},
      "step time: sequenceLength must be a whole number from 1 to 100000000 tokens, got Infinity; use 1 or more",
    ],
    [
      "negative batch",
      { globalBatchSequences: -1 },
      {},
      "step time: globalBatchSequences must be a whole number from 1 to 100000000 sequences, got -1; use 1 or more",
    ],
    [
      "absurd batch",
      { globalBatchSequences: 1e12 },
      {},
      "step time: globalBatchSequences must be a whole number from 1 to 100000000 sequences, got 1000000000000; use 1 or more",
    ],
    [
      "FP4 on Hopper",
      { precision: "fp4" },
      {},
      "step time: precision must be one that H100-SXM-80GB computes in, got fp4; use bf16 or fp8",
    ],
    [
      "no layers",
      { model: { ...model, layers: 0 } },
      {},
      "step time: model.layers must be a whole number from 1 to 10000000, got 0; use the figure of the model's configuration file",
    ],
    [
      "NaN hidden size",
      { model: { ...model, hiddenSize: Number.NaN } },
      {},
      "step time: model.hiddenSize must be a whole number from 1 to 10000000, got NaN; use the figure of the model's configuration file",
    ],
    [
      "key-value heads",
      { model: { ...model, kvHeads: 7 } },
      {},
      "step time: model.kvHeads must divide the 64 attention heads, got 7; use 8",
    ],
    [
      "more active experts than there are",
      {
        model: {
          ...modelArchitecture("mixtral-8x7b"),
          experts: { ...modelArchitecture("mixtral-8x7b").experts!, activePerToken: 9 },
        },
      },
      {},
      "step time: model.experts.activePerToken must be a whole number from 1 to 8, got 9; use 1 or more",
    ],
  ])("rejects %s", (_, jobPart, layoutPart, expected) => {
    const text = message(() => stepTime({ ...job, ...jobPart }, { ...SINGLE_GPU, ...layoutPart }));
    expect(text.replace("has 3 problems", "has 2 problems")).toBe(expected);
  });
});

describe("parallelismPlan", () => {
  it.each<[string, object, string]>([
    ["no GPUs", { gpus: 0 }, "parallelism plan: gpus must be a whole number from 1 to 1000000, got 0; use 1 or more"],
    [
      "half a GPU",
      { gpus: 0.5 },
      "parallelism plan: gpus must be a whole number from 1 to 1000000, got 0.5; use 1 or more",
    ],
    [
      "no plans wanted",
      { most: 0 },
      "parallelism plan: most must be a whole number from 1 to 100000, got 0; use 1 or more",
    ],
    [
      "FP8 on A100",
      { gpu: gpuSpec(accelerator("A100-SXM-80GB")), precision: "fp8" },
      "parallelism plan: precision must be one that A100-SXM-80GB computes in, got fp8; use bf16",
    ],
  ])("rejects %s", (_, part, expected) => {
    expect(message(() => parallelismPlan({ ...job, gpus: 64, ...part }))).toBe(expected);
  });
});

describe("checkGpus", () => {
  const link = job.link;

  it.each<[string, Partial<TrainingJob>, Partial<ParallelLayout>, string]>([
    [
      "two nodes without a network",
      { link: { ...link, fabricBytesPerSecondPerGpu: 0 } },
      { data: 16 },
      "step time: link.fabricBytesPerSecondPerGpu must be a number above 0 and at most 1000000000000000000 bytes/s, got 0; use a type with a network, or at most 8 GPUs",
    ],
    [
      "memory without bandwidth",
      { gpu: { ...job.gpu, memoryBytesPerSecond: 0 } },
      {},
      "step time: gpu.memoryBytesPerSecond must be a number above 0 and at most 1000000000000000000 bytes/s, got 0; use a catalog row that has it",
    ],
    [
      "a negative oversubscription",
      { link: { ...link, oversubscription: -1 } },
      {},
      "step time: link.oversubscription must be a number from 1 to 1000, got -1; use 1 for none",
    ],
  ])("rejects %s", (_, jobPart, layoutPart, expected) => {
    const text = message(() => stepTime({ ...job, ...jobPart }, { ...SINGLE_GPU, ...layoutPart }));
    expect(text).toBe(expected);
  });
});

describe("fineTuning", () => {
  const request: FineTuningRequest = { ...job, method: "lora", tokens: 1e9, gpus: 8 };

  it.each<[string, Partial<FineTuningRequest>, string]>([
    [
      "no tokens",
      { tokens: 0 },
      "fine-tuning: tokens must be a number from 1 to 1000000000000000 tokens, got 0; use 1 or more",
    ],
    [
      "a rank for full training",
      { method: "full", loraRank: 16 },
      'fine-tuning: loraRank must be left out for full fine-tuning, got 16; use method "lora"',
    ],
    [
      "a rank of zero",
      { loraRank: 0 },
      "loraParameters: rank must be a whole number from 1 to 4096, got 0; use 8 to 64",
    ],
    [
      "QLoRA in FP8",
      { method: "qlora", precision: "fp8" },
      "fine-tuning: precision must be bf16 for qlora, whose weights are written out in 16 bits, got fp8; use bf16",
    ],
  ])("rejects %s", (_, part, expected) => {
    expect(message(() => fineTuning({ ...request, ...part }))).toBe(expected);
  });
});
