import { soldTogether, wholeUltraServers } from "../../../catalog/ultra-servers";
import { DEFAULT_PRECISION } from "../../../model/workload";
import { mapRange } from "../../../sizing/inputs/range";
import { count, counted, percent } from "../../../units/quantity";
import type { Design, PoolFacts } from "../../design";
import type { Figures } from "../every-figure";
import { runCost } from "../run-cost";
import type { RunFigures } from "../run-figures";
import { request, trainingRun } from "../training-request";
import { type MarginalChoice, withNodes, withWorkload } from "./marginal-choice";

type Run = NonNullable<ReturnType<typeof trainingRun>>;

type FiguresOf = (design: Design) => Figures;

/** Growth at which the next size is looked for that the batch divides by. */
const NEXT_SIZES = [1.125, 1.25, 1.5, 2] as const;

/** Share of padding that stands for batches whose sequences are not packed. */
const PADDING = 0.5;

function choice(
  kind: MarginalChoice["kind"],
  change: string,
  was: RunFigures,
  run: RunFigures | null,
  note = "",
): MarginalChoice {
  return {
    kind,
    change,
    days: run?.days ?? null,
    usd: run?.usd ?? null,
    nodesNeeded: null,
    usdPerHour: null,
    daysSaved: run ? was.days.expected - run.days.expected : null,
    usdSaved: run?.usd && was.usd ? was.usd.expected - run.usd.expected : null,
    note,
  };
}

/** Half of the nodes, or why not. */
function halved(change: string, before: Figures, { run, training }: Figures): MarginalChoice {
  return choice("nodes", change, before.run!, run, training?.fits ? "" : "the model does not fit in their memory");
}

function nodeChoices(design: Design, p: PoolFacts, before: Figures, figuresOf: FiguresOf): MarginalChoice[] {
  const speed = before.training!.tokensPerSecond!.expected;
  const unit = p.type === null ? 1 : soldTogether(p.type);
  const nodes = wholeUltraServers(p.type, before.training!.nodes);
  const whole = (size: number) => Math.max(nodes + unit, Math.round(size / unit) * unit);
  const sizes = [...new Set([nodes + unit, ...NEXT_SIZES.map((times) => whole(nodes * times))])].sort((a, b) => a - b);
  const grown = sizes.map((size) => ({ size, figures: figuresOf(withNodes(design, p, size)) }));
  // of a whole UltraServer, a layout may leave nodes over
  const used = (training: Figures["training"], size: number) =>
    training !== null && wholeUltraServers(p.type, training.nodes) === size;
  const faster = grown.filter(
    ({ size, figures: { training } }) => used(training, size) && (training?.tokensPerSecond?.expected ?? 0) > speed,
  );
  const text = (size: number) => `${counted(size, "nodes")} instead of ${nodes}`;
  const [next] = faster;
  const useless = next?.size === nodes + unit ? [] : [nodes + unit];
  const most = faster.at(-1);
  const half = nodes / 2 >= unit && (nodes / unit) % 2 === 0 ? nodes / 2 : null;
  const fewer = half === null ? null : figuresOf(withNodes(design, p, half));
  return [
    ...useless.map((size) =>
      choice(
        "nodes",
        text(size),
        before.run!,
        null,
        `saves no time: no layout of ${size} nodes is faster for this batch and model`,
      ),
    ),
    ...(next ? [choice("nodes", text(next.size), before.run!, next.figures.run)] : []),
    ...(most && most !== next ? [choice("nodes", text(most.size), before.run!, most.figures.run)] : []),
    ...(half !== null && fewer !== null && used(fewer.training, half) ? [halved(text(half), before, fewer)] : []),
  ];
}

function purchaseChoices({ pool }: PoolFacts, { purchases, run }: Figures): MarginalChoice[] {
  if (pool.capacity.some(({ kind }) => kind !== "on-demand")) return [];
  const [first, ...others] = purchases?.choices ?? [];
  const block = others.find(({ option }) => option === "capacity-block");
  if (run === null || !first?.usdOfRun || !block?.usdOfRun || first.option !== "on-demand") return [];
  return [
    {
      ...choice("purchase", "a Capacity Block for the whole run", run, run, `nodes alone; ${block.note}`),
      usd: block.usdOfRun,
      usdSaved: first.usdOfRun.expected - block.usdOfRun.expected,
    },
  ];
}

/** What packing would save a run of padded sequences, or padding cost a fine-tuning run of packed ones. */
function packing(workload: Run, run: RunFigures, times: (by: number) => RunFigures): MarginalChoice[] {
  const { kind, meanSampleTokens, sequenceLength } = workload;
  if (meanSampleTokens !== undefined && meanSampleTokens < sequenceLength) {
    const note = `${percent(1 - meanSampleTokens / sequenceLength)} of each sequence is padding; a step then learns from more samples`;
    return [choice("utilization", "sequence packing", run, times(meanSampleTokens / sequenceLength), note)];
  }
  if (kind !== "fine-tuning" || meanSampleTokens !== undefined) return [];
  const change = "no sequence packing, half of each batch padding";
  const note = "the figures assume packed sequences; say meanSampleTokens where they are not";
  return [choice("yardstick", change, run, times(1 / (1 - PADDING)), note)];
}

/** Share of the time below which a change saves nothing that the estimate could tell. */
const TOLD = 0.01;

function largerBatch(sequences: number, was: RunFigures, run: RunFigures | null): MarginalChoice {
  const change = `a global batch of ${count(sequences)} sequences`;
  if (run === null || run.days.expected > (1 - TOLD) * was.days.expected)
    return choice("utilization", change, was, null, `saves less than ${percent(TOLD)}: the steps are long enough`);
  return choice("utilization", change, was, run, "half as many steps for the same tokens: retune the learning rate");
}

function betterUse(design: Design, p: PoolFacts, before: Figures, figuresOf: FiguresOf): MarginalChoice[] {
  const workload = trainingRun(design)!;
  const { days: spent, usd } = before.run!;
  const quantized = workload.kind === "fine-tuning" && workload.method === "qlora";
  const asked = request(workload, p, before.training!.nodes);
  const fp8 =
    (workload.precision ?? DEFAULT_PRECISION) === "bf16" && !quantized && asked?.gpu.flops.fp8
      ? figuresOf(withWorkload(design, workload, { precision: "fp8" }))
      : null;
  const batch = workload.globalBatchSequences * 2;
  const larger = figuresOf(withWorkload(design, workload, { globalBatchSequences: batch }));
  const times = (by: number) => {
    const days = mapRange(spent, (d) => d * by);
    // a block is paid whole, however much of it the run takes
    return { ...before.run!, days, usd: usd && runCost(design, before.cost, days).usd };
  };
  return [
    ...(fp8?.training?.fits
      ? [
          choice(
            "utilization",
            "FP8 instead of BF16",
            before.run!,
            fp8.run,
            "compare the loss with BF16 on a short run first",
          ),
        ]
      : []),
    ...(larger.training?.fits ? [largerBatch(batch, before.run!, larger.run)] : []),
    ...packing(workload, before.run!, times),
    ...(usd
      ? [choice("yardstick", "10 % more MFU", before.run!, times(1 / 1.1), "reference value for performance tuning")]
      : []),
  ];
}

/** What other sizes, purchases and settings do to a run; empty where nothing fits. */
export function runChoices(design: Design, before: Figures, figuresOf: FiguresOf): MarginalChoice[] {
  const p = design.workPool;
  if (p === null || before.run === null || !before.training?.fits || trainingRun(design) === null) return [];
  return [
    ...nodeChoices(design, p, before, figuresOf),
    ...betterUse(design, p, before, figuresOf),
    ...purchaseChoices(p, before),
  ];
}
