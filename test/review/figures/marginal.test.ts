import type { Workload } from "../../../lib/model/model";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { marginalIntro, marginalRows } from "../../../lib/review/report/marginal-table";
import { block, LLAMA_70B, onDemand, p5 } from "../p5-cluster";

const of = (workload: Workload = LLAMA_70B, nodes = 16) => {
  const pool = { nodes: { min: 0, max: nodes }, capacity: [onDemand()] };
  return figuresOf(designOf(p5({ pool }), workload));
};

describe("Figures.marginal of a run", () => {
  const figures = of();
  const marginal = figures.marginal!;
  const change = (text: string) => marginal.choices.find((choice) => choice.change === text)!;

  it("says that a node that the batch does not divide by buys no time", () => {
    expect(change("17 nodes instead of 16")).toMatchObject({ days: null, usd: null });
    expect(change("17 nodes instead of 16").note).toContain("saves no time");
  });

  it("says that a batch of twice the sequences saves nothing where steps are long", () => {
    const tokens = { ...LLAMA_70B, globalBatchSequences: 4096 };
    const [row] = of(tokens).marginal!.choices.filter((choice) => choice.change.startsWith("a global batch of"));
    expect(row).toMatchObject({ days: null, usd: null, daysSaved: null });
    expect(row!.note).toBe("saves less than 1 %: the steps are long enough");
  });

  it("has the time and the cost that a design of twice the nodes has", () => {
    const twice = of(LLAMA_70B, 32).run!;
    expect(change("32 nodes instead of 16")).toMatchObject({ days: twice.days, usd: twice.usd });
    expect(change("32 nodes instead of 16").daysSaved).toBeCloseTo(figures.run!.days.expected - twice.days.expected, 9);
  });

  it("saves nothing of a block that is paid whole by more MFU, but what is paid by the hour around it", () => {
    const pool = { nodes: { min: 16, max: 16 }, capacity: [block()] };
    const { run, marginal: found } = figuresOf(designOf(p5({ pool }), LLAMA_70B));
    const faster = found!.choices.find(({ change: text }) => text === "10 % more MFU")!;
    expect(faster.daysSaved).toBeCloseTo(run!.days.expected * (1 - 1 / 1.1), 9);
    expect(run!.usedUsd!.expected - run!.usedUsd!.expected / 1.1).toBeGreaterThan(1000);
    expect(faster.usdSaved).toBeGreaterThan(0);
    expect(faster.usdSaved).toBeLessThan(0.01 * run!.usedUsd!.expected);
  });

  it("has the time and the cost of the same run in FP8", () => {
    const fp8 = of({ ...LLAMA_70B, precision: "fp8" }).run!;
    expect(change("FP8 instead of BF16")).toMatchObject({ days: fp8.days, usd: fp8.usd });
    expect(marginal.answer).toMatch(/^Better utilization first: FP8 instead of BF16 saves .* and .* USD/);
  });

  it("offers no FP8 to a run that is in FP8, and no packing to pre-training", () => {
    const changes = of({ ...LLAMA_70B, precision: "fp8" }).marginal!.choices.map((choice) => choice.change);
    expect(changes.filter((text) => /FP8|packing/.test(text))).toEqual([]);
  });

  it("says what unpacked sequences cost a fine-tuning run", () => {
    const { deadlineDays, ...run } = LLAMA_70B;
    const tuned = of({ ...run, kind: "fine-tuning", method: "full", loraRank: null, deadlineDays } as Workload);
    const unpacked = tuned.marginal!.choices.find(
      ({ kind, change: text }) => kind === "yardstick" && /packing/.test(text),
    )!;
    expect(unpacked.days!.expected).toBeCloseTo(2 * tuned.run!.days.expected, 9);
    expect(unpacked.daysSaved).toBeLessThan(0);
  });

  it("says what packing saves a run of padded sequences, which takes as much longer as they are longer than samples", () => {
    const padded = of({ ...LLAMA_70B, meanSampleTokens: LLAMA_70B.sequenceLength / 4 } as Workload);
    expect(padded.training!.days!.expected).toBeCloseTo(4 * figures.training!.days!.expected, 9);
    expect(padded.training!.modelFlopsUtilization).toEqual(figures.training!.modelFlopsUtilization);
    const packed = padded.marginal!.choices.find((choice) => choice.change === "sequence packing")!;
    expect(packed.days!.expected).toBeCloseTo(padded.run!.days.expected / 4, 9);
    expect(packed.note).toContain("75 % of each sequence is padding");
  });

  it("writes a row for each change, with at most three figures", () => {
    const rows = marginalRows(marginal);
    expect(rows).toHaveLength(marginal.choices.length);
    for (const [, ...cells] of rows)
      for (const cell of cells.slice(0, 4)) {
        for (const [number] of cell.matchAll(/\d[\d,.]*/g)) {
          expect(Number(Number(number.replaceAll(",", "")).toPrecision(3))).toBe(Number(number.replaceAll(",", "")));
        }
      }
    expect(marginalIntro(marginal)).toContain("Each change on its own");
  });
});

describe("Figures.marginal of a service", () => {
  const service = (precision: "bf16" | "fp8"): Workload =>
    ({
      kind: "inference",
      model: LLAMA_70B.model,
      precision,
      requestsPerSecond: 40,
      promptTokens: 1000,
      outputTokens: 300,
      timeToFirstTokenSeconds: 2,
      timePerOutputTokenSeconds: 0.05,
      loraAdapters: 0,
      loraRank: null,
    }) as Workload;
  const figures = of(service("bf16"));
  const choices = figures.marginal!.choices;

  it("needs the nodes in FP8 that a design in FP8 needs", () => {
    const fp8 = of(service("fp8")).serving!;
    const perNode = fp8.replicasHeld / 16;
    const row = choices.find(({ change }) => change === "FP8 weights")!;
    expect(row.nodesNeeded).toBe(Math.ceil(fp8.replicasNeeded!.expected / perNode));
    expect(row.usdSaved).toBeGreaterThanOrEqual(0);
  });

  it("says what one more node carries and costs", () => {
    const row = choices.find(({ change }) => change === "17 nodes instead of 16")!;
    expect(row.nodesNeeded).toBe(17);
    expect(row.note).toMatch(/^if all of them run; carries [\d.,]+ more requests\/s$/);
    expect(row.usdSaved).toBeCloseTo(-row.usdPerHour! / row.nodesNeeded!, 9);
  });
});
