import { lustreLimit } from "../../catalog/storage/lustre-tiers";
import type { LustreTier } from "../../catalog/types";
import { Problems } from "../../errors";
import { bytesPerSecond, MB } from "../../units/bytes";
import { NODE_GBPS, STORE } from "../inputs/check-inputs";
import { checkNumber } from "../inputs/check-number";
import { members, nullable, number, oneOf, requireAll } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";

/** What a store gives, bytes per second (10^6 bytes are a MB). */
export interface StorageRate {
  readonly read: Range;
  readonly write: Range;
  /** Reads of what is in the file servers' memory; null where there is no such cache. */
  readonly cachedRead: Range | null;
  /** What one client can move at most; null where only the node's network bounds it. */
  readonly perClient: number | null;
}

/**
 * Share of the provisioned disk throughput that many clients with large sequential files reach, from the worst to the best.
 * An assumption: FSx states what a file system is designed for and publishes no distribution of what is reached.
 */
const LUSTRE_REACHED = { low: 0.8, expected: 0.95 };

/**
 * FSx calls 1,000 GiB of capacity a TiB where it derives throughput: capacities come in 1,200 GiB and multiples of 2,400 GiB, and
 * its API takes the latter for 2.4 TiB (which at 50 MB/s/TiB yield 120 MB/s).
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html (PerUnitStorageThroughput)
 */
const GIB_OF_FSX_TIB = 1000;

/** How a client reaches FSx for Lustre: over TCP, over EFA, or over EFA straight into GPU memory. */
export type LustreClient = "ena" | "efa" | "efa-gds";

const LUSTRE_CLIENTS: readonly LustreClient[] = ["ena", "efa", "efa-gds"];

const MBPS_PER_TIB = nullable(number({ above: 0, max: 1e9, unit: "MB/s", use: "use null where it is unpublished" }));

const TIER = members({
  diskReadMBpsPerTiB: MBPS_PER_TIB,
  diskWriteMBpsPerTiB: MBPS_PER_TIB,
  networkBaselineMBpsPerTiB: MBPS_PER_TIB,
  networkBurstMBpsPerTiB: MBPS_PER_TIB,
});

/**
 * What an FSx for Lustre file system gives.
 *
 * Writes, and reads not in memory, get min(network, disk) x capacity; reads in memory get the network. The range goes from
 * 80 % of the baseline to, for cached reads, the network's burst (paid from credits, so never counted on).
 *
 * @example 1.1 PiB of PERSISTENT_2 at 1,000 MB/s/TiB: above 1 TB/s, as AWS showed at SC23.
 * @throws WarpformError for a capacity that is not positive, or a tier whose limits FSx does not publish
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/ssd-storage.html
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html
 */
export function lustreRate(tier: LustreTier, capacityGiB: number, client: LustreClient = "ena"): StorageRate {
  const problems = new Problems();
  checkNumber(problems, "capacityGiB", capacityGiB, { above: 0, unit: "GiB", use: "use the file system's capacity" });
  if (!TIER(problems, "tier", tier)) problems.throwIfAny("lustreRate");
  if (tier.diskReadMBpsPerTiB === null || tier.diskWriteMBpsPerTiB === null)
    problems.add(
      "not-allowed",
      "tier",
      `tier must be one with published disk throughput, got ${tier.deploymentType} ${tier.storageType}; use PERSISTENT_2 SSD`,
    );
  if (!LUSTRE_CLIENTS.includes(client))
    problems.add("not-allowed", "client", `client must be ena, efa or efa-gds, got ${client}; use ena without EFA`);
  problems.throwIfAny("lustreRate");
  const perTiB = (capacityGiB / GIB_OF_FSX_TIB) * MB;
  const network = tier.networkBaselineMBpsPerTiB ?? Number.POSITIVE_INFINITY;
  const burst = Math.max(tier.networkBurstMBpsPerTiB ?? 0, tier.networkBaselineMBpsPerTiB ?? 0);
  const through = (disk: number): Range => {
    const most = Math.min(network, disk) * perTiB;
    return range(most * LUSTRE_REACHED.low, most * LUSTRE_REACHED.expected, most);
  };
  return {
    read: through(tier.diskReadMBpsPerTiB!),
    write: through(tier.diskWriteMBpsPerTiB!),
    cachedRead: burst === 0 ? null : range(network * 0.8 * perTiB, network * perTiB, burst * perTiB),
    perClient: bytesPerSecond(lustreLimit(`client-${client}`).value),
  };
}

/**
 * What a file system of a provisioned throughput gives (FSx for OpenZFS, Lustre on Intelligent-Tiering): its MB/s in reads as in
 * writes, at the shares that Lustre's disks are assumed to reach.
 *
 * @see https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html
 */
export function provisionedRate(throughputMBps: number): StorageRate {
  const problems = new Problems();
  checkNumber(problems, "throughputMBps", throughputMBps, { above: 0, max: 1e9, unit: "MB/s" });
  problems.throwIfAny("provisionedRate");
  const most = throughputMBps * MB;
  const through = range(most * LUSTRE_REACHED.low, most * LUSTRE_REACHED.expected, most);
  return { read: through, write: through, cachedRead: null, perClient: null };
}

/**
 * Share of a node's network that a parallel S3 client reaches. An assumption: AWS says that requests must run side by side
 * (85 to 90 MB/s each) and publishes no share for whole nodes.
 */
const S3_REACHED = { low: 0.6, expected: 0.75, high: 0.9 };

/**
 * What S3 in the same region gives a cluster: each node up to its network's rate with enough parallel requests, since S3
 * itself scales out. `gbpsPerNode` is the node's bandwidth to S3, not that of its EFA interfaces.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance-design-patterns.html (85-90 MB/s a request)
 */
export function s3Rate(nodes: number, gbpsPerNode: number): StorageRate {
  const problems = new Problems();
  checkNumber(problems, "nodes", nodes, { min: 1, whole: true });
  checkNumber(problems, "gbpsPerNode", gbpsPerNode, { above: 0, unit: "Gb/s" });
  problems.throwIfAny("s3Rate");
  const most = nodes * bytesPerSecond(gbpsPerNode);
  const through = range(S3_REACHED.low * most, S3_REACHED.expected * most, S3_REACHED.high * most);
  return { read: through, write: through, cachedRead: null, perClient: bytesPerSecond(gbpsPerNode) };
}

/**
 * Share of a node's network at which an inference engine reads weights from S3 with many requests at once (Run:ai Model Streamer): 15 GiB in
 * 17.8 s on a g6e.2xlarge of up to 20 Gb/s are 0.36 (awslabs/data-on-eks, website/docs/datastacks/processing/raydata-on-eks, 2026-07). One
 * measurement: the range around it is an assumption.
 */
const STREAMED_SHARE = { low: 0.2, expected: 0.36, high: 0.7 };

/** What an engine that streams its weights reads from S3, bytes/s, at a node's bandwidth of so many Gb/s. */
export function streamedRate(gbpsPerNode: number): StorageRate {
  const problems = new Problems();
  checkNumber(problems, "gbpsPerNode", gbpsPerNode, { above: 0, unit: "Gb/s" });
  problems.throwIfAny("streamedRate");
  const most = bytesPerSecond(gbpsPerNode);
  const through = range(STREAMED_SHARE.low * most, STREAMED_SHARE.expected * most, STREAMED_SHARE.high * most);
  return { read: through, write: through, cachedRead: null, perClient: most };
}

/** A store whose rates were measured or published: bytes per second in all, as a range of +-`uncertainty`. */
export function measuredRate(readBytes: number, writeBytes: number, uncertainty = 0.1): StorageRate {
  const problems = new Problems();
  checkNumber(problems, "readBytes", readBytes, { above: 0, unit: "bytes/s" });
  checkNumber(problems, "writeBytes", writeBytes, { above: 0, unit: "bytes/s" });
  checkNumber(problems, "uncertainty", uncertainty, { min: 0, max: 0.9 });
  problems.throwIfAny("measuredRate");
  const around = (x: number) => range(x * (1 - uncertainty), x, x * (1 + uncertainty));
  return { read: around(readBytes), write: around(writeBytes), cachedRead: null, perClient: null };
}

/**
 * Seconds to move bytes between `clients` nodes and a store: bytes / min(store, clients x the smaller of the store's limit a
 * client and the node's network). `clientGbps` is the node's bandwidth to the store; null leaves it out.
 */
export function transferSeconds(
  bytes: number,
  rate: StorageRate,
  direction: "read" | "write" | "cachedRead",
  clients: number,
  clientGbps: number | null = null,
): Range {
  requireAll("transferSeconds", {
    bytes: [bytes, number({ min: 0, unit: "bytes" })],
    rate: [rate, STORE],
    direction: [direction, oneOf(["read", "write", "cachedRead"])],
    clients: [clients, number({ min: 1, whole: true })],
    clientGbps: [clientGbps, NODE_GBPS],
  });
  const problems = new Problems();
  const store = rate[direction];
  if (store === null)
    problems.add(
      "not-allowed",
      "direction",
      "direction must be read or write for a store without a cache, got cachedRead; use read",
    );
  problems.throwIfAny("transferSeconds");
  const own = clientGbps === null ? Number.POSITIVE_INFINITY : bytesPerSecond(clientGbps);
  const most = clients * Math.min(rate.perClient ?? Number.POSITIVE_INFINITY, own);
  const seconds = (bytesASecond: number) => bytes / Math.min(bytesASecond, most);
  return range(seconds(store!.high), seconds(store!.expected), seconds(store!.low));
}
