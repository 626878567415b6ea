import fc from "fast-check";
import { modelArchitecture } from "../../../lib/catalog/models";
import { activationBytesPerLayer, firstStageLayers } from "../../../lib/sizing/memory/activations";
import { SINGLE_GPU } from "../../../lib/sizing/parallelism/parallel-layout";

const gpt = modelArchitecture("gpt-3-175b");
const s = 2048;
const h = gpt.hiddenSize;
const a = gpt.attentionHeads;
const t = 8;
const options = { sequenceLength: s, attention: "unfused" as const, dropout: true };

describe("activationBytesPerLayer", () => {
  // Korthikanti et al. 2022 (arXiv 2205.05198), table 2, microbatch 1.
  it.each([
    ["without parallelism", { ...SINGLE_GPU }, s * h * (34 + (5 * a * s) / h)],
    ["tensor parallel", { ...SINGLE_GPU, tensor: t }, s * h * (10 + 24 / t + (5 * a * s) / (h * t))],
    [
      "tensor and sequence parallel",
      { ...SINGLE_GPU, tensor: t, sequenceParallel: true },
      s * h * (34 / t + (5 * a * s) / (h * t)),
    ],
    [
      "tensor parallel and selective",
      { ...SINGLE_GPU, tensor: t, recompute: "selective" as const },
      s * h * (10 + 24 / t),
    ],
    [
      "tensor and sequence parallel and selective",
      { ...SINGLE_GPU, tensor: t, sequenceParallel: true, recompute: "selective" as const },
      (s * h * 34) / t,
    ],
    ["full recomputation", { ...SINGLE_GPU, recompute: "full" as const }, s * h * 2],
  ])("gives the paper's formula %s", (_, layout, bytes) => {
    expect(activationBytesPerLayer(gpt, layout, options)).toBeCloseTo(bytes, 3);
  });

  it("keeps no score matrix with flash attention, only its row sums", () => {
    const flash = activationBytesPerLayer(gpt, SINGLE_GPU, { ...options, attention: "flash" });
    expect(flash).toBe(s * (34 * h + 4 * a));
  });

  describe("in plain PyTorch, operation by operation", () => {
    it("keeps no copies of what is recomputed", () => {
      const model = modelArchitecture("llama-3.1-8b");
      const layout = { ...SINGLE_GPU, recompute: "elementwise" as const };
      const plain = { sequenceLength: s, attention: "flash" as const, dropout: false };
      expect(activationBytesPerLayer(model, layout, { ...plain, unfusedElementwise: true })).toBe(
        activationBytesPerLayer(model, layout, plain),
      );
    });

    const llama = modelArchitecture("llama-2-7b");
    const tokens = { sequenceLength: 1304, attention: "flash" as const, dropout: false };
    const sequence = (more: object) => (32 * activationBytesPerLayer(llama, SINGLE_GPU, { ...tokens, ...more })) / 1e9;

    // LitGPT's table: 29.07 GB with two sequences and 21.30 with one, and 14.14 with one and 4.2 GB of weights in NF4.
    it("keeps the 7.8 GB a sequence that LitGPT measured with LoRA, and the 9.9 GB with NF4", () => {
      const adapter = { quantized: false };
      expect(Math.abs(sequence({ unfusedElementwise: true, adapter }) / 7.77 - 1)).toBeLessThan(0.03);
      expect(Math.abs(sequence({ unfusedElementwise: true, adapter: { quantized: true } }) / 9.9 - 1)).toBeLessThan(
        0.03,
      );
    });

    it("keeps 8 h and 2 f bytes a token more than fused, and frozen layers 2 h and 2 f less", () => {
      const token = (32 * 1304) / 1e9;
      expect(sequence({ unfusedElementwise: true }) - sequence({})).toBeCloseTo(token * (8 * 4096 + 2 * 11008), 6);
      expect(sequence({}) - sequence({ adapter: { quantized: false } })).toBeCloseTo(token * (2 * 4096 + 2 * 11008), 6);
    });

    it("keeps no FP32 copy of LayerNorm, which is one operation", () => {
      const neox = modelArchitecture("gpt-neox-20b");
      const bytes = (unfusedElementwise: boolean) =>
        activationBytesPerLayer(neox, SINGLE_GPU, { ...tokens, unfusedElementwise });
      expect(bytes(true)).toBe(bytes(false));
    });
  });

  it("is linear in the microbatch", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), (microBatchSequences) => {
        const one = activationBytesPerLayer(gpt, SINGLE_GPU, options);
        expect(activationBytesPerLayer(gpt, { ...SINGLE_GPU, microBatchSequences }, options)).toBeCloseTo(
          microBatchSequences * one,
          0,
        );
      }),
    );
  });
});

describe("firstStageLayers", () => {
  it("keeps a whole model's worth of layers in the plain schedule", () => {
    expect(firstStageLayers(96, { ...SINGLE_GPU, pipeline: 8 }, 64)).toBe(96);
  });

  it("keeps (p-1)/(p v) more in the interleaved one", () => {
    expect(firstStageLayers(96, { ...SINGLE_GPU, pipeline: 8, virtualStages: 3 }, 64)).toBe(96 * (1 + 7 / 24));
  });

  it("keeps no more microbatches than there are", () => {
    expect(firstStageLayers(96, { ...SINGLE_GPU, pipeline: 8 }, 2)).toBe(24);
  });
});
