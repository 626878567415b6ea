import { designOf } from "../../lib/review/design";
import { reviewDesign } from "../../lib/review/review";
import { images } from "./batch-work";
import { CHAT_8B, LLAMA_70B, p5 } from "./p5-cluster";

const reviewed = (workload: unknown) => () => reviewDesign(designOf(p5(), workload as typeof LLAMA_70B));

describe("the review's workload", () => {
  it.each([
    [{ ...LLAMA_70B, tokens: Number.NaN }, "workload.tokens must be a number from 1"],
    [{ ...LLAMA_70B, tokens: 0 }, "workload.tokens must be a number from 1"],
    [{ ...LLAMA_70B, sequenceLength: 0 }, "workload.sequenceLength must be a whole number from 1"],
    [{ ...LLAMA_70B, globalBatchSequences: 1.5 }, "workload.globalBatchSequences must be a whole number"],
    [{ ...LLAMA_70B, meanSampleTokens: 0 }, "workload.meanSampleTokens must be a number above 0"],
    [
      { ...LLAMA_70B, meanSampleTokens: LLAMA_70B.sequenceLength + 1 },
      `workload.meanSampleTokens must be at most sequenceLength (${LLAMA_70B.sequenceLength})`,
    ],
    [{ ...LLAMA_70B, optimizer: "adam" }, "workload.optimizer must be adamw or adamw-8bit"],
    [
      { ...LLAMA_70B, optimizer: "adamw-8bit" },
      'workload.optimizer must be adamw or muon with framework "megatron-core" (the default), got adamw-8bit; use framework deepspeed, axolotl, trl, peft, llama-factory, or optimizer adamw',
    ],
    [
      { ...LLAMA_70B, framework: "nxd", masterWeights: "none" },
      'workload.masterWeights must be fp32 with framework "nxd", got none; use framework torchtitan',
    ],
    [
      { ...LLAMA_70B, kind: "fine-tuning", method: "lora", loraRank: 8, framework: "peft", masterWeights: "none" },
      "workload.masterWeights must be fp32 with adapters, whose weights are in FP32, got none; omit it",
    ],
    [
      { ...LLAMA_70B, framework: "deepspeed", optimizer: "lion", parallelism: { offload: "optimizer" } },
      'workload.optimizer must be adamw with parallelism.offload "optimizer", which runs Adam on the host, got lion; omit one of the two',
    ],
    [
      { ...LLAMA_70B, parallelism: { offload: "nvme" } },
      'workload.parallelism.offload must be none or optimizer or optimizer-and-weights, got nvme, whose time depends on how the node\'s disks are striped; use "optimizer-and-weights"',
    ],
    [{ ...LLAMA_70B, datasetGB: -1 }, "workload.datasetGB must be a number above 0"],
    [{ ...LLAMA_70B, deadlineDays: Number.NaN }, "workload.deadlineDays must be a number above 0"],
    [{ ...LLAMA_70B, checkpointMinutes: -1 }, "workload.checkpointMinutes must be a number above 0"],
    [{ ...LLAMA_70B, egressTBPerMonth: -5 }, "workload.egressTBPerMonth must be a number from 0"],
    [{ ...LLAMA_70B, kind: "trainning" }, "workload.kind must be training or fine-tuning or inference or batch"],
    [
      { ...LLAMA_70B, kind: "fine-tuning", method: "lora", loraRank: 0 },
      "workload.loraRank must be a whole number from 1",
    ],
    [
      { ...LLAMA_70B, kind: "fine-tuning", method: "full", loraRank: 16 },
      'workload.loraRank is only for adapters and has no effect with method "full", got 16; omit it, or use method "lora"',
    ],
    [
      { ...CHAT_8B, loraAdapters: 0, loraRank: 8 },
      "workload.loraRank is only for adapters and has no effect with loraAdapters 0, got 8; omit it, or set loraAdapters",
    ],
    [{ ...LLAMA_70B, deadlineDay: 3 }, "workload.deadlineDay is not a prop; known are kind, model, tokens"],
    [{ ...CHAT_8B, loraRanks: 8 }, "workload.loraRanks is not a prop; "],
    [{ ...LLAMA_70B, parallelism: { tensr: 8 } }, "workload.parallelism.tensr is not a prop; did you mean tensor"],
    [
      { ...LLAMA_70B, model: { ...LLAMA_70B.model, qkNrom: true } },
      "workload.model.qkNrom is not a prop; did you mean qkNorm",
    ],
    [{ ...images(), units: 0 }, "workload.units must be a number above 0"],
    [{ ...images(), gpusPerTask: 1.5 }, "workload.gpusPerTask must be a whole number from 1"],
    [{ ...images(), benchmark: "sdxl" }, "workload.benchmark must be stable-diffusion-xl or"],
    [{ ...images(), benchmark: null }, "workload needs either benchmark or unitsPerHourPerGpu, got neither"],
    [{ ...images(), unitsPerHourPerGpu: 5 }, "workload needs either benchmark or unitsPerHourPerGpu, got both"],
    [{ ...CHAT_8B, requestsPerSecond: 0 }, "workload.requestsPerSecond must be a number above 0"],
    [{ ...CHAT_8B, promptTokens: 0 }, "workload.promptTokens must be a number from 1"],
    [
      { ...CHAT_8B, loraAdapters: 8, loraRank: null },
      "workload.loraRank must be 1 to 4096 with 8 adapters, got null; use the highest rank of the adapters",
    ],
    [{ ...CHAT_8B, precision: "bf61" }, "workload.precision must be bf16"],
    [{ ...CHAT_8B, timeToFirstTokenSeconds: 0 }, "workload.timeToFirstTokenSeconds must be a number above 0"],
  ])("is refused with its own prop named: %#", (workload, message) => {
    expect(reviewed(workload)).toThrow(message);
  });

  it("is refused once with all that is wrong", () => {
    const both = reviewed({ ...LLAMA_70B, tokens: -1, datasetGB: 0 });
    expect(both).toThrow("workload.tokens");
    expect(both).toThrow("workload.datasetGB");
  });
});
