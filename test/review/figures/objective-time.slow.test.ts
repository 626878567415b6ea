import { modelArchitecture } from "../../../lib/catalog/models";
import type { Workload } from "../../../lib/model/model";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { headlines } from "../../../lib/review/report/headline";
import { review } from "../../../lib/review/review";
import { publishedSpread } from "../../../lib/sizing/spread/published-spread";
import { LLAMA_70B, onDemand, p5 } from "../p5-cluster";

type Tuning = Extract<Workload, { kind: "fine-tuning" }>;

const { kind: _, ...RUN } = LLAMA_70B;
const TUNING: Tuning = { ...RUN, kind: "fine-tuning", method: "full", loraRank: null };
const of = (changes: Partial<Tuning> = {}) => {
  const design = designOf(p5({ pool: { nodes: { min: 0, max: 16 }, capacity: [onDemand()] } }), {
    ...TUNING,
    ...changes,
  });
  return figuresOf(design).training!;
};
const part = (figures: ReturnType<typeof of>, name: string) =>
  figures.stepParts.find((one) => one.name === name)?.value ?? 0;

describe("fine-tuning by preference", () => {
  const sft = of();
  const dpo = of({ objective: "dpo" });

  it("keeps the reference model in memory: DPO needs more than SFT at the same layout, by 2 bytes a parameter that a GPU holds", () => {
    const layout = { tensor: 8, pipeline: 4, data: 4, recompute: "full" } as const;
    const [one, two] = [of({ parallelism: layout }), of({ parallelism: layout, objective: "dpo" })];
    const perGpu = (2 * 70.55e9) / 32;
    expect((two.memoryBytes!.expected - one.memoryBytes!.expected) / perGpu).toBeCloseTo(1, 1);
  });

  it("keeps none with adapters, beneath which the model is as it was", () => {
    const lora = { method: "lora", loraRank: 16, parallelism: { tensor: 8, data: 16 } } as const;
    const [dpo, sft] = [of({ ...lora, objective: "dpo" }), of(lora)];
    expect(dpo.memoryBytes!.expected).toBe(sft.memoryBytes!.expected);
  });

  it("takes a forward pass more for each step of DPO, and two for GRPO", () => {
    const scoring = "reference and scoring passes";
    expect(part(sft, scoring)).toBe(0);
    const layout = { tensor: 8, pipeline: 4, data: 4 } as const;
    const [plain, one, two] = [{}, { objective: "dpo" }, { objective: "grpo", promptTokens: 1024 }].map((objective) =>
      of({ parallelism: { ...layout, recompute: "full" }, ...objective } as Partial<Tuning>),
    );
    // a quarter of a step that recomputes everything is its forward pass
    expect(part(one!, scoring) / plain!.stepSeconds!.expected).toBeCloseTo(0.25, 2);
    expect(part(two!, scoring) / part(one!, scoring)).toBeCloseTo(2, 2);
    expect(one!.days!.expected / plain!.days!.expected).toBeCloseTo(1.25, 2);
  });

  it("generates GRPO's answers on the same GPUs, the longer the answers the longer the step", () => {
    const grpo = (promptTokens: number) => of({ objective: "grpo", promptTokens });
    const [long, short] = [grpo(512), grpo(7000)];
    expect(part(long, "generation")).toBeGreaterThan(part(short, "generation") * 2);
    expect(part(long, "generation") / long.stepSeconds!.expected).toBeGreaterThan(0.1);
    expect(dpo.tokensPerSecond!.expected).toBeGreaterThan(long.tokensPerSecond!.expected);
  });

  it("waits for the longest answers, where samples are shorter on average", () => {
    const generation = (meanSampleTokens?: number) =>
      part(of({ objective: "grpo", promptTokens: 1024, meanSampleTokens }), "generation");
    const same = generation();
    expect(generation(TUNING.sequenceLength)).toBeCloseTo(same, 6);
    // answers of a third of the longest: less than if all were as long, more than their tokens' share
    const [shorter, tokens] = [generation(1024 + (8192 - 1024) / 3), same / 3];
    expect(shorter).toBeLessThan(same);
    expect(shorter).toBeGreaterThan(1.05 * tokens);
  });

  it("says that GRPO's step is a lower bound, and of no other", () => {
    expect(of({ objective: "grpo", promptTokens: 1024 }).explanation.at(-1)).toMatch(
      /^GRPO: the expected figures are a lower bound/,
    );
    expect(dpo.explanation.join()).not.toContain("lower bound");
  });

  it("reaches in its range what published steps and trainers took, and says that no range is known of one publication", () => {
    const grpo = (changes: Partial<Tuning>) => of({ objective: "grpo", promptTokens: 1024, ...changes });
    const spread = ({ stepSeconds }: ReturnType<typeof grpo>) => stepSeconds!.high / stepSeconds!.expected;
    const [dense, experts] = [grpo({}), grpo({ model: modelArchitecture("qwen3-30b-a3b") })];
    expect(spread(dense)).toBeGreaterThanOrEqual(publishedSpread(["grpo", "dense"]).high - 1e-9);
    expect(spread(experts)).toBeGreaterThanOrEqual(publishedSpread(["grpo", "experts"]).high - 1e-9);
    expect(experts.openRanges.step).toContain(
      "no range is known: the one given is that of 13 published figures (1 publication)",
    );
    expect(dense.openRanges.step).toBeNull();
    expect(of({}).openRanges.step).toBeNull();
  });

  it("generates with a model that no node holds in replicas of several nodes", () => {
    const model = modelArchitecture("llama-3.1-405b");
    const pool = { nodes: { min: 0, max: 64 }, capacity: [onDemand()] };
    const run = { ...TUNING, model, globalBatchSequences: 512, objective: "grpo", promptTokens: 1024 } as const;
    expect(part(figuresOf(designOf(p5({ pool }), run)).training!, "generation")).toBeGreaterThan(1);
  });

  it.each([
    [{ objective: "grpo" }, "workload.promptTokens must be below sequenceLength (8192)"],
    [{ objective: "grpo", promptTokens: 8192 }, "got 8192"],
    [{ promptTokens: 100 }, 'workload.promptTokens is only for objective "grpo"'],
    [{ objective: "ppo" }, "workload.objective must be"],
    [{ framework: "megatron" }, "workload.framework must be"],
  ])("refuses %p", (changes, message) => expect(() => of(changes as Partial<Tuning>)).toThrow(message));
});

describe("a named framework", () => {
  it("divides by data parallelism alone where the framework has nothing else", () => {
    const small = { model: LLAMA_70B.model, method: "lora", loraRank: 16 } as const;
    expect(of(small).parallel!.tensor * of(small).parallel!.pipeline).toBeGreaterThan(0);
    for (const framework of ["deepspeed", "axolotl", "trl", "fsdp2"] as const) {
      expect(of({ framework }).parallel).toMatchObject({ tensor: 1, pipeline: 1, context: 1 });
    }
  });

  it("is slower where it overlaps and fuses less", () => {
    expect(of({ framework: "trl" }).tokensPerSecond!.expected).toBeLessThan(of().tokensPerSecond!.expected);
    expect(of({ framework: "nemo" }).tokensPerSecond).toEqual(of().tokensPerSecond);
  });
});

describe("the headline of a run by preference", () => {
  const throughputOf = (changes: Partial<Tuning>) => {
    const cluster = p5({ pool: { nodes: { min: 0, max: 16 }, capacity: [onDemand()] } });
    const lines = headlines(review(cluster, { workload: { ...TUNING, ...changes } }));
    return lines.find(({ label }) => label.startsWith("Throughput"))!.note;
  };

  it("says that MFU is of training alone, since tokens a second are of the whole step", () => {
    expect(throughputOf({})).toMatch(/^\d\S* % MFU, /);
    expect(throughputOf({ objective: "dpo" })).toMatch(/^\d\S* % MFU while it trains, /);
  });
});
