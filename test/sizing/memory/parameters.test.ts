import { modelArchitecture, modelArchitectures } from "../../../lib/catalog/models";
import { parameterCount } from "../../../lib/sizing/memory/parameters";

describe("parameterCount", () => {
  const published = modelArchitectures().filter((row) => row.publishedParameters !== null);

  it.each(published.map((row) => [row.name, row] as const))("counts %s as its checkpoint does", (_, row) => {
    expect(parameterCount(row).total).toBe(row.publishedParameters);
  });

  // Narayanan et al. 2021 (arXiv 2104.04473), table 1, billions to one decimal.
  it.each([
    ["megatron-1.7b", 1.7],
    ["megatron-3.6b", 3.6],
    ["megatron-7.5b", 7.5],
    ["megatron-18.4b", 18.4],
    ["megatron-39.1b", 39.1],
    ["megatron-76.1b", 76.1],
    ["megatron-145.6b", 145.6],
    ["megatron-310.1b", 310.1],
    ["megatron-529.6b", 529.6],
    ["megatron-1008b", 1008.0],
  ])("counts %s as table 1 of the paper does", (name, billions) => {
    expect(Math.round(parameterCount(modelArchitecture(name)).total / 1e8) / 10).toBe(billions);
  });

  // Published as active per token, in billions, with the embedding.
  it.each([
    ["mixtral-8x7b", 12.9, "https://arxiv.org/abs/2401.04088"],
    ["deepseek-v3", 37.6, "https://arxiv.org/abs/2412.19437 gives 37 without the embedding's or the head's share"],
    ["qwen3-30b-a3b", 3.3, "https://arxiv.org/abs/2505.09388"],
    ["qwen3-235b-a22b", 22.2, "https://arxiv.org/abs/2505.09388"],
  ])("counts the active parameters of %s", (name, billions) => {
    expect(parameterCount(modelArchitecture(name)).active / 1e9).toBeCloseTo(billions, 0);
  });
});
