import type { Accelerator, InstanceType } from "../../catalog/types";
import { poolFabric, shareOfDevices } from "../../model/fabric-devices";
import type { Fabric } from "../../model/model";
import { DEFAULT_LORA_RANK, DEFAULT_PRECISION, trains } from "../../model/workload";
import {
  type FabricSpec,
  type Interconnect,
  instanceInterconnect,
  interconnect,
} from "../../sizing/fabric/interconnect";
import { type UnsizedTraining, unsizedTraining } from "../../sizing/inputs/unsized-training";
import { TRAINING_PRECISIONS, type TrainingPrecision } from "../../sizing/memory/model-memory";
import { chosenState } from "../../sizing/memory/optimizer-state";
import type { ParallelPlan } from "../../sizing/parallelism/parallel-plan";
import type { PlanRequest } from "../../sizing/parallelism/plan-search";
import type { RecommendedPlan } from "../../sizing/parallelism/recommended-plan";
import { adapterOf, FINE_TUNING_STACK } from "../../sizing/time/fine-tuning";
import { gpuSpec } from "../../sizing/time/kernel-efficiency";
import { trainingFramework } from "../../sizing/time/training-framework";
import { TRAINING_SOFTWARE } from "../../sizing/time/training-software";
import { bytesPerSecond } from "../../units/bytes";
import type { Design, PoolFacts } from "../design";
import { type DeclaredPlan, declaredPlan } from "./declared-layout";
import { objectiveTime, wholeStep } from "./objective-time";
import { searchedPlan } from "./searched-plan";
import { tcpGbps } from "./store";
import type { Asked, Training } from "./training-job";

/** The run of a training or fine-tuning workload; null for others, and for what is not sized: LoRA on latent attention, and hybrids. */
export function trainingRun(design: Design): Training | null {
  const { workload } = design;
  return trains(workload) && unsizedRun(workload) === null ? workload : null;
}

/** Why a run is not sized; null where it is. */
export function unsizedRun(workload: Training): UnsizedTraining | null {
  return unsizedTraining(workload.model, adapterMethod(workload) !== null);
}

/** How a run trains adapters beside frozen weights; null where it updates all weights. */
function adapterMethod(workload: Training): "lora" | "qlora" | null {
  return workload.kind === "fine-tuning" && workload.method !== "full" ? workload.method : null;
}

/** What is kept for each parameter where all are trained, without a reference model. */
export function fullState(workload: Training): TrainingPrecision {
  const framework = workload.framework === undefined ? null : trainingFramework(workload.framework);
  const usual = framework === null ? FINE_TUNING_STACK.full.state : TRAINING_PRECISIONS[framework.state];
  return chosenState(usual, workload, workload.model);
}

/** What is trained: the state kept for each trained parameter, the adapter, and the software that runs it. */
export function trained(
  workload: Training,
): Pick<PlanRequest, "state" | "software" | "adapter" | "dataParallelOnly" | "objective"> {
  const method = adapterMethod(workload);
  const framework = workload.framework === undefined ? null : trainingFramework(workload.framework);
  const stack = FINE_TUNING_STACK[method ?? "full"];
  const software = framework === null ? stack.software : TRAINING_SOFTWARE[framework.software];
  const dataParallelOnly = framework?.dataParallelOnly ?? false;
  const objective = workload.kind === "fine-tuning" ? workload.objective : undefined;
  if (method === null || workload.kind !== "fine-tuning") {
    const state = fullState(workload);
    const weightBytes = state.weightBytes + (keepsReference(workload) ? REFERENCE_BYTES : 0);
    return { state: { ...state, weightBytes }, software, dataParallelOnly, objective };
  }
  const adapter = adapterOf(workload.model, method, workload.loraRank ?? DEFAULT_LORA_RANK);
  return { adapter, state: chosenState(stack.state, workload, null), software, dataParallelOnly, objective };
}

/** The reference model of DPO and GRPO, frozen in 16 bits and divided as the trained weights are. */
const REFERENCE_BYTES = 2;

/** Whether a copy of the model from before the run stays in memory: adapters have it beneath them. */
function keepsReference(workload: Training): boolean {
  return workload.kind === "fine-tuning" && workload.method === "full" && (workload.objective ?? "sft") !== "sft";
}

/**
 * What joins the pool's nodes: its fabric, oversubscribed as it says, or without one TCP over the IP interfaces it has, at the
 * rate that holds without credits.
 */
function linkOf(p: PoolFacts, type: InstanceType, accelerator: Accelerator): Interconnect {
  if (p.fabric === null || p.pool.fabric === null) {
    const link = instanceInterconnect(type, accelerator, false);
    return { ...link, fabricBytesPerSecondPerGpu: bytesPerSecond(tcpGbps(p)) / Math.max(1, p.gpusPerNode) };
  }
  const link = fabricLink(p, p.fabric.kind, type, accelerator);
  const share = shareOfDevices(p.pool.fabric, type);
  const fabricBytesPerSecondPerGpu = link.fabricBytesPerSecondPerGpu * share;
  const { oversubscription = link.oversubscription } = p.fabric;
  return { ...link, fabricBytesPerSecondPerGpu, oversubscription };
}

/** All of the node's ports on a fabric: EFA at the rates of the type's family, InfiniBand or Ethernet at those of their kind. */
function fabricLink(p: PoolFacts, kind: Fabric["kind"], type: InstanceType, accelerator: Accelerator): Interconnect {
  if (kind === "efa") return instanceInterconnect(type, accelerator);
  const gpusPerNode = Math.max(1, p.gpusPerNode);
  const gpusPerDomain = type.interconnect?.accelerators ?? gpusPerNode;
  return interconnect(accelerator, gpusPerDomain, { kind, gbpsPerNode: type.networkGbps, gpusPerNode });
}

/** The plan request for so many nodes of the pool; null where the catalog lacks the accelerator's rates. */
export function request(workload: Training, p: PoolFacts, nodes: number): Asked | null {
  if (p.type === null || p.accelerator === null || p.accelerator.memoryBandwidthGBps === null) return null;
  // without a published rate of the fabric, the step time over it is unknown
  if (nodes > 1 && p.fabric !== null && p.type.networkGbps === 0) return null;
  const gpu = gpuSpec(p.accelerator);
  const precision = workload.precision ?? DEFAULT_PRECISION;
  if (gpu.flops[precision] === null) return null;
  return {
    model: workload.model,
    sequenceLength: workload.sequenceLength,
    globalBatchSequences: workload.globalBatchSequences,
    precision,
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

/** A run laid over so many nodes. */
export interface LaidOut {
  readonly nodes: number;
  readonly asked: Asked;
  readonly sound: RecommendedPlan;
}

/** The best plan on the pool: on all its nodes, or on the power of two below where that is faster. */
export function bestPlan(workload: Training, p: PoolFacts): LaidOut | null {
  const counts = nodeCounts(p.nodesAtOnce).slice(-2);
  const tried = (Number.isInteger(Math.log2(p.nodesAtOnce)) ? counts.slice(-1) : counts).flatMap((nodes) => {
    const asked = request(workload, p, nodes);
    return asked === null ? [] : [{ nodes, asked, sound: searchedPlan(asked) }];
  });
  if (tried.length === 0) return null;
  return tried.reduce((best, next) =>
    next.sound.fastestTokensPerSecond >= best.sound.fastestTokensPerSecond ? next : best,
  );
}

/** The run as its workload declares it, else as the library would lay it out. */
export function laidOut(workload: Training, p: PoolFacts): LaidOut | DeclaredPlan | null {
  if (workload.parallelism === undefined) return bestPlan(workload, p);
  return declaredPlan(workload, workload.parallelism, p, (nodes) => request(workload, p, nodes));
}

/** Expected seconds of a step with what its objective does besides training; null without a plan. */
function expectedStep(workload: Training, p: PoolFacts, plan: ParallelPlan | null): number | null {
  return plan && wholeStep(workload, plan, objectiveTime(workload, p, plan)).expected;
}

/** Seconds of a step of the run on so many of its nodes if another fabric joined them; null where it does not fit. */
export function stepSecondsOver(design: Design, nodes: number, fabric: FabricSpec): number | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || p.accelerator === null) return null;
  const asked = request(workload, p, nodes);
  if (asked === null) return null;
  const link = interconnect(p.accelerator, asked.link.gpusPerDomain, fabric);
  return expectedStep(workload, p, searchedPlan({ ...asked, link }).plan);
}

/** Seconds of a step of the run on so many of its nodes if their fabric reached a share of its rate; null where it does not fit. */
export function stepSecondsAtFabricShare(design: Design, nodes: number, share: number): number | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  const asked = workload && p && request(workload, p, nodes);
  if (!asked) return null;
  const link = { ...asked.link, fabricBytesPerSecondPerGpu: asked.link.fabricBytesPerSecondPerGpu * share };
  return expectedStep(workload, p, searchedPlan({ ...asked, link }).plan);
}

const NON_BLOCKING_EFA: Fabric = { name: "efa", kind: "efa", availabilityZone: null };

/** Seconds of a step of the run if EFA joined the pool's nodes; null without a run that fits. */
export function stepSecondsWithEfa(design: Design): number | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || p.type === null || p.nodesAtOnce < 1) return null;
  const pool = { ...p.pool, fabric: poolFabric(NON_BLOCKING_EFA.name, p.type) };
  const best = laidOut(workload, { ...p, pool, fabric: NON_BLOCKING_EFA });
  return expectedStep(workload, p, best?.sound.plan ?? null);
}
