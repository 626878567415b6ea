import rows from "./data/batch-rates.json";
import type { Sourced } from "./types";

/** A published rate of independent work on one GPU: images, scans, atom-steps. */
export interface BatchRate extends Sourced {
  /** Name in blueprints: `stable-diffusion-xl`, `retinanet`. */
  readonly benchmark: string;
  /** What is counted, in the singular: `image`. */
  readonly unit: string;
  /** What was run. */
  readonly work: string;
  readonly accelerator: string;
  /** Per GPU and second; lowest, median and highest of the measurements. */
  readonly unitsPerSecond: { readonly low: number; readonly expected: number; readonly high: number };
  readonly measurements: number;
}

/** All published rates. */
export function batchRates(): readonly BatchRate[] {
  return rows as readonly BatchRate[];
}

/** Names of the benchmarks with a published rate, each once. */
export function batchBenchmarks(): readonly string[] {
  return [...new Set(batchRates().map(({ benchmark }) => benchmark))];
}

/** The published rate of a benchmark on an accelerator; undefined where there is none. */
export function findBatchRate(benchmark: string, accelerator: string): BatchRate | undefined {
  return batchRates().find((rate) => rate.benchmark === benchmark && rate.accelerator === accelerator);
}

/** What a benchmark counts; undefined for an unknown name. */
export function unitOfBenchmark(benchmark: string): string | undefined {
  return batchRates().find((rate) => rate.benchmark === benchmark)?.unit;
}
