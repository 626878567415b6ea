import { type DeviceName, deviceName, linkFamily } from "../../catalog/accelerators";
import type { Accelerator, Sourced } from "../../catalog/types";
import rows from "../data/kernel-efficiency.json";
import { ACCELERATOR } from "../inputs/check-inputs";
import { requireAll, text } from "../inputs/check-shape";
import type { Range } from "../inputs/range";

/** Number formats that GEMMs of the linear layers run in; attention and the output head stay in BF16. */
export type ComputePrecision = "bf16" | "fp8" | "fp4";

/** How near kernels come to an architecture's peaks in real training, as a range. */
export interface KernelEfficiency extends Sourced {
  readonly architecture: string;
  /** Large GEMMs against the dense tensor peak of BF16. */
  readonly gemm: Range;
  /** The same for FP8 and FP4, with scaling; null where the architecture has no such units. */
  readonly gemmFp8: Range | null;
  readonly gemmFp4: Range | null;
  /**
   * BF16 operations of the matrix units in the time of one exponential of a multiprocessor: 2,048, 4,096 or 8,192 a clock against
   * 16, or 32 on Blackwell Ultra.
   * @see https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/compute-capabilities.html
   */
  readonly matrixFlopsPerExponential: number;
  /** Flash attention with heads of 128 against the BF16 peak, forward and backward together. */
  readonly attention: Range;
  /** The same for the first generation of flash attention (2022 to mid 2023). */
  readonly attentionFlash1: Range;
  /** Memory-bound kernels against the memory's bandwidth. */
  readonly memory: Range;
}

const table = rows as readonly KernelEfficiency[];

/** All calibrated architectures. */
export function kernelEfficiencies(): readonly KernelEfficiency[] {
  return table;
}

/** The architecture's calibration; a wide one for what has none of its own. */
export function kernelEfficiency(architecture: string): KernelEfficiency {
  requireAll("kernelEfficiency", { architecture: [architecture, text] });
  return table.find((row) => row.architecture === architecture) ?? table.find((row) => row.architecture === "other")!;
}

/** The peaks that step times need, in base units. */
export interface GpuSpec {
  readonly name: string;
  /** What it is called. @default "GPU" */
  readonly device?: DeviceName;
  /** What joins those of a node. @default "NVLink" */
  readonly link?: string;
  readonly architecture: string;
  readonly memoryBytes: number;
  readonly memoryBytesPerSecond: number;
  /** Dense peak, FLOP/s; null where the part has no such units. */
  readonly flops: Readonly<Record<ComputePrecision, number | null>>;
}

/** The peaks of a catalog row. */
export function gpuSpec(accelerator: Accelerator): GpuSpec {
  requireAll("gpuSpec", { accelerator: [accelerator, ACCELERATOR] });
  const tera = (value: number | null) => (value === null ? null : value * 1e12);
  const { bf16, fp16, fp8, fp4 } = accelerator.tflops as Accelerator["tflops"] & { fp16?: number | null };
  return {
    name: accelerator.name,
    device: deviceName(accelerator),
    link: linkFamily(accelerator),
    architecture: accelerator.architecture,
    memoryBytes: accelerator.memoryGiB * 1024 ** 3,
    memoryBytesPerSecond: (accelerator.memoryBandwidthGBps ?? 0) * 1e9,
    flops: { bf16: tera(bf16 ?? fp16 ?? null), fp8: tera(fp8), fp4: tera(fp4) },
  };
}
