import { modelArchitecture } from "../../../lib/catalog/models";
import { fitVerdict, memoryFit } from "../../../lib/sizing/memory/memory-fit";
import { shownMemory } from "../../../lib/sizing/memory/memory-shown";
import type { TrainingMemory } from "../../../lib/sizing/memory/training-memory";
import { memoryFamily, shownMemoryFamily } from "../../../lib/sizing/spread/families";
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
    const moving = memoryFit(memory(60), 80 * GIB, spread);
    expect([moving.decidedBy, moving.decidedBytes / GIB]).toEqual(["activations", 36]);
    const held = memoryFit(memory(78, 70), 80 * GIB, spread);
    expect([held.decidedBy, held.decidedBytes / GIB]).toEqual(["weights, gradients and optimizer state", 70]);
  });
});

describe("shownMemory", () => {
  const needed = { low: 18, expected: 20, high: 24 };
  const run = { gpus: 1 };

  it.each([
    ["from the least that a run may need to the most that published ones showed", 2.4, 80, [18, 48]],
    ["up to what the GPU has", 2.4, 40, [18, 40]],
    ["at least to the upper end of what it needs", 1.1, 80, [18, 24]],
  ])("goes %s", (_, high, limit, ends) => {
    const shown = shownMemory(needed, limit, run, { ...OWN_RANGE_ALONE, high });
    expect([shown.low, shown.high]).toEqual(ends);
  });
});

describe("shownMemoryFamily", () => {
  it.each([
    [undefined, 8, ["memory-shown", "full", "several-gpus"]],
    [{ quantized: false }, 1, ["memory-shown", "lora", "one-gpu"]],
    [{ quantized: true }, 2, ["memory-shown", "qlora", "several-gpus"]],
  ])("goes from the method to one GPU or several", (adapter, gpus, family) => {
    expect(shownMemoryFamily(adapter, gpus)).toEqual(family);
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
