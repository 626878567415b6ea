import rows from "./data/inference-throughput.json";
import type { Sourced } from "./types";

/** A published throughput of one replica under a load without end. */
export interface InferenceThroughput extends Sourced {
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: "bf16" | "fp8" | "int8" | "fp4" | "int4";
  readonly kvPrecision: "bf16" | "fp8";
  /** Each accelerator serves requests of its own and shares the experts alone. @default false */
  readonly attentionDataParallel?: boolean;
  /** Requests of the whole measurement, where the publisher says: no more are under way. */
  readonly requests?: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Output tokens per second of the whole replica. */
  readonly outputTokensPerSecond: number;
  /** Used to fit the constants of `lib/sizing/serving/serving-rate.ts`; the others are held out. */
  readonly calibrated: boolean;
}

/** All published throughputs. */
export function inferenceThroughputs(): readonly InferenceThroughput[] {
  return rows as readonly InferenceThroughput[];
}
