import { modelArchitecture } from "../../../lib/catalog/models";
import { fitVerdict, memoryFit } from "../../../lib/sizing/memory/memory-fit";
import type { TrainingMemory } from "../../../lib/sizing/memory/training-memory";
import { memoryFamily } from "../../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../../lib/sizing/spread/published-spread";
import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";

const GIB = 1024 ** 3;
const memory = (gib: number, state = 0): TrainingMemory => ({
  weights: state * GIB,
  gradients: 0,
  optimizer: 0,
  activations: 0.6 * (gib - state) * GIB,
  temporary: 0.3 * (gib - state) * GIB,
  framework: 0.1 * (gib - state) * GIB,
  total: { low: gib * GIB, expected: gib * GIB, high: gib * GIB },
  parametersPerGpu: 1e9,
});

describe("fitVerdict", () => {
  it.each([
    [60, 80, "fits"],
    [60, 80.1, "borderline"],
    [80, 99, "borderline"],
    [80.1, 99, "does not fit"],
  ])("of %d to %d GiB on a GPU of 80 is %s", (low, high, verdict) => {
    expect(fitVerdict({ low, expected: low, high }, 80)).toBe(verdict);
  });
});

describe("memoryFit", () => {
  const spread = { ...OWN_RANGE_ALONE, low: 0.8, high: 1.4 };

  it("has the range of published runs of the family", () => {
    const { verdict, bytes } = memoryFit(memory(60), 80 * GIB, spread);
    expect([bytes.low / GIB, bytes.high / GIB]).toEqual([48, 84]);
    expect(verdict).toBe("borderline");
  });

  it("says which part decides: activations, or the state where it alone fills the GPU", () => {
    expect(memoryFit(memory(60), 80 * GIB, spread).decidedBy).toBe("activations");
    expect(memoryFit(memory(78, 70), 80 * GIB, spread).decidedBy).toBe("weights, gradients and optimizer state");
  });
});

describe("memoryFamily", () => {
  const software = TRAINING_SOFTWARE.transformers;
  const [dense, experts] = [modelArchitecture("llama-3.1-8b"), modelArchitecture("qwen3-30b-a3b")];

  it.each([
    [{ model: dense, software: TRAINING_SOFTWARE["megatron-core"] }, ["memory", "full", "megatron"]],
    [{ model: experts, software, adapter: { quantized: false } }, ["memory-of-experts", "lora", "fsdp"]],
    [{ model: dense, software, adapter: { quantized: true } }, ["memory", "qlora", "fsdp"]],
    [{ model: dense, software, adapter: { quantized: false }, objective: "grpo" }, ["memory", "rl", "fsdp"]],
    [{ model: dense, software, objective: "sft" }, ["memory", "full", "fsdp"]],
  ])("goes from the kind of model over the task to the stack", (job, family) => {
    expect(memoryFamily(job)).toEqual(family);
  });
});
