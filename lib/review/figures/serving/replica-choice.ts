import type { DeployedModel } from "../../../model/model";
import type { GpuShare } from "../../../sizing/memory/gpu-share";
import { loraMemory } from "../../../sizing/memory/lora-adapter";
import { pipelinedRate } from "../../../sizing/serving/pipelined-rate";
import { type NoReplicas, type Replicas, replicasFor } from "../../../sizing/serving/replicas";
import { servesWith } from "../../../sizing/serving/serving-heads";
import type { ServingRate } from "../../../sizing/serving/serving-rate";
import type { ServingFigure } from "../../../sizing/spread/families";
import { openRange } from "../../../sizing/spread/published-spread";
import { servingSpread } from "../../../sizing/spread/serving-spread";
import type { Design, PoolFacts } from "../../design";

export type Inference = Extract<NonNullable<Design["workload"]>, { kind: "inference" }>;

/** A size of replica and what it does. */
export interface ReplicaChoice {
  readonly gpus: number;
  readonly rate: ServingRate;
  readonly answer: Replicas | NoReplicas;
  /** Memory that adapters take. */
  readonly adapterBytes: number;
  /** Why the range of a figure says little; null where it would have held nine in ten of those published. */
  readonly openRanges: Readonly<Record<ServingFigure, string | null>>;
}

/** How a replica is made. */
interface ReplicaSetup {
  readonly precision: DeployedModel["precision"];
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  /** Most requests that it is given at once. */
  readonly maxBatch?: number;
  readonly adapters: number;
  readonly rank: number | null;
}

function adapterBytes({ model }: Inference, adapters: number, rank: number | null): number {
  if (adapters === 0 || rank === null || model.latentAttention) return 0;
  return loraMemory(model, adapters, adapters, rank).acceleratorBytes;
}

/** A replica of some setup; null where the catalog lacks the GPU's rates, or its heads cannot be divided so. */
function replica(workload: Inference, { accelerator }: GpuShare, setup: ReplicaSetup): ReplicaChoice | null {
  if (accelerator.memoryBandwidthGBps === null) return null;
  if (accelerator.tflops.bf16 === null && accelerator.tflops.fp16 === null) return null;
  if (!servesWith(workload.model, setup.tensorParallel)) return null;
  const reservedBytes = adapterBytes(workload, setup.adapters, setup.rank);
  const rate = pipelinedRate(
    {
      model: workload.model,
      accelerator,
      tensorParallel: setup.tensorParallel,
      precision: setup.precision,
      kvPrecision: setup.precision === "fp8" && accelerator.tflops.fp8 !== null ? "fp8" : "bf16",
      promptTokens: workload.promptTokens,
      outputTokens: workload.outputTokens,
      maxBatch: setup.maxBatch,
      reservedBytes,
      engineOptions: "default",
    },
    setup.pipelineParallel,
  );
  const answer = replicasFor({ ...workload, rate });
  const open = (figure: ServingFigure) =>
    openRange(servingSpread(figure, workload.model, accelerator, setup.precision, "default"));
  return {
    gpus: setup.tensorParallel * setup.pipelineParallel,
    rate,
    answer,
    adapterBytes: reservedBytes,
    openRanges: {
      throughput: open("throughput"),
      "time-per-token": open("time-per-token"),
      "first-token": open("first-token"),
    },
  };
}

/** The replica that a manifest describes. */
export function deployedReplica(workload: Inference, share: GpuShare, served: DeployedModel): ReplicaChoice | null {
  return replica(workload, share, {
    precision: served.precision,
    tensorParallel: served.tensorParallel,
    pipelineParallel: served.pipelineParallel,
    maxBatch: served.requestsPerReplica ?? undefined,
    adapters: served.lora?.maxAdapters ?? 0,
    rank: served.lora?.maxRank ?? null,
  });
}

/** The replica with which the service needs the fewest GPUs, else the largest of a node; null where none can be sized. */
export function bestReplica(workload: Inference, p: PoolFacts, share: GpuShare): ReplicaChoice | null {
  // An engine spans neither MIG devices nor shares.
  const all = share.name === null ? [1, 2, 4, 8, 16] : [1];
  const setup = { precision: workload.precision, pipelineParallel: 1 };
  const adapters = { adapters: workload.loraAdapters, rank: workload.loraRank };
  const tried = all
    .filter((t) => p.gpusPerNode % t === 0)
    .flatMap((tensorParallel) => replica(workload, share, { ...setup, ...adapters, tensorParallel }) ?? []);
  const gpus = (c: ReplicaChoice) =>
    c.answer.feasible ? c.answer.replicas.expected * c.gpus : Number.POSITIVE_INFINITY;
  const good = tried.filter((c) => c.answer.feasible);
  return good.length > 0 ? good.reduce((a, b) => (gpus(b) < gpus(a) ? b : a)) : (tried.at(-1) ?? null);
}

/** Replicas that a pool's nodes hold, `nodes` of them. */
export function replicasOn(nodes: number, p: PoolFacts, share: GpuShare, gpus: number): number {
  const perNode = p.gpusPerNode * share.perGpu;
  return gpus <= perNode ? nodes * Math.floor(perNode / gpus) : Math.floor((nodes * perNode) / gpus);
}
