import type { Sourced } from "../../catalog/types";
import rows from "../data/best-gemms.json";
import { gpusOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { hardwareFlopsPerToken } from "./flops";
import type { ComputePrecision, GpuSpec } from "./kernel-efficiency";
import type { TrainingJob } from "./step-context";

/** The fastest dense GEMM that anybody has measured on an accelerator, TFLOP/s; null where no measurement is known. */
interface BestGemm extends Sourced {
  readonly accelerators: readonly string[];
  readonly bf16: number;
  readonly fp8: number | null;
}

/** FLOP/s that no kernel on the GPU passes: the fastest GEMM measured on it, and the data sheet's peak where none is known. */
function flopsCeiling(gpu: GpuSpec, precision: ComputePrecision): number {
  const measured = (rows as readonly BestGemm[]).find(({ accelerators }) => accelerators.includes(gpu.name));
  const best = precision === "fp4" ? null : (measured?.[precision] ?? null);
  return Math.min(gpu.flops[precision]!, best === null ? Number.POSITIVE_INFINITY : best * 1e12);
}

/** Seconds below which no step ends: all that its GPUs multiply, the causal half of attention, at the pace of their best GEMM. */
export function leastStepSeconds(job: TrainingJob, layout: ParallelLayout): number {
  const frozen = job.adapter !== undefined;
  const perToken = hardwareFlopsPerToken(job.model, job.sequenceLength, layout.recompute, "causal", frozen);
  const tokens = job.globalBatchSequences * job.sequenceLength;
  return (tokens * perToken) / (flopsCeiling(job.gpu, job.precision) * gpusOf(layout));
}
