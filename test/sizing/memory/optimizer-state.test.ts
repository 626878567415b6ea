import { modelArchitecture } from "../../../lib/catalog/models";
import { OPTIMIZERS, type OptimizerName } from "../../../lib/model/workload";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { chosenState, optimizer, optimizersOf } from "../../../lib/sizing/memory/optimizer-state";
import { parameterCount } from "../../../lib/sizing/memory/parameters";
import { GIB } from "../../../lib/units/bytes";

const USUAL = TRAINING_PRECISIONS["bf16-adam"];
const LLAMA_7B = modelArchitecture("llama-2-7b");

describe("chosenState", () => {
  // torchao's README: Llama 2 7B, all in BF16, on one A100 takes 51.6 GiB with PyTorch's AdamW
  it.each([
    ["adamw-torchao-8bit", 51.6 - 39.1],
    ["adamw-torchao-4bit", 51.6 - 33.2],
  ] as const)("saves as much as published with %s", (name, published) => {
    const of = (chosen: OptimizerName) =>
      chosenState(USUAL, { optimizer: chosen, masterWeights: "none" }, LLAMA_7B).optimizerBytes;
    const saved = ((of("adamw") - of(name)) * parameterCount(LLAMA_7B).total) / GIB;
    expect(Math.abs(saved / published - 1)).toBeLessThan(0.02);
  });

  it("keeps the embedding's moments of bitsandbytes in FP32, as the Trainer of Transformers does", () => {
    const embedding = 32_000 * 4096;
    const { optimizerBytes } = chosenState(USUAL, { optimizer: "adamw-8bit" }, LLAMA_7B);
    const { total } = parameterCount(LLAMA_7B);
    expect(optimizerBytes * total).toBeCloseTo(2.03125 * (total - embedding) + 8 * embedding, -3);
    expect(chosenState(USUAL, { optimizer: "adamw-8bit" }, null).optimizerBytes).toBe(2.03125);
  });

  it("has one momentum for Muon's matrices, and AdamW's two for embedding and output head", () => {
    const { total } = parameterCount(LLAMA_7B);
    const outer = 2 * 32_000 * 4096;
    const { optimizerBytes } = chosenState(USUAL, { optimizer: "muon" }, LLAMA_7B);
    expect(optimizerBytes * total).toBeCloseTo(4 * (total - outer) + 8 * outer, -3);
  });

  it("takes the copy in FP32 and its moments away where BF16 weights are updated themselves", () => {
    expect(chosenState(USUAL, { masterWeights: "none" }, LLAMA_7B)).toEqual(TRAINING_PRECISIONS["bf16-pure-adam"]);
    expect(chosenState(USUAL, { optimizer: "adamw" }, LLAMA_7B)).toEqual(USUAL);
    expect(chosenState(USUAL, {}, LLAMA_7B)).toBe(USUAL);
  });
});

describe("optimizer", () => {
  it.each(OPTIMIZERS)("has a row with its source: %s", (name) => {
    expect(optimizer(name)).toMatchObject({ name, source: expect.stringContaining("https://") });
  });

  it("is one that a framework offers", () => {
    expect(optimizersOf("megatron-core")).toEqual(["adamw", "muon"]);
    expect(optimizersOf("nxd")).toEqual(["adamw"]);
  });
});
