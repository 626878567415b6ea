import type { Accelerator, InstanceType } from "../../catalog/types";
import { efaCount, efaDevicesFor } from "../../model/nic-layout";
import { type Interconnect, instanceInterconnect } from "../../sizing/fabric/interconnect";
import type { Range } from "../../sizing/inputs/range";
import { gpuCount } from "../../sizing/parallelism/parallel-layout";
import type { ParallelPlan } from "../../sizing/parallelism/parallel-plan";
import { describeLayout } from "../../sizing/parallelism/plan-explanation";
import type { PlanRequest } from "../../sizing/parallelism/plan-search";
import { type SoundPlan, soundPlan } from "../../sizing/parallelism/sound-plan";
import { adapterOf, FINE_TUNING_STACK } from "../../sizing/time/fine-tuning";
import { gpuSpec } from "../../sizing/time/kernel-efficiency";
import { bytesPerSecond } from "../../units/bytes";
import type { Design, PoolFacts } from "../design";
import { ipGbps } from "./store";

/** One named share of a whole: bytes of memory, seconds of a step. */
export interface Part {
  readonly name: string;
  readonly value: number;
}

/** A training run on the design's work pool, laid out the best way there is. */
export interface TrainingFigures {
  readonly pool: string;
  /** Nodes and GPUs that the run uses; further ones are spares. */
  readonly nodes: number;
  readonly gpus: number;
  readonly fits: boolean;
  /** The layout in words; null when nothing fits. */
  readonly layout: string | null;
  /** Ranks of the layout's tensor parallelism; null when nothing fits. */
  readonly tensorParallel: number | null;
  readonly gpusPerDomain: number;
  readonly memoryLimitBytes: number;
  /** Bytes on the fullest GPU; null when nothing fits. */
  readonly memoryBytes: Range | null;
  readonly memoryParts: readonly Part[];
  readonly stepSeconds: Range | null;
  readonly stepParts: readonly Part[];
  readonly tokensPerSecond: Range | null;
  readonly modelFlopsUtilization: Range | null;
  /** Communication between nodes and GPUs that compute does not hide, as a share of the step. */
  readonly exposedCommunication: number | null;
  /** Days without any failure: tokens over tokens a second. */
  readonly days: Range | null;
  /** Why this layout wins, or why none fits. */
  readonly explanation: readonly string[];
}

/** A job and the GPUs to lay it over. */
type Asked = Omit<PlanRequest, "most">;

type Training = Extract<NonNullable<Design["workload"]>, { kind: "training" | "fine-tuning" }>;

/** The run of a training or fine-tuning workload; null for others, and for LoRA on latent attention, which is not sized. */
export function trainingRun(design: Design): Training | null {
  const { workload } = design;
  if (workload === null || workload.kind === "inference") return null;
  return adapterMethod(workload) !== null && workload.model.latentAttention ? null : workload;
}

/** How a run trains adapters beside frozen weights; null where it updates all weights. */
function adapterMethod(workload: Training): "lora" | "qlora" | null {
  return workload.kind === "fine-tuning" && workload.method !== "full" ? workload.method : null;
}

/** Rank of the adapters where the workload names none. */
const USUAL_RANK = 16;

/** What is trained: the state kept for each trained parameter, the adapter, and the software that runs it. */
export function trained(workload: Training): Pick<PlanRequest, "state" | "software" | "adapter"> {
  const method = adapterMethod(workload);
  if (method === null || workload.kind !== "fine-tuning") return FINE_TUNING_STACK.full;
  return {
    adapter: adapterOf(workload.model, method, workload.loraRank ?? USUAL_RANK),
    ...FINE_TUNING_STACK[method],
  };
}

/** Plans to choose from at each point of the throughput chart, where a tenth more or less does not show. */
const PLANS_OF_CURVE = 5;

/**
 * What joins the pool's nodes: its fabric, oversubscribed as it says, or without one TCP over the IP interfaces it has, at the
 * rate that holds without credits.
 */
function linkOf(p: PoolFacts, type: InstanceType, accelerator: Accelerator): Interconnect {
  const link = instanceInterconnect(type, accelerator, p.fabric !== null);
  if (p.fabric !== null) {
    const fabricBytesPerSecondPerGpu = link.fabricBytesPerSecondPerGpu * efaShare(p, type);
    return { ...link, fabricBytesPerSecondPerGpu, oversubscription: p.fabric.oversubscription ?? 1 };
  }
  const gbps = Math.min(ipGbps(p), type.networkBaselineGbps);
  return { ...link, fabricBytesPerSecondPerGpu: bytesPerSecond(gbps) / Math.max(1, p.gpusPerNode) };
}

/** Share of the type's EFA bandwidth that the node's interfaces have; each card carries its own. */
function efaShare({ pool, fabric }: PoolFacts, type: InstanceType): number {
  const has = efaCount(pool.networkInterfaces);
  return fabric?.kind === "efa" && has > 0 ? Math.min(1, has / efaDevicesFor(type)) : 1;
}

/** The plan request for so many nodes of the pool; null where the catalog lacks the accelerator's rates. */
function request(workload: Training, p: PoolFacts, nodes: number): Asked | null {
  if (p.type === null || p.accelerator === null || p.accelerator.memoryBandwidthGBps === null) return null;
  const gpu = gpuSpec(p.accelerator);
  if (gpu.flops.bf16 === null) return null;
  return {
    model: workload.model,
    sequenceLength: workload.sequenceLength,
    globalBatchSequences: workload.globalBatchSequences,
    precision: "bf16",
    ...trained(workload),
    gpu,
    link: linkOf(p, p.type, p.accelerator),
    gpus: nodes * p.gpusPerNode,
  };
}

/** Node counts worth trying: all of them, and the powers of two below, which batches divide by. */
export function nodeCounts(max: number): number[] {
  const powers = Array.from({ length: 20 }, (_, i) => 2 ** i).filter((n) => n < max);
  return [...powers, max];
}

/** The best plan on the pool: on all its nodes, or on the power of two below where that is faster. */
function bestPlan(workload: Training, p: PoolFacts): { nodes: number; asked: Asked; sound: SoundPlan } | null {
  const counts = nodeCounts(p.pool.nodes.max).slice(-2);
  const tried = (Number.isInteger(Math.log2(p.pool.nodes.max)) ? counts.slice(-1) : counts).flatMap((nodes) => {
    const asked = request(workload, p, nodes);
    return asked === null ? [] : [{ nodes, asked, sound: soundPlan(asked) }];
  });
  if (tried.length === 0) return null;
  return tried.reduce((best, next) =>
    next.sound.fastestTokensPerSecond >= best.sound.fastestTokensPerSecond ? next : best,
  );
}

const SHOWN_PARTS: readonly (readonly [string, readonly (keyof ParallelPlan["step"]["parts"])[]])[] = [
  ["matrix products", ["gemm"]],
  ["attention", ["attention"]],
  ["elementwise", ["elementwise"]],
  ["recomputation", ["recompute"]],
  ["tensor-parallel traffic", ["tensor", "context"]],
  ["expert traffic", ["expert"]],
  ["launching experts' kernels", ["expertLaunch"]],
  ["gradients and weights", ["data"]],
  ["pipeline", ["pipelineBubble", "pipelineTransfer"]],
  ["optimizer", ["optimizer"]],
  ["stragglers", ["stragglers"]],
];

function named(
  plan: ParallelPlan,
): Pick<TrainingFigures, "memoryParts" | "stepParts" | "exposedCommunication" | "memoryBytes"> {
  const { memory, step } = plan;
  const total = Object.values(step.parts).reduce((a, b) => a + b, 0);
  const { tensor, context, expert, data, pipelineTransfer } = step.parts;
  return {
    memoryBytes: memory.total,
    memoryParts: [
      { name: "weights", value: memory.weights },
      { name: "gradients", value: memory.gradients },
      { name: "optimizer", value: memory.optimizer },
      { name: "activations", value: memory.activations },
      { name: "temporary", value: memory.temporary },
      { name: "framework", value: memory.framework },
    ],
    stepParts: SHOWN_PARTS.map(([name, keys]) => ({
      name,
      value: keys.reduce((sum, key) => sum + step.parts[key], 0),
    })).filter((part) => part.value > 0),
    exposedCommunication: (tensor + context + expert + data + pipelineTransfer) / total,
  };
}

const DAY_SECONDS = 86_400;

/** Lays the workload's run over the work pool; null without a run or a known accelerator. */
export function trainingFigures(design: Design): TrainingFigures | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || p.pool.nodes.max < 1) return null;
  const best = bestPlan(workload, p);
  if (best === null) return null;
  const { plan, explanation } = best.sound;
  const common = {
    pool: p.pool.name,
    nodes: best.nodes,
    gpus: plan ? gpuCount(plan.layout) : best.asked.gpus,
    gpusPerDomain: best.asked.link.gpusPerDomain,
    memoryLimitBytes: best.asked.gpu.memoryBytes,
    explanation,
  };
  if (plan === null) {
    const none = { layout: null, tensorParallel: null, memoryBytes: null, memoryParts: [], stepSeconds: null };
    const noSpeed = { stepParts: [], tokensPerSecond: null, modelFlopsUtilization: null };
    return { ...common, ...none, ...noSpeed, fits: false, exposedCommunication: null, days: null };
  }
  const speed = plan.step.tokensPerSecond;
  const days = (rate: number) => workload.tokens / rate / DAY_SECONDS;
  return {
    ...common,
    ...named(plan),
    fits: true,
    layout: describeLayout(plan.layout),
    tensorParallel: plan.layout.tensor,
    stepSeconds: plan.step.seconds,
    tokensPerSecond: speed,
    modelFlopsUtilization: plan.step.modelFlopsUtilization,
    days: { low: days(speed.high), expected: days(speed.expected), high: days(speed.low) },
  };
}

/** Tokens a second against nodes: the best layout at each count, for the report's chart. */
export function scalingCurve(design: Design): { readonly nodes: number; readonly tokensPerSecond: Range }[] {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null) return [];
  const counts = nodeCounts(p.pool.nodes.max);
  return counts.flatMap((nodes, i) => {
    const asked = request(workload, p, nodes);
    // The design's own size is the last or the one before: there the curve meets the figures.
    const best = asked && soundPlan(asked, i < counts.length - 2 ? PLANS_OF_CURVE : undefined).plan;
    return best ? [{ nodes, tokensPerSecond: best.step.tokensPerSecond }] : [];
  });
}
