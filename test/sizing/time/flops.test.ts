import { modelArchitecture } from "../../../lib/catalog/models";
import { forwardFlopsPerToken, hardwareFlopsPerToken, trainingFlopsPerToken } from "../../../lib/sizing/time/flops";

describe("hardwareFlopsPerToken", () => {
  // Narayanan et al. 2021 (arXiv 2104.04473), equation 3: F = 96 B s l h^2 (1 + s/6h + V/16lh), full recomputation.
  it.each(["megatron-1.7b", "megatron-18.4b", "megatron-145.6b", "megatron-1008b"])(
    "gives Megatron's formula for %s",
    (name) => {
      const model = modelArchitecture(name);
      const { layers: l, hiddenSize: h, vocabularySize: v } = model;
      const s = 2048;
      const formula = 96 * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
      expect(hardwareFlopsPerToken(model, s, "full") / formula).toBeCloseTo(1, 2);
    },
  );
});

describe("trainingFlopsPerToken", () => {
  it("is near six for each parameter at short sequences", () => {
    const model = modelArchitecture("llama-3.1-405b");
    expect(trainingFlopsPerToken(model, 1) / (6 * 405.85e9)).toBeCloseTo(1, 1);
  });

  it("counts frozen linear layers twice, attention's products three times", () => {
    const model = modelArchitecture("llama-2-70b");
    const forward = forwardFlopsPerToken(model, 4096);
    const lora = trainingFlopsPerToken(model, 4096, "full", true);
    expect(lora).toBe(2 * (forward.total - forward.attentionCore) + 3 * forward.attentionCore);
    const again = hardwareFlopsPerToken(model, 4096, "full", "full", true) - lora;
    expect(again / (forward.total - forward.head)).toBeCloseTo(1, 9);
  });

  it("counts only the experts that a token passes through", () => {
    expect(trainingFlopsPerToken(modelArchitecture("deepseek-v3"), 4096) / 1e9).toBeLessThan(300);
  });

  it("counts half the attention when it is causal", () => {
    const model = modelArchitecture("llama-3.1-8b");
    const full = forwardFlopsPerToken(model, 8192, "full").attentionCore;
    expect(forwardFlopsPerToken(model, 8192, "causal").attentionCore).toBe(full / 2);
  });

  it("counts no more than the window for a sliding-window model", () => {
    const model = modelArchitecture("mistral-7b-v0.1");
    const short = forwardFlopsPerToken(model, 8192).attentionCore;
    expect(forwardFlopsPerToken(model, 32768).attentionCore).toBe(short);
  });
});
