import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { interconnect } from "../../../lib/sizing/fabric/interconnect";
import { type FineTuningRequest, fineTuning } from "../../../lib/sizing/time/fine-tuning";
import { gpuSpec } from "../../../lib/sizing/time/kernel-efficiency";

const h100 = accelerator("H100-SXM-80GB");

const request: FineTuningRequest = {
  model: modelArchitecture("llama-2-70b"),
  method: "lora",
  sequenceLength: 4096,
  globalBatchSequences: 64,
  tokens: 1e9,
  gpus: 8,
  gpu: gpuSpec(h100),
  link: interconnect(h100, 8, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 }),
};

describe("fineTuning", () => {
  it("fits LoRA of 70 billion parameters on eight H100 and not full training", () => {
    expect(fineTuning(request).hours).not.toBeNull();
    expect(fineTuning({ ...request, method: "full" }).hours).toBeNull();
  });

  it("fits QLoRA of 70 billion parameters on one H100 and not LoRA", () => {
    const link = { ...request.link, gpusPerDomain: 1 };
    expect(fineTuning({ ...request, method: "qlora", gpus: 1, link }).hours).not.toBeNull();
    expect(fineTuning({ ...request, gpus: 1, link }).hours).toBeNull();
  });

  it("fits full training on four nodes", () => {
    expect(fineTuning({ ...request, method: "full", gpus: 32 }).hours).not.toBeNull();
  });

  it("is linear in tokens, by whole steps", () => {
    const step = request.sequenceLength * request.globalBatchSequences;
    const once = fineTuning({ ...request, tokens: 100 * step });
    const twice = fineTuning({ ...request, tokens: 200 * step });
    expect(twice.hours!.expected / once.hours!.expected).toBeCloseTo(2, 10);
    expect(once.steps).toBe(100);
  });

  it("divides quantized weights over data ranks only, since its kernels split no matrix", () => {
    const { plans } = fineTuning({ ...request, method: "qlora" }).plan;
    expect(plans.every(({ layout }) => layout.tensor === 1 && layout.pipeline === 1)).toBe(true);
  });

  it("shows no utilization beyond what the kernels reach", () => {
    const one = { ...request, method: "qlora" as const, gpus: 1, link: { ...request.link, gpusPerDomain: 1 } };
    for (const asked of [request, one]) {
      const best = fineTuning(asked).plan.plans[0]!.step;
      expect(best.modelFlopsUtilization.high).toBeLessThan(0.8);
      expect(best.hardwareFlopsUtilization.high).toBeLessThan(0.8);
    }
  });

  it("says which share of the model is trained", () => {
    expect(fineTuning({ ...request, loraTargets: "attention" }).trainedShare).toBeCloseTo(65.536e6 / 68.98e9, 6);
    expect(fineTuning({ ...request, method: "full", gpus: 64 }).trainedShare).toBe(1);
  });
});
