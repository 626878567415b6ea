import { Problems } from "../../errors";
import { count, duration, gib, percent, rangeOf } from "../../units/quantity";
import { LAYOUT } from "../inputs/check-inputs";
import { requireAll } from "../inputs/check-shape";
import { checkLayout } from "../inputs/check-training";
import { exactly, type Range } from "../inputs/range";
import { fitVerdict, type MemoryFit } from "../memory/memory-fit";
import { memoryOfLayout } from "../memory/training-memory";
import type { MemoryContext } from "../memory/training-state";
import { memoryFamily } from "../spread/families";
import { publishedSpread, widened } from "../spread/published-spread";
import type { StepContext } from "../time/step-context";
import { type StepParts, stepParts, totalSeconds } from "../time/step-parts";
import { gpusOf, microBatchesOf, type ParallelLayout, SINGLE_GPU } from "./parallel-layout";
import type { ParallelPlan } from "./parallel-plan";
import type { PlanRequest, PlanSearch } from "./plan-search";
import type { SmallerLayout } from "./smaller-layout";

/** A layout one would think of first, and what became of it. */
export interface AlternativePlan {
  /** What it is: `data parallel alone`, `one pipeline stage less`. */
  readonly name: string;
  readonly layout: ParallelLayout;
  readonly outcome: "illegal" | "does-not-fit" | "slower" | "equal";
  /** The reason with its numbers. */
  readonly reason: string;
}

/** A layout in a line: `tensor 8 x pipeline 16 (4 chunks) x data 64, microbatch 1, ZeRO 1, no recomputation`. @throws WarpformError for ranks that are not whole and positive */
export function describeLayout(layout: ParallelLayout): string {
  requireAll("describeLayout", { layout: [layout, LAYOUT] });
  const parts = [
    layout.tensor > 1 ? `tensor ${layout.tensor}` : "",
    layout.context > 1 ? `context ${layout.context}` : "",
    layout.pipeline > 1
      ? `pipeline ${layout.pipeline}${layout.virtualStages > 1 ? ` (${layout.virtualStages} chunks)` : ""}`
      : "",
    layout.expert > 1 ? `expert ${layout.expert}` : "",
    `data ${layout.data}`,
  ].filter((part) => part !== "");
  const recompute = layout.recompute === "none" ? "no recomputation" : `${layout.recompute} recomputation`;
  const kept = { none: "", optimizer: ", optimizer on the host", "optimizer-and-weights": ", weights on the host" };
  const onHost = kept[layout.offload ?? "none"] + (layout.offloadActivations ? ", activations on the host" : "");
  return `${parts.join(" x ")}, microbatch ${layout.microBatchSequences}, ZeRO ${layout.zeroStage}, ${recompute}${onHost}`;
}

const PART_NAMES: Readonly<Record<keyof StepParts, string>> = {
  gemm: "GEMMs",
  attention: "attention",
  elementwise: "memory-bound operations",
  recompute: "recomputation",
  tensor: "tensor-parallel communication",
  context: "context-parallel communication",
  expert: "expert-parallel communication",
  expertLaunch: "launching the experts' kernels",
  adapterLaunch: "launching the adapters' kernels",
  data: "gradient and weight communication",
  pipelineTransfer: "transfers between stages",
  pipelineBubble: "pipeline bubble",
  optimizer: "optimizer",
  host: "the host between steps",
  stragglers: "waiting for the slowest GPU",
};

/** The parts of a step that take time, in the words of its explanation. */
export function namedParts(parts: StepParts): { readonly name: string; readonly value: number }[] {
  const names = Object.entries(PART_NAMES) as [keyof StepParts, string][];
  return names.map(([key, name]) => ({ name, value: parts[key] })).filter(({ value }) => value > 0);
}

/** The parts that cost most beside the GEMMs, as shares of the step. */
function largestParts(parts: StepParts): string {
  const total = totalSeconds(parts);
  const entries = Object.entries(parts) as [keyof StepParts, number][];
  return entries
    .filter(([name, seconds]) => name !== "gemm" && seconds / total >= 0.01)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, seconds]) => `${PART_NAMES[name]} ${percent(seconds / total)}`)
    .join(", ");
}

/** What a memory that is no clear yes is decided by, what makes it smaller, and how to know. */
export function borderlineText({ decidedBy, decidedBytes }: DecidedFit, smaller: SmallerLayout | null): string {
  const decided = `borderline, decided by ${decidedBy} (${gib(decidedBytes)})`;
  if (smaller === null) return `${decided}: measure one step before you rely on it`;
  const outcome = smaller.verdict === "fits" ? ", which fits" : "";
  return `${decided}: measure one step, or take ${smaller.option}: ${rangeOf(smaller.bytes, gib)}${outcome}`;
}

/** What {@link borderlineText} says of a fit. */
export type DecidedFit = Pick<MemoryFit, "decidedBy" | "decidedBytes">;

function fitText({ fit, smaller }: ParallelPlan): string {
  return fit.verdict === "borderline" ? `; ${borderlineText(fit, smaller)}` : "";
}

/** The smallest need of a job that fits nowhere by the expected figure; published runs of its family may have needed less. */
function smallestText(request: PlanRequest, { smallest }: PlanSearch): string {
  const needed = widened(exactly(smallest.bytes), publishedSpread(memoryFamily(request)));
  const near = fitVerdict(needed, request.gpu.memoryBytes) === "borderline";
  const range = near ? ` (borderline: ${rangeOf(needed, gib)} by published runs)` : "";
  return `the smallest needs ${gib(smallest.bytes)}${range}: ${describeLayout(smallest.layout)}`;
}

/** Least ratio of the two counts of attention from which both are said. */
const COUNTS_DIFFER = 1.1;

/** MFU as papers count it, and where long sequences make that much more than what kernels compute, that too. */
export function utilizationText(papers: Range, causal: Range): string {
  const differ = papers.expected > COUNTS_DIFFER * causal.expected;
  return `${percent(papers.expected)} MFU${differ ? ` (${percent(causal.expected)} with the causal half of attention alone)` : ""}`;
}

/** Where tensor ranks are: in one scale-up domain, on one node whose GPUs PCIe joins, or, as declared, beyond. */
function domainText({ gpu, link }: PlanRequest, tensor: number): string {
  const { device = "GPU", link: joinedBy = "NVLink" } = gpu;
  const room = `${link.gpusPerDomain}-${device}`;
  const domain =
    joinedBy === "PCIe" ? `node of ${link.gpusPerDomain} ${device}s, over PCIe` : `${room} ${joinedBy} domain`;
  const place = tensor <= link.gpusPerDomain ? `stays within the ${domain}` : `exceeds the ${domain}`;
  const cores = device === "chip" ? "; ranks are chips, where NxD's tensor_parallel_size counts NeuronCores" : "";
  return `tensor parallelism of ${tensor} ${place}${cores}`;
}

/** Why the winner wins, or why there is none. */
export function explainPlan(request: PlanRequest, best: ParallelPlan | undefined, found: PlanSearch): string[] {
  const limit = request.gpu.memoryBytes;
  const { device = "GPU" } = request.gpu;
  if (found.considered === 0)
    return [
      `no layout of ${request.gpus} ${device}s divides this job: the global batch of ${request.globalBatchSequences} sequences must be a multiple of the data-parallel replicas`,
    ];
  if (!best)
    return [
      `none of ${count(found.considered)} legal layouts fits in ${gib(limit)} per ${device}`,
      smallestText(request, found),
      `use more ${device}s, a ${device} with more memory, a smaller microbatch or sequence, or LoRA instead of full training`,
    ];
  const { layout, fit, step } = best;
  const lines = [
    `${count(found.fitting)} of ${count(found.considered)} legal layouts fit; the fastest is ${describeLayout(layout)}`,
    `memory: ${rangeOf(fit.bytes, gib)} of ${gib(limit)}${fitText(best)}`,
    `step: ${duration(step.seconds.expected)}, ${utilizationText(step.modelFlopsUtilization, step.causalFlopsUtilization)}; time outside GEMMs: ${largestParts(step.parts) || "nothing above 1 %"}`,
  ];
  if (layout.tensor > 1) lines.push(domainText(request, layout.tensor));
  if (layout.pipeline > 1) {
    const runs = microBatchesOf(layout, request.globalBatchSequences);
    const bubble = (layout.pipeline - 1) / (layout.virtualStages * runs);
    lines.push(`${runs} microbatches over ${layout.pipeline} stages leave a pipeline bubble of ${percent(bubble)}`);
  }
  return lines;
}

/** The layouts an engineer would ask about, for this number of GPUs. */
function obviousLayouts(request: PlanRequest, best: ParallelLayout | null): [string, ParallelLayout][] {
  const { gpus } = request;
  const domain = Math.min(request.link.gpusPerDomain, gpus);
  const all: [string, ParallelLayout][] = [
    ["data parallelism only, ZeRO 1", { ...SINGLE_GPU, data: gpus, zeroStage: 1 }],
    ["FSDP (ZeRO 3) only", { ...SINGLE_GPU, data: gpus, zeroStage: 3 }],
    ["FSDP with full recomputation", { ...SINGLE_GPU, data: gpus, zeroStage: 3, recompute: "full" }],
    [
      "tensor parallel over the whole domain",
      { ...SINGLE_GPU, tensor: domain, sequenceParallel: domain > 1, data: gpus / domain, zeroStage: 1 },
    ],
    [
      "tensor parallel over two domains",
      { ...SINGLE_GPU, tensor: 2 * domain, sequenceParallel: true, data: gpus / (2 * domain), zeroStage: 1 },
    ],
  ];
  if (best) {
    if (best.recompute !== "none") all.push(["the winner without recomputation", { ...best, recompute: "none" }]);
    if (best.virtualStages > 1) all.push(["the winner without interleaving", { ...best, virtualStages: 1 }]);
    all.push(["the winner with twice the microbatch", { ...best, microBatchSequences: 2 * best.microBatchSequences }]);
    if (best.pipeline % 2 === 0)
      all.push([
        "the winner with half the stages",
        { ...best, pipeline: best.pipeline / 2, data: best.data * 2, virtualStages: 1 },
      ]);
  }
  return all.filter(([, layout]) => Number.isInteger(layout.data) && layout.data >= 1 && gpusOf(layout) === gpus);
}

/** The part that costs the slower layout most more than the winner. */
function mainLoss(parts: StepParts, best: StepParts): string {
  let name: keyof StepParts = "gemm";
  let loss = Number.NEGATIVE_INFINITY;
  for (const key of Object.keys(parts) as (keyof StepParts)[]) {
    if (parts[key] - best[key] > loss) {
      loss = parts[key] - best[key];
      name = key;
    }
  }
  return PART_NAMES[name];
}

/** What becomes of the obvious layouts: illegal, too large, or slower and by what. */
export function planAlternatives(
  request: PlanRequest,
  context: StepContext,
  memories: MemoryContext,
  best: ParallelPlan | null,
): AlternativePlan[] {
  const limit = request.gpu.memoryBytes;
  return obviousLayouts(request, best?.layout ?? null).map(([name, layout]): AlternativePlan => {
    const problems = new Problems();
    if (!checkLayout(problems, request, layout))
      return { name, layout, outcome: "illegal", reason: problems.all[0]!.message };
    const bytes = memoryOfLayout(memories, layout).total.expected;
    if (bytes > limit)
      return { name, layout, outcome: "does-not-fit", reason: `needs ${gib(bytes)} of ${gib(limit)} on each GPU` };
    if (!best) return { name, layout, outcome: "equal", reason: "fits" };
    const parts = stepParts(context, layout);
    const ratio = totalSeconds(parts) / best.step.seconds.expected - 1;
    if (ratio < 0.005) return { name, layout, outcome: "equal", reason: `as fast as the winner` };
    return {
      name,
      layout,
      outcome: "slower",
      reason: `${percent(ratio)} slower, most of it ${mainLoss(parts, best.step.parts)}`,
    };
  });
}
