import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { memoryFamily, servingFamily, servingMemoryFamily, stepFamily } from "../../../lib/sizing/spread/families";
import {
  OWN_RANGE_ALONE,
  openRange,
  publishedSpread,
  widened,
  widenedInverse,
} from "../../../lib/sizing/spread/published-spread";
import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";
import type { ValidationRow } from "../../../scripts/validation/row";
import {
  allSpreads,
  asStated,
  publicationOf,
  spreadOf,
  withoutItsPublication,
} from "../../../scripts/validation/spread";

describe("families", () => {
  const step = (software: string, architecture: string, model = "llama-3.1-8b") =>
    stepFamily({
      model: modelArchitecture(model),
      software: { name: software },
      gpu: { architecture },
      precision: "fp8",
    });

  it("go from wide to narrow", () => {
    expect(step("megatron-core-graphs", "Blackwell Ultra")).toEqual([
      "step",
      "dense",
      "megatron",
      "full",
      "blackwell",
      "fp8",
    ]);
    expect(step("transformers", "Hopper", "mixtral-8x7b").slice(0, 4)).toEqual(["step", "experts", "fsdp", "full"]);
  });

  it("are not widened by runs that do what no layout of ours has: DeepSpeed's gathering of each matrix, activations on the host", () => {
    const { low, high } = publishedSpread(step("megatron-core", "Blackwell", "qwen3-30b-a3b"));
    expect(high / low).toBeLessThan(4);
  });

  it("of memory are by what is trained: all weights, adapters, adapters on 4-bit weights, or by reinforcement", () => {
    const model = modelArchitecture("llama-3.1-8b");
    const of = (adapter?: { quantized: boolean }, objective?: string) =>
      memoryFamily({ model, software: { name: "fsdp" }, adapter, objective }).slice(0, 2);
    expect(of()).toEqual(["memory", "full"]);
    expect(of({ quantized: false }, "sft")).toEqual(["memory", "lora"]);
    expect(of({ quantized: true })).toEqual(["memory", "qlora"]);
    expect(of(undefined, "grpo")).toEqual(["memory", "rl"]);
    for (const path of [
      ["memory", "full"],
      ["memory", "lora"],
      ["memory", "qlora"],
      ["memory", "rl"],
    ])
      expect(publishedSpread(path).family).toBe(path.join("/"));
    expect(servingMemoryFamily(model)).toEqual(["memory-of-engine", "dense"]);
  });

  it("name a stack for all software", () => {
    for (const { name } of Object.values(TRAINING_SOFTWARE)) expect(step(name, "Hopper")[3]).not.toBe("other");
  });

  it("of serving know the format that products are computed in: 4-bit integers are unpacked", () => {
    const [model, h100] = [modelArchitecture("llama-3.1-8b"), accelerator("H100-SXM-80GB")];
    expect(servingFamily("throughput", model, h100, "int4")).toEqual(["throughput", "dense", "hopper", "bf16"]);
    expect(servingFamily("first-token", model, h100, "fp8").at(-1)).toBe("fp8");
  });

  it("of engines with default options are apart, and so are small models there, whose pace the host sets", () => {
    const root = (name: string, options?: "default") =>
      servingFamily("throughput", modelArchitecture(name), accelerator("H100-SXM-80GB"), "bf16", options)[0];
    expect(root("llama-3.1-8b", "default")).toBe("throughput-by-default");
    expect(root("qwen2.5-0.5b", "default")).toBe("throughput-by-default-of-small-models");
    expect(root("qwen2.5-0.5b")).toBe("throughput");
  });
});

describe("publishedSpread", () => {
  it("is that of the narrowest family with rows", () => {
    const found = publishedSpread(["step", "dense", "megatron", "full", "no-such-architecture", "fp8"]);
    expect(found.family).toBe("step/dense/megatron/full");
    expect(found.sources).toBeGreaterThanOrEqual(6);
    expect(publishedSpread(["no-such-figure", "dense"])).toBe(OWN_RANGE_ALONE);
  });
});

describe("widened", () => {
  const own = { low: 9, expected: 10, high: 12 };
  const spread = { ...OWN_RANGE_ALONE, low: 0.8, high: 1.1 };

  it("widens each end and never narrows one", () => {
    expect(widened(own, spread)).toEqual({ low: 8, expected: 10, high: 12 });
    expect(widened(own, OWN_RANGE_ALONE)).toEqual(own);
  });

  it("turns the spread round for the inverse of what the family counts", () => {
    expect(widenedInverse(own, { ...spread, high: 1.25 })).toEqual({ low: 8, expected: 10, high: 12.5 });
  });
});

describe("openRange", () => {
  it("says why a range says little, where it would not have held nine in ten figures unread", () => {
    const spread = { ...OWN_RANGE_ALONE, rows: 10, sources: 1 };
    expect(openRange({ ...spread, unread: 9 })).toBeNull();
    expect(openRange(OWN_RANGE_ALONE)).toBeNull();
    expect(openRange({ ...spread, unread: 8 })).toBe(
      "no range is known: the one given is that of 10 published figures (1 publication); without the figures of the same publication it would hold 8. Measure it",
    );
  });
});

describe("spreadOf", () => {
  const row = (source: string, ratio: number, family: readonly string[], more: Partial<ValidationRow> = {}) =>
    ({
      source,
      family,
      published: ratio,
      predicted: { low: 0.95, expected: 1, high: 1.05 },
      set: "held out",
      ...more,
    }) as ValidationRow;
  const papers = [1.1, 0.9, 1.2, 1.0, 0.95, 1.15].map((ratio, i) =>
    row(`arxiv.org/abs/${i}`, ratio, ["step", "dense"]),
  );

  it("expects the next publication by how the read ones differ (prediction interval of Higgins et al.)", () => {
    // center and deviation of the six logarithms, t of five degrees of freedom: exp(0.0433 -+ 2.02 x 0.1134 x sqrt(7 / 6))
    const { low, high, rows, sources } = spreadOf(papers, ["step", "dense"]);
    expect([low, high, rows, sources]).toEqual([0.81, 1.34, 6, 6]);
  });

  it("holds the figures of a family with one publication, and takes the rest from the family above", () => {
    const lone = row("arxiv.org/abs/9", 1.7, ["step", "dense", "fp4"]);
    const wide = spreadOf([...papers, lone], ["step", "dense"]);
    const narrow = spreadOf([...papers, lone], ["step", "dense", "fp4"]);
    expect(narrow).toMatchObject({ low: wide.low, rows: 1, sources: 1 });
    expect(narrow.high).toBe(Math.max(wide.high, 1.7));
    expect(wide.high).toBeGreaterThan(1.4);
  });

  it("expects no engine with default options to be faster than a tuned one, but for what was seen", () => {
    const papers = [0.3, 0.6, 1.05].map((ratio, i) => row(`arxiv.org/abs/${i}`, ratio, ["throughput-by-default"]));
    const { low, high } = spreadOf(papers, ["throughput-by-default"]);
    expect(high).toBe(1.05);
    expect(low).toBeLessThan(0.3);
    expect(
      spreadOf(
        papers.map((each) => ({ ...each, family: ["other"] })),
        ["other"],
      ).high,
    ).toBeGreaterThan(1.5);
  });

  it("holds nine in ten figures of each publication, whatever the others' number", () => {
    const many = Array.from({ length: 30 }, (_, i) => row("arxiv.org/abs/8", 1 + i / 1000, ["throughput"]));
    const far = [1.5, 1.6].map((ratio) => row("arxiv.org/abs/7", ratio, ["throughput"]));
    expect(spreadOf([...many, ...far], ["throughput"])).toMatchObject({ low: 1, high: 1.6 });
  });

  it("widens a figure by a second family, in which it does not count", () => {
    const tuned = row("arxiv.org/abs/1", 0.5, ["throughput"]);
    const byDefault = row("arxiv.org/abs/2", 0.6, ["throughput-by-default"], { joined: ["throughput"] });
    expect(asStated([tuned, byDefault])[1]!.predicted.low).toBe(0.5);
    expect(spreadOf([tuned, byDefault], ["throughput"]).rows).toBe(1);
  });

  it("counts the figures that ranges without their publication hold", () => {
    const far = row("arxiv.org/abs/9", 1.7, ["step", "dense"]);
    expect(allSpreads([...papers, far])).toMatchObject([{ family: "step", rows: 7, unread: 6 }]);
  });

  it("reads a rate upside down, and neither calibrated rows nor those that contradict themselves", () => {
    const rate = (ratio: number) => ({ published: 1 / ratio, inverse: true });
    const rates = papers.map((paper) => row(paper.source, 1, ["step", "dense"], rate(paper.published)));
    expect(spreadOf(rates, ["step", "dense"])).toEqual(spreadOf(papers, ["step", "dense"]));
    const others = (["calibrated", "inconsistent"] as const).map((set) =>
      row("example.com/x", 9, ["step", "dense"], { set }),
    );
    expect(spreadOf([...papers, ...others], ["step", "dense"])).toEqual(spreadOf(papers, ["step", "dense"]));
    expect(allSpreads([...papers, ...others]).map(({ family }) => family)).toEqual(["step"]);
  });

  it("judges a row by a range that its own publication has no part in", () => {
    const far = row("arxiv.org/abs/9", 1.7, ["step", "dense"]);
    const rows = [...papers, far];
    const alone = withoutItsPublication(rows).at(-1)!.predicted;
    expect(alone.high).toBe(spreadOf(papers, ["step", "dense"]).high);
    expect(asStated(rows).at(-1)!.predicted.high).toBeGreaterThan(far.published);
    expect(alone.high).toBeLessThan(far.published);
  });
});

describe("publicationOf", () => {
  it.each([
    ["https://github.com/NVIDIA/Megatron-LM/blob/main/README.md", "NVIDIA/Megatron-LM"],
    ["https://arxiv.org/abs/2104.04473, table 1", "arxiv.org/abs/2104.04473"],
    ["https://docs.nvidia.com/nemo-framework/user-guide/24.12/performance.html", "NVIDIA/NeMo"],
  ])("of %s is %s", (source, publication) => expect(publicationOf(source)).toBe(publication));
});
