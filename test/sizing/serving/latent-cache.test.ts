import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { latentSeconds } from "../../../lib/sizing/serving/latent-cache";

const h200 = accelerator("H200-SXM-141GB");

describe("latentSeconds", () => {
  it("is 0.3 TFLOP for 17,408 tokens of DeepSeek-V3, at two thirds of the peak in BF16", () => {
    const flops = 2 * 61 * 17_408 * 128 * (2 * 512 + 64);
    expect(flops / 1e12).toBeCloseTo(0.296, 3);
    expect(latentSeconds(modelArchitecture("deepseek-v3"), 17_408, h200)).toBeCloseTo(
      flops / (989.4e12 * (660 / 989)),
      9,
    );
  });

  it("is nothing without latent attention", () => {
    expect(latentSeconds(modelArchitecture("llama-3.1-70b"), 17_408, h200)).toBe(0);
  });
});
