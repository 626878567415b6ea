import { GB } from "../../units/bytes";
import { HOST_LINK, NODE_GBPS, STORE, TRAINING_STATE } from "../inputs/check-inputs";
import { flag, members, nullable, number, optional, rangeOf, requireAll, requireProps } from "../inputs/check-shape";
import { exactly, type Range, range } from "../inputs/range";
import { PARAMETERS_RANGE } from "../inputs/ranges";
import type { TrainingPrecision } from "../memory/model-memory";
import { type StorageRate, transferSeconds } from "../storage/storage-rate";

/** Share of a checkpoint that is no parameter's state, at most. */
const PADDING = 0.03;

/**
 * Bytes of a training checkpoint: what cannot be computed again, so master weights and optimizer state, and the working
 * weights that most frameworks save beside them. Gradients are never saved.
 *
 * `P (w + m + o)`: 14 bytes per parameter for mixed-precision Adam, 12 where the 16-bit weights are left out (low end), and up to
 * 3 % for padded vocabularies, states of random numbers and of the data's order (BLOOM: 2.3 TiB of 2.24).
 *
 * @example 1.008 x 10^12 parameters: 14.1 TB; Megatron-LM reports 13.8 TB for its 1T model.
 * @throws WarpformError for a number of parameters that is not positive, or a precision without its bytes
 * @see https://arxiv.org/abs/2104.04473 section 5.10
 * @see mlcommons/storage, Rules.md, checkpointing (105 GB, 912 GB and 5.29 TB for 8B, 70B and 405B, in powers of 1024)
 */
export function checkpointBytes(parameters: number, precision: TrainingPrecision): Range {
  requireAll("checkpointBytes", {
    parameters: [parameters, number({ ...PARAMETERS_RANGE, use: "count them with parameterCount" })],
    precision: [precision, TRAINING_STATE],
  });
  const updated = precision.masterBytes + precision.optimizerBytes;
  const all = parameters * (precision.weightBytes + updated);
  // without master weights the working weights are the state, and always saved
  return precision.masterBytes === 0 ? exactly(all) : range(parameters * updated, all, all * (1 + PADDING));
}

/** What writes a checkpoint, and where to. */
export interface CheckpointProps {
  readonly bytes: Range;
  /** Nodes that write a share; all of them with sharded checkpoints. */
  readonly writerNodes: number;
  readonly gpusPerNode: number;
  /** Rate of one GPU's link to host memory, GB/s one way: 32 for PCIe 4.0 x16, 64 for 5.0. */
  readonly hostLinkGBps: number;
  readonly store: StorageRate;
  /** A node's bandwidth to the store, Gb/s; null when the store's own limits say it all. */
  readonly nodeGbps: number | null;
  /** Training goes on while a copy in host memory is written out. */
  readonly asynchronous: boolean;
  /** Time between the starts of two checkpoints, s; null when it is yet to be chosen. */
  readonly intervalSeconds: number | null;
  /** How often the store is read for the same bytes at a restart: 1 where peers pass them on over the fabric. @default 1 */
  readonly copiesRead?: number;
}

/** How long a checkpoint takes, and how long training stands still for it. */
export interface CheckpointTime {
  /** GPU to host memory, and through to the store; each s. */
  readonly snapshotSeconds: Range;
  readonly writeSeconds: Range;
  /** Training stands still for each checkpoint, s. */
  readonly stallSeconds: Range;
  /** Stall over (interval + stall); null without an interval. */
  readonly stallShare: Range | null;
  readonly restoreSeconds: Range;
  /** Whether the write is done before the next one starts, even at the slow end; null without an interval. */
  readonly keepsUp: boolean | null;
}

/** Share of the host link that device-to-host copies reach: staging through pageable memory at the low end, pinned at the high. */
const HOST_LINK_REACHED = { low: 0.2, expected: 0.5, high: 0.85 };

/**
 * Planning, serialization, barrier and metadata of one checkpoint, s. A named overhead, not a derivation: asynchronous
 * checkpoints of small models stall for seconds in which next to no bytes move (IBM and PyTorch: 6.3 s for 7B).
 */
const OVERHEAD_SECONDS = { low: 0.5, expected: 3, high: 8 };

/** Reads at start-up begin with imports, NCCL and metadata; only the bytes are counted here. */
const restore = (p: CheckpointProps): Range => {
  const copies = p.copiesRead ?? 1;
  const [low, expected, high] = [p.bytes.low, p.bytes.expected, p.bytes.high].map((bytes) =>
    transferSeconds(bytes * copies, p.store, "read", p.writerNodes, p.nodeGbps),
  );
  return range(low!.low, expected!.expected, high!.high);
};

const PROPS = members({
  bytes: rangeOf({ above: 0, unit: "bytes", use: "use checkpointBytes" }),
  writerNodes: number({ min: 1, whole: true }),
  gpusPerNode: number({ min: 1, whole: true }),
  hostLinkGBps: HOST_LINK,
  store: STORE,
  nodeGbps: NODE_GBPS,
  asynchronous: flag,
  intervalSeconds: nullable(number({ above: 0, unit: "s", use: "use dalyInterval" })),
  copiesRead: optional(number({ min: 1 })),
});

/**
 * Time of a checkpoint through its limits: GPU to host memory (bytes / (nodes x GPUs x link)), then to the store
 * (bytes / min(store, nodes x client limit)). Synchronous training waits for the longer of the two, which run side by
 * side, and the overhead; asynchronous training for the copy and overhead alone, unless the last write is still going on.
 *
 * @example GEMINI (SOSP'23): 1.2 TB of GPT-2 100B through 20 Gb/s takes 480 s; MT-NLG 530B 42 minutes.
 * @throws WarpformError for numbers out of range
 */
export function checkpointTime(p: CheckpointProps): CheckpointTime {
  requireProps("checkpointTime", p, PROPS);

  const link = p.writerNodes * p.gpusPerNode * p.hostLinkGBps * GB;
  const snapshot = range(
    p.bytes.low / (link * HOST_LINK_REACHED.high),
    p.bytes.expected / (link * HOST_LINK_REACHED.expected),
    p.bytes.high / (link * HOST_LINK_REACHED.low),
  );
  const write = range(
    transferSeconds(p.bytes.low, p.store, "write", p.writerNodes, p.nodeGbps).low,
    transferSeconds(p.bytes.expected, p.store, "write", p.writerNodes, p.nodeGbps).expected,
    transferSeconds(p.bytes.high, p.store, "write", p.writerNodes, p.nodeGbps).high,
  );
  const stallOf = (end: "low" | "expected" | "high") => {
    const held = p.asynchronous ? snapshot[end] : Math.max(snapshot[end], write[end]);
    const waits = p.asynchronous && p.intervalSeconds !== null ? Math.max(0, write[end] - p.intervalSeconds) : 0;
    return OVERHEAD_SECONDS[end] + held + waits;
  };
  const stall = range(stallOf("low"), stallOf("expected"), stallOf("high"));
  const interval = p.intervalSeconds;
  const share = (seconds: number) => seconds / (interval! + seconds);
  return {
    snapshotSeconds: snapshot,
    writeSeconds: write,
    stallSeconds: stall,
    stallShare: interval === null ? null : range(share(stall.low), share(stall.expected), share(stall.high)),
    restoreSeconds: restore(p),
    keepsUp: interval === null ? null : write.high <= interval,
  };
}
