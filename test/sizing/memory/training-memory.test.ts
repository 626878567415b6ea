import fc from "fast-check";
import { modelArchitecture } from "../../../lib/catalog/models";
import { hostBytesPerNode } from "../../../lib/sizing/memory/host-memory";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { trainingMemory } from "../../../lib/sizing/memory/training-memory";
import { SINGLE_GPU } from "../../../lib/sizing/parallelism/parallel-layout";
import { adapterOf, QLORA_STATE } from "../../../lib/sizing/time/fine-tuning";
import { GIB } from "../../../lib/units/bytes";

const job = {
  model: modelArchitecture("llama-3.1-70b"),
  state: TRAINING_PRECISIONS["bf16-adam-fp32-grad"],
  sequenceLength: 8192,
  globalBatchSequences: 1024,
  attention: "flash" as const,
  dropout: false,
};

describe("trainingMemory", () => {
  it("holds 18 bytes of state for each of 70.6 billion parameters on one GPU", () => {
    const { weights, gradients, optimizer } = trainingMemory(job, SINGLE_GPU);
    expect(weights + gradients + optimizer).toBe(18 * 70553706496);
  });

  it("adds up to its total", () => {
    const m = trainingMemory(job, { ...SINGLE_GPU, tensor: 8, sequenceParallel: true });
    const parts = m.weights + m.gradients + m.optimizer + m.activations + m.temporary + m.framework;
    expect(parts / m.total.expected).toBeCloseTo(1, 9);
  });

  it("divides experts over tensor ranks, over expert ranks, and over both", () => {
    const mixture = { ...job, model: modelArchitecture("mixtral-8x7b") };
    const weights = (layout: object) => trainingMemory(mixture, { ...SINGLE_GPU, ...layout }).weights;
    const alone = weights({});
    expect(weights({ tensor: 8, sequenceParallel: true }) / alone).toBeCloseTo(1 / 8, 3);
    expect(weights({ expert: 4, expertTensor: 2, data: 8 })).toBe(weights({ expert: 8, data: 8 }));
    expect(weights({ tensor: 8, expert: 8, sequenceParallel: true })).toBe(
      weights({ tensor: 8, sequenceParallel: true }),
    );
  });

  it("holds a stage's weights and gradients whole where FSDP runs in a pipeline", () => {
    const layout = { ...SINGLE_GPU, tensor: 8, sequenceParallel: true, data: 8, zeroStage: 3 as const };
    const stage = (pipeline: number) => trainingMemory(job, { ...layout, pipeline, recompute: "full" });
    // an eighth of 70.6 billion parameters over 8 stages, 2 bytes of weights and 4 of gradients each
    expect(stage(8).temporary / 1e9).toBeGreaterThan((6 * 70.5e9) / 64 / 1e9);
    const matrix = trainingMemory({ ...job, gather: "matrix" }, { ...layout, pipeline: 8, recompute: "full" });
    expect(matrix.temporary).toBeLessThan(stage(8).temporary / 3);
  });

  it("gathers sequences over the tensor ranks, 4 bytes for each token and hidden unit", () => {
    const long = { ...job, gather: "matrix" as const };
    const tensor = { ...SINGLE_GPU, tensor: 8, recompute: "none" as const };
    const apart = trainingMemory(long, tensor).temporary;
    const shared = trainingMemory(long, { ...tensor, sequenceParallel: true }).temporary;
    // the logits' input is shared too: 4 h bytes a token less seven eighths
    expect((shared - apart) / (8192 * 8192)).toBeCloseTo(4 - 4 * (7 / 8), 3);
  });

  it("keeps the range around the expected figure", () => {
    const { total } = trainingMemory(job, { ...SINGLE_GPU, tensor: 8, sequenceParallel: true, data: 8, zeroStage: 1 });
    expect(total.low).toBeLessThan(total.expected);
    expect(total.expected).toBeLessThan(total.high);
  });

  it("fits QLoRA of 65 billion parameters on one GPU of 48 GB, as its paper shows", () => {
    const model = modelArchitecture("llama-65b");
    const memory = trainingMemory(
      {
        ...job,
        model,
        state: QLORA_STATE,
        sequenceLength: 512,
        adapter: { ...adapterOf(model, "qlora", 64), prepared: false },
      },
      { ...SINGLE_GPU, recompute: "full" },
    );
    expect(memory.total.expected / 1e9).toBeLessThan(48.5);
    expect(memory.total.expected / 1e9).toBeGreaterThan(40);
  });

  it("calls borderline what is: QLoRA of 33 billion parameters on 24 GiB, and ZeRO 3 of 530 billion on 560 GPUs of 80 GiB", () => {
    const model = modelArchitecture("llama-33b");
    const qlora = trainingMemory(
      {
        ...job,
        model,
        state: QLORA_STATE,
        sequenceLength: 512,
        adapter: { ...adapterOf(model, "qlora", 64), prepared: false },
      },
      { ...SINGLE_GPU, recompute: "full" },
    ).total;
    // its paper fits
    expect(qlora.expected / GIB).toBeLessThan(24);
    expect(qlora.high / GIB).toBeGreaterThan(24);
    const zero3 = {
      ...SINGLE_GPU,
      data: 560,
      microBatchSequences: 2,
      zeroStage: 3 as const,
      recompute: "full" as const,
    };
    const large = {
      ...job,
      model: modelArchitecture("megatron-530b"),
      sequenceLength: 2048,
      globalBatchSequences: 2240,
    };
    const { expected, high } = trainingMemory({ ...large, attention: "unfused", dropout: true }, zero3).total;
    // published as out of memory
    expect(expected / GIB).toBeLessThan(80);
    expect(high / GIB).toBeGreaterThan(80);
  });

  const layouts = fc.record({
    tensor: fc.constantFrom(1, 2, 4, 8),
    pipeline: fc.constantFrom(1, 2, 4, 8),
    data: fc.constantFrom(1, 2, 4, 8, 16),
    microBatchSequences: fc.constantFrom(1, 2),
    zeroStage: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    recompute: fc.constantFrom("none" as const, "elementwise" as const, "full" as const),
  });
  const layout = layouts.map((chosen) => ({ ...SINGLE_GPU, ...chosen, sequenceParallel: chosen.tensor > 1 }));

  it("never needs less state in total on more GPUs", () => {
    fc.assert(
      fc.property(layout, (chosen) => {
        const total = (data: number) => {
          const m = trainingMemory(job, { ...chosen, data });
          return data * (m.weights + m.gradients + m.optimizer + m.activations + m.framework);
        };
        expect(total(2 * chosen.data)).toBeGreaterThanOrEqual(total(chosen.data) * 0.999999);
      }),
    );
  });

  it("never needs less activation memory for a larger microbatch", () => {
    fc.assert(
      fc.property(layout, (chosen) => {
        const smaller = trainingMemory(job, { ...chosen, microBatchSequences: 1 });
        const larger = trainingMemory(job, { ...chosen, microBatchSequences: 2 });
        expect(larger.activations).toBeGreaterThanOrEqual(smaller.activations);
      }),
    );
  });

  it("never needs less activation memory for a larger global batch", () => {
    fc.assert(
      fc.property(layout, (chosen) => {
        const larger = trainingMemory({ ...job, globalBatchSequences: 4096 }, chosen);
        expect(larger.activations).toBeGreaterThanOrEqual(trainingMemory(job, chosen).activations);
      }),
    );
  });

  it("never needs more memory for a higher ZeRO stage without gathering, or for more recomputation", () => {
    fc.assert(
      fc.property(layout, (chosen) => {
        const kept = (zeroStage: 0 | 1 | 2, recompute: "none" | "elementwise" | "full") => {
          const m = trainingMemory(job, { ...chosen, zeroStage, recompute });
          return m.weights + m.gradients + m.optimizer + m.activations;
        };
        expect(kept(1, "none")).toBeLessThanOrEqual(kept(0, "none"));
        expect(kept(2, "none")).toBeLessThanOrEqual(kept(1, "none"));
        expect(kept(0, "elementwise")).toBeLessThanOrEqual(kept(0, "none"));
        expect(kept(0, "full")).toBeLessThanOrEqual(kept(0, "elementwise"));
      }),
    );
  });
});

describe("hostBytesPerNode", () => {
  // DeepSpeed's page on memory, T5 3B on one node of eight GPUs, with zero_init
  it.each([
    ["optimizer", 63.72],
    ["optimizer-and-weights", 71.69],
    ["none", 0],
  ] as const)("goes from the state alone to what DeepSpeed estimates: offload %s", (offload, published) => {
    const { low, high } = hostBytesPerNode(2851e6, { ...SINGLE_GPU, data: 8, zeroStage: 3, offload }, 8);
    expect(high / GIB).toBeCloseTo(published, 1);
    expect(low).toBeCloseTo(high / 1.5);
  });

  it("is divided over the nodes", () => {
    const of = (data: number) => hostBytesPerNode(8e9, { ...SINGLE_GPU, data, zeroStage: 3, offload: "optimizer" }, 8);
    expect(of(16).low).toBe(of(8).low / 2);
    expect(of(1).low).toBe(of(8).low);
  });
});
