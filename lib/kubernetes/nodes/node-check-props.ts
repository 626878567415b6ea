/** What a new node must pass before it takes work. */
export interface NodeCheck {
  /** Depth of DCGM's diagnosis. */
  readonly level: DiagnosisLevel;
  /** Least bus bandwidth of an all-reduce over the node's GPUs, GB/s; null where none is run. */
  readonly busBandwidthGBps: number | null;
}

/** `dcgmi diag -r`. */
export type DiagnosisLevel = 1 | 2 | 3;

/**
 * Seconds that each level takes: seconds, about two minutes, about 15. The first is NVIDIA's "seconds" with the start of the engine.
 * @see https://docs.nvidia.com/datacenter/dcgm/latest/reference/command-line-reference/dcgmi/dcgmi-diag.html (`--run`)
 */
export const DIAGNOSIS_SECONDS: Readonly<Record<DiagnosisLevel, number>> = { 1: 30, 2: 120, 3: 900 };

/** Start of NCCL and 20 all-reduces of 1 GiB. A named overhead, not measured. */
const ALL_REDUCE_SECONDS = 30;

/** What a check adds to the start of a node. */
export function checkSeconds({ level, busBandwidthGBps }: NodeCheck): number {
  return DIAGNOSIS_SECONDS[level] + (busBandwidthGBps === null ? 0 : ALL_REDUCE_SECONDS);
}
