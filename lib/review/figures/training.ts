import type { DeviceName } from "../../catalog/accelerators";
import { mapRange, type Range } from "../../sizing/inputs/range";
import type { FitVerdict } from "../../sizing/memory/memory-fit";
import { shownMemory } from "../../sizing/memory/memory-shown";
import { gpuCount, type ParallelLayout } from "../../sizing/parallelism/parallel-layout";
import type { ParallelPlan } from "../../sizing/parallelism/parallel-plan";
import { describeLayout, namedParts } from "../../sizing/parallelism/plan-explanation";
import type { PlanRequest } from "../../sizing/parallelism/plan-search";
import type { SmallerLayout } from "../../sizing/parallelism/smaller-layout";
import {
  grpoFamily,
  memoryFamily,
  shownMemoryFamily,
  stepFamily,
  WHOLE_RUN_FAMILY,
} from "../../sizing/spread/families";
import { openRange, publishedSpread } from "../../sizing/spread/published-spread";
import { count } from "../../units/quantity";
import type { Design } from "../design";
import type { DeclaredPlan } from "./declared-layout";
import { generates, grpoLeftOut, type ObjectivePart, objectiveTime, wholeStep } from "./objective-time";
import { searchedPlan } from "./searched-plan";
import type { Training } from "./training-job";
import { type LaidOut, laidOut, nodeCounts, request, trainingRun } from "./training-request";

/** One named share of a whole: bytes of memory, seconds of a step. */
export interface Part {
  readonly name: string;
  readonly value: number;
}

/** A layout in words, and what it comes to. */
export interface LayoutFigures {
  readonly layout: string;
  readonly stepSeconds: Range;
  readonly memoryBytes: Range;
}

/** A training run on the design's work pool, laid out the best way there is. */
export interface TrainingFigures {
  readonly pool: string;
  /** What its accelerators are called. */
  readonly device: DeviceName;
  /** Nodes and GPUs that the run uses; further ones are spares. */
  readonly nodes: number;
  readonly gpus: number;
  readonly fits: boolean;
  /** The layout in words; null when nothing fits. */
  readonly layout: string | null;
  /** The layout as numbers, for pictures of it; null when nothing fits. */
  readonly parallel: ParallelLayout | null;
  /** Seconds of a step that wait for GPUs of the same scale-up domain, and for others; null when nothing fits. */
  readonly communicationSeconds: { readonly withinDomain: number; readonly betweenDomains: number } | null;
  /** Ranks of the layout's tensor parallelism; null when nothing fits. */
  readonly tensorParallel: number | null;
  readonly gpusPerDomain: number;
  readonly memoryLimitBytes: number;
  /** Bytes on the fullest GPU, with the range of published runs of its family; null when nothing fits. */
  readonly memoryBytes: Range | null;
  /** What that range says of the GPU, the part that decides, and where it is open what makes it smaller; null when nothing fits. */
  readonly memoryFit: {
    readonly verdict: FitVerdict;
    readonly decidedBy: string;
    readonly decidedBytes: number;
    readonly smaller: SmallerLayout | null;
  } | null;
  /** What nvidia-smi shows of it at most; null when nothing fits, without NVIDIA's GPUs, and with an engine on the same GPUs. */
  readonly memoryShownBytes: Range | null;
  /** Why the range of a figure says little; null where it would have held nine in ten of those published. */
  readonly openRanges: Readonly<Record<"step" | "memory" | "memoryShown", string | null>>;
  /** Upper end of the formulas alone: fragmentation and the framework at their largest; null when nothing fits. */
  readonly memoryBytesAtMost: number | null;
  readonly memoryParts: readonly Part[];
  readonly stepSeconds: Range | null;
  readonly stepParts: readonly Part[];
  /** Tokens that the run learns from: padding is left out. */
  readonly tokensPerSecond: Range | null;
  /**
   * Of the passes that train; reference passes and generation of DPO and GRPO are left out. Attention is counted in full, as papers
   * count it, of which kernels compute the causal half: with long sequences it may be above 1.
   */
  readonly modelFlopsUtilization: Range | null;
  /** The same with that half alone. */
  readonly causalFlopsUtilization: Range | null;
  /** Communication between nodes and GPUs that compute does not hide, as a share of the step. */
  readonly exposedCommunication: number | null;
  /** Days without any failure: tokens over tokens per second. */
  readonly days: Range | null;
  /** Whose choice the layout is. */
  readonly chosenBy: "workload" | "library";
  /** Why a declared layout cannot be used at all; empty where it can, or none is declared. */
  readonly illegal: readonly string[];
  /** The library's own layout for the GPUs of a declared one; null where none is declared, or none fits. */
  readonly alternative: LayoutFigures | null;
  /** How many layouts divide the job; with none, no memory would help. */
  readonly layouts: number;
  /** Why this layout wins, or why none fits. */
  readonly explanation: readonly string[];
}

function named(
  plan: ParallelPlan,
): Pick<
  TrainingFigures,
  "memoryParts" | "stepParts" | "exposedCommunication" | "memoryBytes" | "memoryFit" | "memoryBytesAtMost"
> {
  const { memory, fit, smaller, step } = plan;
  const total = Object.values(step.parts).reduce((a, b) => a + b, 0);
  const { tensor, context, expert, data, pipelineTransfer } = step.parts;
  return {
    memoryBytes: fit.bytes,
    memoryFit: { verdict: fit.verdict, decidedBy: fit.decidedBy, decidedBytes: fit.decidedBytes, smaller },
    memoryBytesAtMost: memory.total.high,
    memoryParts: [
      { name: "weights", value: memory.weights },
      { name: "gradients", value: memory.gradients },
      { name: "optimizer", value: memory.optimizer },
      { name: "activations", value: memory.activations },
      { name: "temporary", value: memory.temporary },
      { name: "framework", value: memory.framework },
    ],
    stepParts: namedParts(step.parts),
    exposedCommunication: (tensor + context + expert + data + pipelineTransfer) / total,
  };
}

/** What a step waits for, by how far the ranks that talk are apart: tensor ranks are neighbors, then context, data, pipeline. */
function communicationOf({ layout, step: { parts } }: ParallelPlan, gpusPerDomain: number) {
  const { tensor, context, expert, data, pipelineTransfer } = parts;
  const reach = layout.tensor * layout.context;
  const waits: readonly (readonly [seconds: number, ranks: number])[] = [
    [tensor, layout.tensor],
    [context, reach],
    [expert, layout.expert * (layout.expertTensor ?? 1)],
    [data, reach * layout.data],
    [pipelineTransfer, reach * layout.data * 2],
  ];
  const sum = (far: boolean) =>
    waits.reduce((total, [seconds, ranks]) => total + (ranks > gpusPerDomain === far ? seconds : 0), 0);
  return { withinDomain: sum(false), betweenDomains: sum(true) };
}

/** Share of the tokens of its sequences that a run learns from: all, or those of the samples that are padded to that length. */
const learnedShare = ({ meanSampleTokens, sequenceLength }: { meanSampleTokens?: number; sequenceLength: number }) =>
  (meanSampleTokens ?? sequenceLength) / sequenceLength;

const DAY_SECONDS = 86_400;

function declaredFigures(of: LaidOut | DeclaredPlan): Pick<TrainingFigures, "chosenBy" | "illegal" | "alternative"> {
  if (!("illegal" in of)) return { chosenBy: "library", illegal: [], alternative: null };
  const { illegal, alternative: own } = of;
  const alternative = own && {
    layout: describeLayout(own.layout),
    stepSeconds: own.step.seconds,
    memoryBytes: own.fit.bytes,
  };
  return { chosenBy: "workload", illegal, alternative };
}

/** Lays the workload's run over the work pool; null without a run or a known accelerator. */
export function trainingFigures(design: Design): TrainingFigures | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || p.nodesAtOnce < 1) return null;
  const best = laidOut(workload, p);
  if (best === null) return null;
  const { plan, layouts, explanation } = best.sound;
  const common = {
    pool: p.pool.name,
    device: best.asked.gpu.device ?? "GPU",
    nodes: best.nodes,
    gpus: plan ? gpuCount(plan.layout) : best.asked.gpus,
    gpusPerDomain: best.asked.link.gpusPerDomain,
    memoryLimitBytes: best.asked.gpu.memoryBytes,
    ...declaredFigures(best),
    layouts,
    explanation,
  };
  if (plan === null) {
    const none = {
      layout: null,
      parallel: null,
      communicationSeconds: null,
      tensorParallel: null,
      memoryBytes: null,
      memoryFit: null,
      memoryShownBytes: null,
      memoryBytesAtMost: null,
      memoryParts: [],
      stepSeconds: null,
      openRanges: { step: null, memory: null, memoryShown: null },
    };
    const noSpeed = { stepParts: [], tokensPerSecond: null, modelFlopsUtilization: null, causalFlopsUtilization: null };
    return { ...common, ...none, ...noSpeed, fits: false, exposedCommunication: null, days: null };
  }
  const extra = objectiveTime(workload, p, plan);
  const stepSeconds = wholeStep(workload, plan, extra);
  const learned = learnedShare(workload);
  const perStep = learned * workload.sequenceLength * workload.globalBatchSequences;
  const speed =
    extra.length === 0
      ? mapRange(plan.step.tokensPerSecond, (rate) => rate * learned)
      : { low: perStep / stepSeconds.high, expected: perStep / stepSeconds.expected, high: perStep / stepSeconds.low };
  const shares = named(plan);
  const shows =
    p.accelerator?.vendor === "nvidia" && !(workload.kind === "fine-tuning" && workload.objective === "grpo");
  const days = (rate: number) => workload.tokens / rate / DAY_SECONDS;
  return {
    ...common,
    ...shares,
    memoryShownBytes: shows ? shownMemory(plan.fit.bytes, best.asked.gpu.memoryBytes, best.asked) : null,
    openRanges: openRanges(best.asked, extra),
    stepParts: [...shares.stepParts, ...extra.map(({ name, seconds }) => ({ name, value: seconds.expected }))],
    fits: true,
    layout: describeLayout(plan.layout),
    explanation: [...explanation, ...besidesSteps(workload, extra)],
    parallel: plan.layout,
    communicationSeconds: communicationOf(plan, best.asked.link.gpusPerDomain),
    tensorParallel: plan.layout.tensor,
    stepSeconds,
    tokensPerSecond: speed,
    modelFlopsUtilization: plan.step.modelFlopsUtilization,
    causalFlopsUtilization: plan.step.causalFlopsUtilization,
    days: { low: days(speed.high), expected: days(speed.expected), high: days(speed.low) },
  };
}

/** Why ranges say little, figure by figure. */
function openRanges(asked: PlanRequest, extra: readonly ObjectivePart[]): TrainingFigures["openRanges"] {
  const of = (family: readonly string[]) => openRange(publishedSpread(family));
  return {
    step: of(generates(extra) ? grpoFamily(asked.model) : stepFamily(asked)),
    memory: of(memoryFamily(asked)),
    memoryShown: of(shownMemoryFamily(asked.adapter, asked.gpus)),
  };
}

/** What the days of a run leave out. */
function besidesSteps({ kind, model }: Training, extra: readonly ObjectivePart[]): string[] {
  if (generates(extra)) return [grpoLeftOut(model)];
  if (kind !== "training") return [];
  const { high, sources } = publishedSpread(WHOLE_RUN_FAMILY);
  return [
    `whole runs: with restarts, evaluation and lost work, published ones took up to ${count(high)} times the time of their steps (${sources} publications)`,
  ];
}

/** Plans to choose from at each point of the throughput chart, where a tenth more or less does not show. */
const PLANS_OF_CURVE = 5;

/** Tokens a second against nodes: the best layout at each count, for the report's chart. */
export function scalingCurve(design: Design): { readonly nodes: number; readonly tokensPerSecond: Range }[] {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null) return [];
  const counts = nodeCounts(p.nodesAtOnce);
  // The design's own size is the last or the one before: there the curve meets the figures. It goes on to twice as many nodes.
  const exact = counts.slice(-2);
  return [...counts, 2 * p.nodesAtOnce].flatMap((nodes) => {
    const asked = request(workload, p, nodes);
    const best = asked && searchedPlan(asked, exact.includes(nodes) ? undefined : PLANS_OF_CURVE).plan;
    const learned = learnedShare(workload);
    return best ? [{ nodes, tokensPerSecond: mapRange(best.step.tokensPerSecond, (rate) => rate * learned) }] : [];
  });
}
