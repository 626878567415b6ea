import { bytesPerSecond } from "../../units/bytes";
import { NODE_GBPS, STORE } from "../inputs/check-inputs";
import { flag, members, nullable, number, requireAll, requireProps } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";
import type { StorageRate } from "./storage-rate";

/**
 * Bytes a second that training reads: samples x bytes of a sample. For text, a sample is a token of 2 or 4 bytes.
 *
 * @example UNet3D on one H100 in MLPerf Storage: 7 volumes of 146.6 MB every 0.323 s, 3.18 GB/s.
 * @throws WarpformError for numbers that are not positive
 * @see mlcommons/storage, Rules.md, training workloads
 */
export function readDemand(samplesPerSecond: number, bytesPerSample: number): number {
  requireAll("readDemand", {
    samplesPerSecond: [samplesPerSecond, number({ above: 0 })],
    bytesPerSample: [bytesPerSample, number({ above: 0, unit: "bytes" })],
  });
  return samplesPerSecond * bytesPerSample;
}

export interface DataFeedProps {
  /** What training reads, bytes per second over all nodes. */
  readonly demandBytesPerSecond: number;
  readonly datasetBytes: number;
  readonly nodes: number;
  readonly store: StorageRate;
  /** A node's bandwidth to the store, Gb/s; null when the store's own limits say it all. */
  readonly nodeGbps: number | null;
  /** Where the data lives before the first epoch (S3 behind Lustre); null when it is in the store already. */
  readonly origin: StorageRate | null;
  /** Node-local cache of each node, bytes; 0 without. */
  readonly cacheBytesPerNode: number;
  /** Reads from the local cache of a node, bytes per second; null without a cache or where unpublished. */
  readonly cacheReadBytesPerSecond: number | null;
  /** Whether each node reads its own share of the data in every epoch, so that its cache need hold that share only. */
  readonly sharded: boolean;
}

/** Whether the data keeps up with the accelerators. */
export interface DataFeed {
  /** Bytes a second that the store gives these nodes. */
  readonly supplyBytesPerSecond: Range;
  /** Share of the time that accelerators wait for data, once the store holds it. */
  readonly starvedShare: Range;
  /** Time to bring the dataset into the store, s; null when it is there. */
  readonly hydrationSeconds: Range | null;
  /** Share of the time waited in the first epoch, when data comes from the origin as it is read; null without an origin. */
  readonly firstEpochStarvedShare: Range | null;
  /** Whether the node-local caches hold what their nodes read; null without caches. */
  readonly cacheHoldsDataset: boolean | null;
  /** Share of the time waited from the second epoch on, with the caches; null without caches or their rate. */
  readonly cachedStarvedShare: Range | null;
}

const PROPS = members({
  demandBytesPerSecond: number({ above: 0, use: "use readDemand" }),
  datasetBytes: number({ above: 0, unit: "bytes" }),
  nodes: number({ min: 1, whole: true }),
  store: STORE,
  nodeGbps: NODE_GBPS,
  origin: nullable(STORE),
  cacheBytesPerNode: number({ min: 0, unit: "bytes" }),
  cacheReadBytesPerSecond: nullable(number({ above: 0, unit: "bytes/s" })),
  sharded: flag,
});

/**
 * Supply against demand: accelerators stand still for the share 1 - supply / demand when supply is short. Data that is
 * brought in as it is read moves at the slower of origin and store.
 *
 * Assumes reads ahead of use (the loader overlaps reading with computing) and large files; metadata is not modeled.
 *
 * @throws WarpformError for numbers out of range
 */
export function dataFeed(p: DataFeedProps): DataFeed {
  requireProps("dataFeed", p, PROPS);

  const clients = (rate: StorageRate) =>
    p.nodes *
    Math.min(
      rate.perClient ?? Number.POSITIVE_INFINITY,
      p.nodeGbps === null ? Number.POSITIVE_INFINITY : bytesPerSecond(p.nodeGbps),
    );
  const supplyAt = (end: "low" | "expected" | "high") => Math.min(p.store.read[end], clients(p.store));
  const supply = range(supplyAt("low"), supplyAt("expected"), supplyAt("high"));
  const starved = (bytes: number) => Math.max(0, 1 - bytes / p.demandBytesPerSecond);
  const starvedOf = (r: Range) => range(starved(r.low), starved(r.expected), starved(r.high));

  // what is hydrated is read from the origin and written to the store
  const inflow =
    p.origin === null
      ? null
      : range(
          Math.min(p.origin.read.low, p.store.write.low),
          Math.min(p.origin.read.expected, p.store.write.expected),
          Math.min(p.origin.read.high, p.store.write.high),
        );
  const hydrated = (bytesASecond: number) => p.datasetBytes / bytesASecond;
  const perNode = p.sharded ? p.datasetBytes / p.nodes : p.datasetBytes;
  const cacheHoldsDataset = p.cacheBytesPerNode === 0 ? null : perNode <= p.cacheBytesPerNode;
  const cached = (held: number, end: "low" | "expected" | "high") => {
    // each second of demand is read partly from the caches, partly from the store, side by side
    const fromStore = held >= 1 ? Number.POSITIVE_INFINITY : supply[end] / (1 - held);
    const fromCache = held === 0 ? Number.POSITIVE_INFINITY : (p.nodes * p.cacheReadBytesPerSecond!) / held;
    return starved(Math.min(fromStore, fromCache));
  };
  const held = Math.min(1, p.cacheBytesPerNode / perNode);
  return {
    supplyBytesPerSecond: supply,
    starvedShare: starvedOf(supply),
    hydrationSeconds:
      inflow === null ? null : range(hydrated(inflow.high), hydrated(inflow.expected), hydrated(inflow.low)),
    firstEpochStarvedShare:
      inflow === null
        ? null
        : range(
            starved(Math.min(inflow.low, supply.low)),
            starved(Math.min(inflow.expected, supply.expected)),
            starved(Math.min(inflow.high, supply.high)),
          ),
    cacheHoldsDataset,
    cachedStarvedShare:
      cacheHoldsDataset === null || p.cacheReadBytesPerSecond === null
        ? null
        : range(cached(held, "low"), cached(held, "expected"), cached(held, "high")),
  };
}
