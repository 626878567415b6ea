import { deviceName } from "../../catalog/accelerators";
import { Problems } from "../../errors";
import type { DeclaredParallelism } from "../../model/model";
import { checkLayout } from "../../sizing/inputs/check-training";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { hostActivationBytes, hostBytesPerNode } from "../../sizing/memory/host-memory";
import { parameterCount } from "../../sizing/memory/parameters";
import { gpusOf, type ParallelLayout, SINGLE_GPU } from "../../sizing/parallelism/parallel-layout";
import type { ParallelPlan } from "../../sizing/parallelism/parallel-plan";
import { planOf, rankPlans } from "../../sizing/parallelism/parallelism-plan";
import { describeLayout, explainPlan } from "../../sizing/parallelism/plan-explanation";
import type { RecommendedPlan } from "../../sizing/parallelism/recommended-plan";
import { trainingFramework } from "../../sizing/time/training-framework";
import { GIB } from "../../units/bytes";
import { counted, duration, gib, rangeOf } from "../../units/quantity";
import type { PoolFacts } from "../design";
import { searchedPlan } from "./searched-plan";
import type { Asked, Training } from "./training-job";

/** Where findings say that a declared layout stands. */
export const DECLARED = "workload.parallelism";

/** A layout that the workload declares, on the nodes that it takes. */
export interface DeclaredPlan {
  readonly nodes: number;
  readonly asked: Asked;
  /** The plan where it fits, with what is to be said of it. */
  readonly sound: RecommendedPlan;
  /** Why it cannot be laid out at all; empty where it can. */
  readonly illegal: readonly string[];
  /** The library's own choice for the same GPUs; null where nothing fits. */
  readonly alternative: ParallelPlan | null;
}

function layoutOf({ framework }: Training, declared: DeclaredParallelism, data: number): ParallelLayout {
  const zeroStage = framework === undefined ? 1 : trainingFramework(framework).zeroStage;
  const layout = { ...SINGLE_GPU, zeroStage, ...declared, data };
  return { ...layout, sequenceParallel: layout.tensor > 1 };
}

/** The data-parallel ranks that are declared, else the most that the pool holds and the batch divides by. */
function layoutOn(workload: Training, declared: DeclaredParallelism, p: PoolFacts): ParallelLayout {
  if (declared.data !== undefined) return layoutOf(workload, declared, declared.data);
  const one = gpusOf(layoutOf(workload, declared, 1));
  const perReplica = declared.microBatchSequences ?? 1;
  let data = Math.max(1, Math.floor(p.maxGpus / one));
  while (data > 1 && (workload.globalBatchSequences % (data * perReplica) !== 0 || (data * one) % p.gpusPerNode !== 0))
    data--;
  return layoutOf(workload, declared, data);
}

function illegalities(workload: Training, layout: ParallelLayout, p: PoolFacts): string[] {
  const problems = new Problems();
  checkLayout(problems, workload, layout, DECLARED);
  const gpus = gpusOf(layout);
  const words = p.accelerator === null ? "GPUs" : `${deviceName(p.accelerator)}s`;
  const tooMany =
    gpus > p.maxGpus ? [`it takes ${counted(gpus, words)}, and the pool has ${counted(p.maxGpus, words)}`] : [];
  return [...problems.all.map(({ message }) => message), ...tooMany, ...lackOfHost(workload, layout, p)];
}

/** What each node's host keeps; null where nothing is offloaded. */
function hostBytes({ model, sequenceLength }: Training, layout: ParallelLayout, p: PoolFacts): Range | null {
  const state = hostBytesPerNode(parameterCount(model).total, layout, p.gpusPerNode);
  const activations = hostActivationBytes(model, sequenceLength, layout, p.gpusPerNode);
  return state.high + activations === 0 ? null : mapRange(state, (bytes) => bytes + activations);
}

/** Offloaded bytes that no host of the pool holds. */
function lackOfHost(workload: Training, layout: ParallelLayout, p: PoolFacts): string[] {
  const bytes = hostBytes(workload, layout, p);
  if (bytes === null || p.type === null || bytes.low <= p.type.memoryGiB * GIB) return [];
  const what = (layout.offload ?? "none") === "none" ? "offloaded activations take" : "offloaded state takes";
  return [
    `its ${what} ${gib(bytes.low)} of each host and more for buffers, and ${p.type.name} has ${gib(p.type.memoryGiB * GIB)}`,
  ];
}

/** How far the time of what is offloaded is known. */
function offloadTimeText({ offload = "none", offloadActivations }: ParallelLayout): string {
  const step =
    "the optimizer's step on the host is an estimate; published steps took 1.9 to 4.2 times as long (Qwen3-30B-A3B in Megatron-Bridge, a quarter to all of it offloaded)";
  const copies = "copies of activations are counted as hidden by compute: below 1 % in torchtune's runs of Llama 3 8B";
  return [...(offload === "none" ? [] : [step]), ...(offloadActivations ? [copies] : [])].join("; ");
}

/** What the host keeps, against what it has. */
function hostText(workload: Training, layout: ParallelLayout, p: PoolFacts): string[] {
  const bytes = hostBytes(workload, layout, p);
  if (bytes === null) return [];
  const has = p.type === null ? null : p.type.memoryGiB * GIB;
  const limit = has === null ? "" : ` of ${gib(has)}`;
  const open = has !== null && bytes.high > has ? "; borderline, decided by DeepSpeed's buffers: start it once" : "";
  return [`host memory: ${rangeOf(bytes, gib)}${limit} per node${open}; ${offloadTimeText(layout)}`];
}

/** Judges the layout that a workload declares; null where the pool's GPUs have no known rates. */
export function declaredPlan(
  workload: Training,
  declared: DeclaredParallelism,
  p: PoolFacts,
  requestOn: (nodes: number) => Asked | null,
): DeclaredPlan | null {
  const layout = layoutOn(workload, declared, p);
  const nodes = Math.min(p.nodesAtOnce, Math.ceil(gpusOf(layout) / Math.max(1, p.gpusPerNode)));
  const onNodes = requestOn(nodes);
  if (onNodes === null) return null;
  const illegal = illegalities(workload, layout, p);
  const asked = illegal.length > 0 ? onNodes : { ...onNodes, gpus: gpusOf(layout) };
  const own = searchedPlan(asked).plan;
  const instead =
    own === null
      ? []
      : [
          `alternative (the library's choice): ${describeLayout(own.layout)}: ${duration(own.step.seconds.expected)} per step`,
        ];
  const none = { plan: null, layouts: illegal.length > 0 ? 0 : 1, fastestTokensPerSecond: 0 };
  if (illegal.length > 0)
    return { nodes, asked, illegal, alternative: own, sound: { ...none, explanation: [...illegal, ...instead] } };
  const ranked = rankPlans({ ...asked, most: 1 });
  const plan = planOf(ranked, { layout, seconds: 0, bytes: 0 });
  const limit = asked.gpu.memoryBytes;
  if (plan.memory.total.expected > limit) {
    const lacks = `declared: ${describeLayout(layout)} needs ${gib(plan.memory.total.expected)} of ${gib(limit)} per ${asked.gpu.device ?? "GPU"}`;
    return { nodes, asked, illegal, alternative: own, sound: { ...none, explanation: [lacks, ...instead] } };
  }
  const [, ...details] = explainPlan(asked, plan, ranked.found);
  const explanation = [`declared: ${describeLayout(layout)}`, ...details, ...hostText(workload, layout, p), ...instead];
  const sound = { plan, layouts: 1, fastestTokensPerSecond: plan.step.tokensPerSecond.expected, explanation };
  return { nodes, asked, illegal, alternative: own, sound };
}
