import type { Range } from "../../sizing/inputs/range";
import { s3Rate } from "../../sizing/storage/storage-rate";
import { GB, GIB } from "../../units/bytes";
import type { Design } from "../design";
import { ipGbps, storeOf } from "./store";
import { type TrainingFigures, trainingRun } from "./training";

/** Tokenized text: 4 bytes a token, as trainers store vocabularies above 65,536. */
const BYTES_PER_TOKEN = 4;

/** What the run reads, and what its storage gives. */
export interface DataFigures {
  readonly pool: string;
  readonly store: string;
  readonly datasetBytes: number;
  /** Bytes a second that the GPUs consume at full speed. */
  readonly neededBytesPerSecond: number;
  readonly readBytesPerSecond: Range;
  /** What first reads get where Lustre fetches the files from S3; null without imports. */
  readonly firstReadBytesPerSecond: Range | null;
  /** Bytes that the store holds; null where it has no limit. */
  readonly capacityBytes: number | null;
}

/** The run's reads; null without a run, or without a store whose rate is known. */
export function dataFigures(design: Design, training: TrainingFigures | null): DataFigures | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || !training?.tokensPerSecond) return null;
  const store = storeOf(design, p, "datasets");
  if (store === null) return null;
  const datasetBytes = workload.datasetGB === undefined ? workload.tokens * BYTES_PER_TOKEN : workload.datasetGB * GB;
  const { fileSystem } = store;
  const clients =
    training.nodes * Math.min(store.rate.perClient ?? Number.POSITIVE_INFINITY, (store.nodeGbps * 1e9) / 8);
  const { read } = store.rate;
  return {
    pool: p.pool.name,
    store: store.name,
    datasetBytes,
    neededBytesPerSecond: (training.tokensPerSecond.expected * datasetBytes) / workload.tokens,
    readBytesPerSecond: {
      low: Math.min(read.low, clients),
      expected: Math.min(read.expected, clients),
      high: Math.min(read.high, clients),
    },
    firstReadBytesPerSecond: fileSystem?.dataRepositories.some((d) => d.imports)
      ? s3Rate(training.nodes, Math.max(1, ipGbps(p))).read
      : null,
    capacityBytes: fileSystem?.capacityGiB ? fileSystem.capacityGiB * GIB : null,
  };
}
