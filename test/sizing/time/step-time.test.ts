import fc from "fast-check";
import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { interconnect } from "../../../lib/sizing/fabric/interconnect";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { SINGLE_GPU } from "../../../lib/sizing/parallelism/parallel-layout";
import { utilizationText } from "../../../lib/sizing/parallelism/plan-explanation";
import { stepFamily } from "../../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE, publishedSpread } from "../../../lib/sizing/spread/published-spread";
import { gpuSpec } from "../../../lib/sizing/time/kernel-efficiency";
import type { TrainingJob } from "../../../lib/sizing/time/step-context";
import { totalSeconds } from "../../../lib/sizing/time/step-parts";
import { daysToTrain, stepTime } from "../../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";
import { publishedModel } from "../../../scripts/validation/section";

const a100 = accelerator("A100-SXM-80GB");

const job: TrainingJob = {
  model: modelArchitecture("megatron-175b"),
  sequenceLength: 2048,
  globalBatchSequences: 64,
  precision: "bf16",
  state: TRAINING_PRECISIONS["fp16-adam-fp32-grad"],
  gpu: gpuSpec(a100),
  link: interconnect(a100, 8, { kind: "infiniband", gbpsPerNode: 1600, gpusPerNode: 8 }),
  software: TRAINING_SOFTWARE["megatron-2022"],
};
const layout = { ...SINGLE_GPU, tensor: 8, pipeline: 8, virtualStages: 3 };

describe("stepTime", () => {
  it("is within a tenth of Korthikanti's 18.13 s with full and 13.75 s with selective recomputation", () => {
    const full = stepTime(job, { ...layout, recompute: "full" }).seconds.expected;
    const selective = stepTime(job, { ...layout, recompute: "selective", sequenceParallel: true }).seconds.expected;
    expect(Math.abs(full / 18.13 - 1)).toBeLessThan(0.1);
    expect(Math.abs(selective / 13.75 - 1)).toBeLessThan(0.1);
  });

  it("adds up its parts", () => {
    const step = stepTime(job, layout);
    expect(totalSeconds(step.parts)).toBe(step.seconds.expected);
  });

  it("states a range at least as wide as published runs of the family lie apart, but no run above the best GEMM measured", () => {
    const own = stepTime(job, layout, OWN_RANGE_ALONE);
    const { low, high } = publishedSpread(stepFamily(job));
    expect(stepTime(job, layout).seconds.high).toBeGreaterThanOrEqual(high * own.seconds.expected);
    expect(stepTime(job, layout).seconds.low).toBeLessThanOrEqual(low * own.seconds.expected);
    const slow = stepTime(job, layout, { ...OWN_RANGE_ALONE, low: 0.01, high: 5 });
    expect(slow.seconds.expected).toBe(own.seconds.expected);
    expect(slow.tokensPerSecond.low).toBeCloseTo(own.tokensPerSecond.expected / 5, 9);
    // 271.2 of 312 TFLOP/s (MAMF)
    expect(slow.causalFlopsUtilization.high).toBeCloseTo(271.2 / 312, 9);
    const unmeasured = { ...job, gpu: { ...job.gpu, name: "unmeasured" } };
    const sheet = stepTime(unmeasured, layout, { ...OWN_RANGE_ALONE, low: 0.01 });
    expect(sheet.causalFlopsUtilization.high).toBeCloseTo(1, 9);
  });

  describe("of a mixture of experts", () => {
    const b200 = accelerator("B200-SXM-180GB");
    const mixture: TrainingJob = {
      ...job,
      model: modelArchitecture("qwen3-30b-a3b"),
      sequenceLength: 4096,
      globalBatchSequences: 512,
      precision: "fp8",
      state: TRAINING_PRECISIONS["bf16-adam"],
      gpu: gpuSpec(b200),
      link: interconnect(b200, 8, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 }),
      software: TRAINING_SOFTWARE["megatron-core"],
    };
    const experts = (microBatchSequences: number) => ({ ...SINGLE_GPU, data: 8, expert: 8, microBatchSequences });

    it("waits for the host with one sequence at a time: 27.05 s in Megatron-Bridge 26.02, 9.82 s with four", () => {
      expect(Math.abs(stepTime(mixture, experts(1)).seconds.expected / 27.05 - 1)).toBeLessThan(0.1);
      expect(Math.abs(stepTime(mixture, experts(4)).seconds.expected / 9.82 - 1)).toBeLessThan(0.1);
    });

    it("sums the gradients of experts that fill a node over each GPU's own card alone", () => {
      const quick = { ...mixture, software: { ...mixture.software, dataOverlap: 0 } };
      const exchange = (expert: number) =>
        stepTime(quick, { ...experts(1), data: 64, expert, zeroStage: 1 }).parts.data;
      // 29 billion parameters of experts over 8 GPUs, 2 + 2 bytes each: 7/8 of them at 47 GB/s; over 64 GPUs nothing
      expect(exchange(8) - exchange(64)).toBeGreaterThan(((29e9 / 8) * 4 * 7) / 8 / 50e9);
      expect(exchange(8) - exchange(64)).toBeLessThan(((29e9 / 8) * 4 * 7) / 8 / 40e9);
    });

    it("divides experts over tensor ranks where nothing else divides them, at the dense layers' traffic", () => {
      const tensor = { ...SINGLE_GPU, tensor: 4, data: 2, sequenceParallel: true };
      const asOne = stepTime(mixture, tensor).parts;
      expect(stepTime(mixture, { ...tensor, expertTensor: 4 }).parts).toEqual(asOne);
      expect(asOne.expert).toBe(0);
      const both = stepTime(mixture, { ...tensor, expert: 2, expertTensor: 4 }).parts;
      const apart = stepTime(mixture, { ...tensor, expert: 2 }).parts;
      expect(both.tensor).toBeGreaterThan(apart.tensor);
      // ranks of a sequence send their own tokens to experts elsewhere, so that only attention gathers them
      expect(apart.tensor / asOne.tensor).toBeCloseTo(0.5, 9);
    });

    it("adds biases of experts kernel by kernel, but not where the step is one graph", () => {
      const biased = { ...mixture, model: { ...mixture.model, biases: "all" as const } };
      const more = stepTime(biased, experts(4)).parts.elementwise - stepTime(mixture, experts(4)).parts.elementwise;
      // 8 of 128 experts of 2,048 hidden units, 48 layers, 64 sequences a GPU, 2.6 x 25 bytes at three quarters of 8 TB/s
      expect(more / ((64 * 4096 * 8 * 2048 * 48 * 65) / 6e12)).toBeCloseTo(1, 1);
      const graphs = { software: TRAINING_SOFTWARE["megatron-core-graphs"] };
      const inGraph = (run: TrainingJob) => stepTime({ ...run, ...graphs }, experts(4)).parts.elementwise;
      expect(inGraph(biased)).toBe(inGraph(mixture));
    });

    it("does not wait where the step is one graph, and dense models never do", () => {
      const graphs = { ...mixture, software: TRAINING_SOFTWARE["megatron-core-graphs"] };
      expect(stepTime(graphs, experts(1)).parts.expertLaunch).toBe(0);
      expect(stepTime(job, layout).parts.expertLaunch).toBe(0);
    });
  });

  describe("of experts in plain PyTorch", () => {
    const granite = publishedModel("granite-3.0-3b-a800m");
    const tokens = { sequenceLength: 279, globalBatchSequences: 8, precision: "bf16" as const };
    const run: TrainingJob = {
      ...{ ...job, ...tokens, model: granite, state: TRAINING_PRECISIONS["bf16-pure-adam"] },
      software: TRAINING_SOFTWARE["transformers-4"],
    };
    const one = { ...SINGLE_GPU, data: 1, microBatchSequences: 8, recompute: "full" as const };

    it("waits for the host, which loops over 40 experts: 1.14 s for 2,232 tokens in fms-acceleration", () => {
      const { seconds, parts } = stepTime(run, one);
      expect(Math.abs(seconds.expected / 1.14 - 1)).toBeLessThan(0.1);
      expect(parts.expertLaunch / seconds.expected).toBeGreaterThan(0.5);
    });

    it("waits for layers alone where one kernel multiplies all experts", () => {
      const grouped = { ...run, software: TRAINING_SOFTWARE.transformers };
      // 32 layers, forward twice and backward; less what the GPU computes meanwhile
      const layer = stepTime(grouped, one).parts.expertLaunch / 32 / 3;
      expect(layer).toBeGreaterThan(0.5e-3);
      expect(layer).toBeLessThan(2.2e-3);
      expect(stepTime(grouped, one).seconds.expected).toBeLessThan(stepTime(run, one).seconds.expected / 3);
    });
  });

  it.each([
    ["A100-SXM-80GB", 0.88],
    ["H100-SXM-80GB", 0.79],
    ["B200-SXM-180GB", 0.66],
  ])("lets flash attention with heads of 64 on %s reach %d of the rate of heads of 128", (name, share) => {
    const gpu = gpuSpec(accelerator(name));
    const shape = modelArchitecture("llama-2-7b");
    const of = (size: number) => {
      const heads = { attentionHeads: 4096 / size, kvHeads: 4096 / size, headDim: size };
      const run = { ...job, model: { ...shape, ...heads }, gpu, software: TRAINING_SOFTWARE["megatron-core"] };
      return stepTime(run, { ...SINGLE_GPU, tensor: 8 }).parts.attention;
    };
    expect(of(128) / of(64)).toBeCloseTo(share, 2);
    expect(of(256)).toBeLessThan(of(128));
  });

  it("gives the bubble as (p-1)/(v m) of the layers' work", () => {
    const { parts } = stepTime(job, { ...layout, virtualStages: 1 });
    const interleaved = stepTime(job, layout).parts;
    expect(parts.pipelineBubble / interleaved.pipelineBubble).toBeCloseTo(3, 10);
  });

  it("counts attention between all pairs of tokens in MFU, of which kernels compute half: long sequences come above it", () => {
    const [model, h100] = [modelArchitecture("llama-3.1-8b"), accelerator("H100-SXM-80GB")];
    const of = (sequenceLength: number) =>
      stepTime(
        {
          ...job,
          model,
          sequenceLength,
          software: TRAINING_SOFTWARE["megatron-core"],
          gpu: gpuSpec(h100),
          link: interconnect(h100, 8, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 }),
        },
        { ...SINGLE_GPU, tensor: 8 },
      );
    const ratio = ({ modelFlopsUtilization: papers, causalFlopsUtilization: causal }: ReturnType<typeof of>) =>
      papers.expected / causal.expected;
    expect(ratio(of(2048))).toBeLessThan(1.05);
    expect(ratio(of(1_048_576))).toBeGreaterThan(1.9);
    expect(of(1_048_576).modelFlopsUtilization.high).toBeGreaterThan(1);
    expect(of(1_048_576).causalFlopsUtilization.high).toBeLessThanOrEqual(1 + 1e-9);
    const { modelFlopsUtilization, causalFlopsUtilization } = of(1_048_576);
    expect(utilizationText(modelFlopsUtilization, causalFlopsUtilization)).toMatch(
      /^\d\S* % MFU \(\d\S* % with the causal half of attention alone\)$/,
    );
    expect(utilizationText(causalFlopsUtilization, causalFlopsUtilization)).toMatch(/^\d\S* % MFU$/);
  });

  it("counts recomputation in the hardware's utilization alone", () => {
    const step = stepTime(job, { ...layout, recompute: "full" });
    const ratio = step.hardwareFlopsUtilization.expected / step.modelFlopsUtilization.expected;
    expect(ratio).toBeGreaterThan(1.3);
    expect(ratio).toBeLessThan(1.34);
  });

  it("hides gradients behind compute only where the software does", () => {
    const wide = { ...layout, data: 8 };
    const large = { ...job, globalBatchSequences: 512 };
    const open = stepTime(large, wide).parts.data;
    const hidden = stepTime({ ...large, software: TRAINING_SOFTWARE["megatron-core"] }, wide).parts.data;
    expect(hidden).toBeLessThan(open);
  });

  it("loses speed on a thinner fabric, never gains", () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 4, 8), fc.integer({ min: 1, max: 16 }), (data, oversubscription) => {
        const wide = { ...layout, data };
        const thin = { ...job, link: { ...job.link, oversubscription } };
        expect(stepTime(thin, wide).seconds.expected).toBeGreaterThanOrEqual(stepTime(job, wide).seconds.expected);
      }),
    );
  });

  it("never takes less time for a larger batch", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 }), (few, more) => {
        const time = (n: number) => stepTime({ ...job, globalBatchSequences: n * 8 }, layout).seconds.expected;
        expect(time(few + more)).toBeGreaterThan(time(few));
      }),
    );
  });

  it("keeps its range around the expected figure", () => {
    const { seconds } = stepTime(job, layout);
    expect(seconds.low).toBeLessThan(seconds.expected);
    expect(seconds.expected).toBeLessThan(seconds.high);
  });
});

describe("daysToTrain", () => {
  it("takes three to four months for 300 billion tokens of GPT-3 on 384 A100, as SC'21 does (84 days)", () => {
    const large = { ...job, globalBatchSequences: 1536, software: TRAINING_SOFTWARE["megatron-2021"] };
    const step = stepTime(large, { ...SINGLE_GPU, tensor: 8, pipeline: 12, data: 4, recompute: "full" });
    const { expected } = daysToTrain(step, 300e9);
    expect(Math.abs(expected / 84 - 1)).toBeLessThan(0.1);
  });

  it("is linear in tokens", () => {
    const step = stepTime(job, layout);
    const batch = job.globalBatchSequences * job.sequenceLength;
    expect(daysToTrain(step, 300 * batch).expected).toBeCloseTo(3 * daysToTrain(step, 100 * batch).expected, 12);
  });

  it("rejects no tokens", () => {
    expect(() => daysToTrain(stepTime(job, layout), 0)).toThrow(
      "days to train: tokens must be a number from 1 to 1000000000000000000 tokens, got 0; use 1 or more",
    );
  });
});
