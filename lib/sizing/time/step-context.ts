import type { ModelArchitecture } from "../../model/model";
import type { Interconnect } from "../fabric/interconnect";
import type { Range } from "../inputs/range";
import type { TrainingPrecision } from "../memory/model-memory";
import { countParameters, type ParameterCount } from "../memory/parameters";
import type { Adapter } from "../memory/training-state";
import { type ComputePrecision, type GpuSpec, kernelEfficiency } from "./kernel-efficiency";
import type { EfficiencyPoint, LayerContext, LayerTime } from "./layer-time";
import type { TrainingSoftware } from "./training-software";

/** A training job and the machines it runs on. */
export interface TrainingJob {
  readonly model: ModelArchitecture;
  readonly sequenceLength: number;
  /** Sequences of a step over all replicas. */
  readonly globalBatchSequences: number;
  /** Format of the linear layers' GEMMs. */
  readonly precision: ComputePrecision;
  readonly state: TrainingPrecision;
  readonly gpu: GpuSpec;
  readonly link: Interconnect;
  readonly software: TrainingSoftware;
  /** LoRA or QLoRA: no gradients of the model's own weights. @default - full training */
  readonly adapter?: Adapter;
}

/** What stays the same for all layouts of a job. */
export interface StepContext extends LayerContext {
  readonly job: TrainingJob;
  readonly count: ParameterCount;
  /** Forward times of the whole model already worked out: many layouts share tensor, context and microbatch. */
  readonly known: Map<number, LayerTime>;
}

/** Prepares a job for many layouts. */
export function stepContext(
  job: TrainingJob,
  efficiency: EfficiencyPoint = efficiencyPoint(job, "expected"),
): StepContext {
  return {
    job,
    count: countParameters(job.model),
    known: new Map(),
    model: job.model,
    sequenceLength: job.sequenceLength,
    precision: job.precision,
    gpu: job.gpu,
    link: job.link,
    software: job.software,
    efficiency,
  };
}

/** One point of the calibrated ranges for a job's GPU and number format. */
export function efficiencyPoint(
  job: Pick<TrainingJob, "gpu" | "precision" | "software">,
  which: keyof Range,
): EfficiencyPoint {
  const row = kernelEfficiency(job.gpu.architecture);
  const format = job.precision === "bf16" ? row.gemm : job.precision === "fp8" ? row.gemmFp8 : row.gemmFp4;
  return {
    gemm: (format ?? row.gemm)[which],
    gemmBf16: row.gemm[which],
    attention: (job.software.flashGeneration === "first" ? row.attentionFlash1 : row.attention)[which],
    memory: row.memory[which],
    matrixFlopsPerExponential: row.matrixFlopsPerExponential,
  };
}
