import { mapRange, type Range } from "../../sizing/inputs/range";
import { s3Rate } from "../../sizing/storage/storage-rate";
import { GB, GIB, MB } from "../../units/bytes";
import type { Design, PoolFacts } from "../design";
import { type BatchFigures, batchOf } from "./batch";
import { ipGbps, type Store, storeOf } from "./store";
import type { TrainingFigures } from "./training";
import { trainingRun } from "./training-request";

/** Tokenized text: 4 bytes per token, as trainers store vocabularies above 65,536. */
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

/** What so many nodes read from a store, and what they need. */
function reads(
  p: PoolFacts,
  store: Store,
  nodes: number,
  datasetBytes: number,
  neededBytesPerSecond: number,
): DataFigures {
  const { fileSystem } = store;
  const clients = nodes * Math.min(store.rate.perClient ?? Number.POSITIVE_INFINITY, (store.nodeGbps * 1e9) / 8);
  return {
    pool: p.pool.name,
    store: store.name,
    datasetBytes,
    neededBytesPerSecond,
    readBytesPerSecond: mapRange(store.rate.read, (rate) => Math.min(rate, clients)),
    firstReadBytesPerSecond: fileSystem?.dataRepositories.some((d) => d.imports)
      ? s3Rate(nodes, Math.max(1, ipGbps(p))).read
      : null,
    capacityBytes: fileSystem?.capacityGiB ? fileSystem.capacityGiB * GIB : null,
  };
}

/** The run's reads; null without a run, or without a store whose rate is known. */
export function dataFigures(design: Design, training: TrainingFigures | null): DataFigures | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null || !training?.tokensPerSecond) return null;
  const store = storeOf(design, p, "datasets");
  if (store === null) return null;
  const datasetBytes = workload.datasetGB === undefined ? workload.tokens * BYTES_PER_TOKEN : workload.datasetGB * GB;
  const needed = (training.tokensPerSecond.expected * datasetBytes) / workload.tokens;
  return reads(p, store, training.nodes, datasetBytes, needed);
}

/** What tasks read, all of it once; null without any, or without a store whose rate is known. */
export function batchData(design: Design, batch: BatchFigures | null): DataFigures | null {
  const workload = batchOf(design);
  const p = design.workPool;
  if (workload === null || p === null || batch === null || workload.readMBPerUnit === 0) return null;
  const store = storeOf(design, p, "datasets");
  if (store === null) return null;
  return reads(p, store, batch.nodes, workload.units * workload.readMBPerUnit * MB, batch.readBytesPerSecond.expected);
}
