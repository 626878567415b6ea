import { modelArchitecture } from "../../../lib/catalog/models";
import {
  BITS_PER_WEIGHT,
  kvBytesPerRequest,
  kvBytesPerToken,
  stateBytesPerParameter,
  TRAINING_PRECISIONS,
  weightsBytes,
} from "../../../lib/sizing/memory/model-memory";

describe("stateBytesPerParameter", () => {
  // Rajbhandari et al. 2020 (arXiv 1910.02054), figure 1: 7.5 billion parameters, 64 data-parallel ranks, GB.
  it.each([
    [0, 120],
    [1, 31.4],
    [2, 16.6],
    [3, 1.9],
  ] as const)("gives ZeRO's figure 1 at stage %d", (stage, gigabytes) => {
    const bytes = 7.5e9 * stateBytesPerParameter(TRAINING_PRECISIONS["bf16-adam"], stage, 64);
    expect(bytes / 1e9).toBeCloseTo(gigabytes, 1);
  });

  // Megatron-LM's README on its distributed optimizer: 20 | 4 + 16/d, 18 | 6 + 12/d, 16 | 8 + 8/d.
  it.each([
    ["fp16-adam-fp32-grad", 20],
    ["bf16-adam-fp32-grad", 18],
    ["fp32-adam", 16],
  ] as const)("keeps as many bytes as Megatron-LM for %s", (name, bytes) => {
    expect(stateBytesPerParameter(TRAINING_PRECISIONS[name], 0, 8)).toBe(bytes);
  });

  it("divides Megatron's BF16 optimizer as 6 + 12/d", () => {
    expect(stateBytesPerParameter(TRAINING_PRECISIONS["bf16-adam-fp32-grad"], 1, 8)).toBe(6 + 12 / 8);
  });
});

describe("BITS_PER_WEIGHT", () => {
  it("gives double quantization the 0.127 bits a parameter of the QLoRA paper", () => {
    expect(BITS_PER_WEIGHT["nf4-double-quantized"] - 4).toBeCloseTo(0.127, 3);
  });
});

describe("weightsBytes", () => {
  it("is two bytes a parameter in BF16", () => {
    expect(weightsBytes(modelArchitecture("llama-3.1-8b"), "bf16")).toBe(2 * 8030261248);
  });

  it("keeps embedding and output head in BF16 when the rest is FP8", () => {
    expect(weightsBytes(modelArchitecture("llama-3.1-70b"), "fp8") / 1e9).toBeCloseTo(72.66, 1);
  });
});

describe("kvBytesPerToken", () => {
  it("takes 800 KiB a token for the shape of OPT-13B, as the vLLM paper counts", () => {
    expect(kvBytesPerToken(modelArchitecture("opt-13b")) / 1024).toBe(800);
  });

  it("takes 70 KB a token for DeepSeek-V3, as its authors count", () => {
    expect(kvBytesPerToken(modelArchitecture("deepseek-v3")) / 1000).toBeCloseTo(70.272, 3);
  });

  it("halves in FP8", () => {
    const model = modelArchitecture("llama-3.1-70b");
    expect(kvBytesPerToken(model, "fp8") * 2).toBe(kvBytesPerToken(model, "bf16"));
  });
});

describe("kvBytesPerRequest", () => {
  it("takes 16 GiB for 131,072 tokens of Llama 3.1 8B", () => {
    expect(kvBytesPerRequest(modelArchitecture("llama-3.1-8b"), 131072) / 1024 ** 3).toBe(16);
  });

  it("fills whole pages", () => {
    const model = modelArchitecture("llama-3.1-8b");
    expect(kvBytesPerRequest(model, 17)).toBe(32 * kvBytesPerToken(model));
  });

  it("stops growing at the window of Mistral 7B v0.1", () => {
    const model = modelArchitecture("mistral-7b-v0.1");
    expect(kvBytesPerRequest(model, 32768)).toBe(kvBytesPerRequest(model, 4096));
  });
});
