import fc from "fast-check";
import { accelerator } from "../../../lib/catalog/accelerators";
import { instanceType } from "../../../lib/catalog/instance-types";
import { modelArchitecture } from "../../../lib/catalog/models";
import { instanceInterconnect } from "../../../lib/sizing/fabric/interconnect";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { memoryOfLayout } from "../../../lib/sizing/memory/training-memory";
import { memoryContext } from "../../../lib/sizing/memory/training-state";
import { gpuCount, type ParallelLayout } from "../../../lib/sizing/parallelism/parallel-layout";
import { parallelismPlan } from "../../../lib/sizing/parallelism/parallelism-plan";
import { eachDivision, layoutsOf, recomputes } from "../../../lib/sizing/parallelism/plan-candidates";
import { memoryJob, type PlanRequest, searchPlans } from "../../../lib/sizing/parallelism/plan-search";
import { recommendedPlan } from "../../../lib/sizing/parallelism/recommended-plan";
import { gpuSpec } from "../../../lib/sizing/time/kernel-efficiency";
import { stepParts, totalSeconds } from "../../../lib/sizing/time/step-parts";
import { stepContexts } from "../../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";

const type = instanceType("p5.48xlarge");
const h100 = accelerator(type.accelerator!);

function request(name: string, gpus: number, globalBatchSequences: number): PlanRequest {
  return {
    model: modelArchitecture(name),
    gpus,
    globalBatchSequences,
    sequenceLength: 8192,
    precision: "bf16",
    state: TRAINING_PRECISIONS["bf16-adam-fp32-grad"],
    gpu: gpuSpec(h100),
    link: instanceInterconnect(type, h100),
    software: TRAINING_SOFTWARE["megatron-core"],
  };
}

describe("parallelismPlan", () => {
  it.each([
    ["llama-3.1-70b", 64, 256],
    ["llama-3.1-405b", 512, 512],
    ["mixtral-8x7b", 16, 64],
    ["llama-3.1-405b", 8, 64],
  ] as const)("counts and ranks %s on %i GPUs as looking at every single layout does", (name, gpus, batch) => {
    const asked = request(name, gpus, batch);
    const contexts = stepContexts(asked);
    const memories = memoryContext(memoryJob(asked), contexts.expected.count);
    const all: { layout: ParallelLayout; bytes: number; seconds: number }[] = [];
    const candidates = { ...asked, gpusPerDomain: 8, attention: "flash" as const };
    eachDivision(candidates, (division, schedules) => {
      for (const { microBatchSequences, chunks } of schedules)
        for (const virtualStages of chunks)
          for (const layout of layoutsOf(division, microBatchSequences, virtualStages, recomputes(asked.software)))
            all.push({
              layout,
              bytes: memoryOfLayout(memories, layout).total.expected,
              seconds: totalSeconds(stepParts(contexts.expected, layout)),
            });
    });
    const fit = all.filter(({ bytes }) => bytes <= asked.gpu.memoryBytes).sort((a, b) => a.seconds - b.seconds);
    const found = searchPlans(asked, contexts.expected, memories, 10);
    expect([found.considered, found.fitting]).toEqual([all.length, fit.length]);
    expect(found.best.map(({ seconds }) => seconds)).toEqual(fit.slice(0, 10).map(({ seconds }) => seconds));
    expect(found.smallest.bytes).toBe(Math.min(...all.map(({ bytes }) => bytes)));
  });

  it("chooses tensor 8, pipeline 16 and data 128 for 405B on 16,384 H100, as Meta did", () => {
    const { layout } = parallelismPlan(request("llama-3.1-405b", 16384, 2048)).plans[0]!;
    expect(layout).toMatchObject({ tensor: 8, pipeline: 16, context: 1, data: 128, microBatchSequences: 1 });
  });

  it("says by how much nothing fits, and throws nothing", () => {
    const result = parallelismPlan(request("llama-3.1-70b", 8, 64));
    expect(result.plans).toEqual([]);
    expect(result.explanation[1]).toMatch(/^the smallest needs \d+ GiB: tensor 8/);
  });

  it("says why the obvious others lose", () => {
    const { alternatives } = parallelismPlan(request("llama-3.1-70b", 64, 256));
    const alone = alternatives.find(({ name }) => name === "data parallelism only, ZeRO 1")!;
    expect(alone.outcome).toBe("does-not-fit");
    expect(alone.reason).toMatch(/^needs \d+ GiB of 80 GiB on each GPU$/);
    const across = alternatives.find(({ name }) => name === "tensor parallel over two domains")!;
    expect(across.outcome).toBe("slower");
    expect(across.reason).toContain("tensor-parallel communication");
  });

  it("names what doesn't divide when no layout is legal", () => {
    const { explanation, considered } = parallelismPlan(request("llama-3.1-8b", 97, 64));
    expect(considered).toBe(0);
    expect(explanation[0]).toContain("the global batch of 64 sequences must be a multiple");
  });

  it("ranks by expected step time", () => {
    const { plans } = parallelismPlan({ ...request("mixtral-8x7b", 64, 512), most: 50 });
    const seconds = plans.map((plan) => plan.step.seconds.expected);
    expect(seconds).toEqual([...seconds].sort((x, y) => x - y));
  });

  it("is deterministic", () => {
    const once = JSON.stringify(parallelismPlan(request("llama-3.1-70b", 128, 512)));
    expect(JSON.stringify(parallelismPlan(request("llama-3.1-70b", 128, 512)))).toBe(once);
  });

  it("never uses more GPUs than there are, and never plans what does not fit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("llama-3.1-8b", "llama-3.1-70b", "qwen3-30b-a3b", "gpt-3-175b"),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(240, 256, 512),
        (name, gpus, batch) => {
          for (const plan of parallelismPlan(request(name, gpus, batch)).plans) {
            expect(gpuCount(plan.layout)).toBe(gpus);
            expect(plan.memory.total.expected).toBeLessThanOrEqual(h100.memoryGiB * 1024 ** 3);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("recommendedPlan", () => {
  it("takes a layout that fits over the range of published runs, where that costs at most a tenth of the speed", () => {
    const asked = request("llama-3.1-8b", 8, 64);
    const [fastest] = parallelismPlan(asked).plans;
    const { plan, explanation } = recommendedPlan(asked);
    expect([fastest!.fit.verdict, plan!.fit.verdict]).toEqual(["borderline", "fits"]);
    expect(plan!.step.seconds.expected / fastest!.step.seconds.expected).toBeLessThan(1.1);
    expect(explanation[0]).toMatch(/^chosen: .*; fits even at the upper end of its memory range/);
  });

  it("says what decides a borderline fit, how many GiB that is, and which option makes it sure", () => {
    const { plan, explanation } = recommendedPlan(request("llama-3.1-70b", 64, 256));
    expect(plan!.smaller).toMatchObject({ option: "full recomputation", verdict: "fits" });
    expect(explanation.join("; ")).toMatch(
      /borderline, decided by activations \([\d.]+ GiB\): measure one step, or take full recomputation: [\d.]+ GiB \([\d.]+–[\d.]+ GiB\), which fits/,
    );
  });
});
