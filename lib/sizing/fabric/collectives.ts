import { around, type Range } from "../inputs/range";
import { openRange, publishedSpread, type Spread, widened } from "../spread/published-spread";
import { requireGroup } from "./check-group";
import type { Interconnect } from "./interconnect";
import type { Collective, RankGroup } from "./rank-group";

/** How the library carries an operation out. */
export type CollectiveAlgorithm = "ring" | "tree" | "nvls" | "nvls-tree" | "in-network" | "direct";

/** Time of one collective and the bandwidths that nccl-tests would print for it. */
export interface CollectiveEstimate {
  readonly algorithm: CollectiveAlgorithm;
  readonly seconds: Range;
  /** Size over time, bytes/s. */
  readonly algorithmBandwidth: Range;
  /** Algorithm bandwidth times 2(n-1)/n for all-reduce, (n-1)/n for the others, 1 for send-receive; bytes/s. */
  readonly busBandwidth: Range;
  /** What limits it and why, in a sentence. */
  readonly explanation: string;
}

/** Ranks of a domain from which the switch's reduction pays: NCCL starts it at 5 on Hopper, at 6 on Blackwell. */
const IN_SWITCH_RANKS = 5;

/** Latency of a step from one GPU of a domain to the next in a ring, s (NCCL's own model: about a microsecond). */
const RING_STEP_SECONDS = 1.2e-6;

/**
 * A pipelined collective moves its first chunk before it runs at full rate, and chunks grow with the message up to a limit:
 * `fill = k x latency x S / (S + 1.5 x latency x bandwidth)`, k steps deep. k is fitted on logs of p4de and p5 of 1 MiB to 1 GiB.
 */
const FILL_STEPS = 6;

/** Ranks of a node in those logs. */
const FITTED_RANKS = 8;

/**
 * Two measurements of the same figure differ by about this much in time from cluster to cluster and library to library, and
 * more often an untuned one is slow: six of seven published figures lie within. NCCL 2.8 on p4d (2021) took twice as long.
 */
const SPREAD = { below: 0.14, above: 0.35 };

/**
 * The same between racks whose GPUs share one domain (NVL72): no link of ours was set on such a run, and the one over 20 racks that an
 * estimate was held to took 1.9 to 3.3 times as long.
 */
const SPREAD_OF_RACKS = { below: 0.14, above: 2.3 };

/** Messages below this are slowed by latencies and by protocols that are not modeled (LL, LL128, kernels of the network's plugin). */
const LARGE_BYTES = 256 * 1024 ** 2;

/** Family of a collective: seconds, by its message, and by whether it leaves a domain. */
export function collectiveFamily(bytes: number, { ranks, ranksPerDomain }: RankGroup): readonly string[] {
  return [
    "collective",
    bytes < LARGE_BYTES ? "small" : "large",
    ranks > ranksPerDomain ? "several-domains" : "one-domain",
  ];
}

/** GPUs of one board: domains of more are racks. */
const BOARD_RANKS = 8;

const spreadOf = ({ ranks, ranksPerDomain }: RankGroup) =>
  ranksPerDomain > BOARD_RANKS && ranks > ranksPerDomain ? SPREAD_OF_RACKS : SPREAD;

interface Candidate {
  readonly algorithm: CollectiveAlgorithm;
  /** Time of the bytes on the slowest link, s. */
  readonly transfer: number;
  /** Time of an empty message, s. */
  readonly latency: number;
  /** Bytes in flight before it runs at full rate, against those of the eight GPUs that the ramp was fitted on. @default 1 */
  readonly depth?: number;
}

/** Two stages that share buffers and copy engines overlap imperfectly: between their maximum and their sum. */
function overlapped(a: number, b: number): number {
  return Math.cbrt(a * a * a + b * b * b);
}

function busFactor(kind: Collective, ranks: number): number {
  if (kind === "send-receive") return 1;
  return ((kind === "all-reduce" ? 2 : 1) * (ranks - 1)) / ranks;
}

/** Rate at which a domain's ranks of the group send to other domains, bytes/s. */
function fabricRate(group: RankGroup, link: Interconnect): number {
  return (group.ranksPerDomain * link.fabricBytesPerSecondPerGpu * link.fabricEfficiency) / link.oversubscription;
}

/**
 * All-reduce. A ring moves 2(n-1)/n S over every link, so its bus bandwidth is the rate of its slowest link. A pair of binary
 * trees moves S over the network cards where there are two domains, each sending its half up and the other's down, but 2 S
 * from three domains on, since a node in the middle also forwards: that is why two nodes may show up to twice the network's
 * rate and sixteen nodes may not. In-switch reduction (NVLink SHARP) lets each GPU send its data once instead of 2(n-1)/n
 * times; in-network reduction does so on the fabric, for any number of nodes.
 */
function allReduce(bytes: number, group: RankGroup, link: Interconnect): Candidate[] {
  const { ranks, ranksPerDomain } = group;
  const domains = ranks / ranksPerDomain;
  const nvlink = link.domainBytesPerSecondPerGpu;
  const inDomain = nvlink * link.domainEfficiency;
  const ring = 2 * ((ranks - 1) / ranks) * bytes;
  const ringSteps = 2 * (ranks - domains) * RING_STEP_SECONDS;
  const switched = link.inSwitchAllReduce !== null && ranksPerDomain >= IN_SWITCH_RANKS;
  // each rank reduces its part of the buffer chunk by chunk: 72 ranks need nine times eight's message for the same rate
  const inSwitch = switched ? bytes / (nvlink * link.inSwitchAllReduce!) : Number.POSITIVE_INFINITY;
  if (domains <= 1) {
    const candidates: Candidate[] = [
      { algorithm: "ring", transfer: ring / inDomain, latency: link.domainLatencySeconds + ringSteps / 8 },
    ];
    if (switched)
      candidates.push({
        algorithm: "nvls",
        transfer: inSwitch,
        latency: link.domainLatencySeconds,
        depth: ranks / FITTED_RANKS,
      });
    return candidates;
  }
  const net = fabricRate(group, link);
  const treeLatency = link.domainLatencySeconds + 2 * Math.ceil(Math.log2(domains)) * link.fabricLatencySeconds;
  const sent = (domains <= 2 ? 1 : 2) * bytes;
  const chain = ranksPerDomain > 1 ? (2 * bytes) / inDomain : 0;
  const ringLatency = link.domainLatencySeconds + ringSteps + 2 * (domains - 1) * link.fabricLatencySeconds;
  const ringRate = ranksPerDomain > 1 ? Math.min(net, inDomain) : net;
  const candidates: Candidate[] = [
    { algorithm: "ring", transfer: ring / ringRate, latency: ringLatency },
    { algorithm: "tree", transfer: Math.max(sent / net, chain), latency: treeLatency },
  ];
  if (switched)
    candidates.push({
      algorithm: "nvls-tree",
      transfer: overlapped(sent / net, inSwitch),
      latency: treeLatency,
      depth: ranksPerDomain / FITTED_RANKS,
    });
  if (link.inNetworkReduction) {
    const local = switched ? inSwitch : chain;
    candidates.push({ algorithm: "in-network", transfer: overlapped(bytes / net, local), latency: treeLatency / 2 });
  }
  return candidates;
}

/** All-gather and reduce-scatter: a ring sends (n-1)/n of the whole over every link. */
function gatherOrScatter(bytes: number, group: RankGroup, link: Interconnect): Candidate {
  const { ranks, ranksPerDomain } = group;
  const domains = ranks / ranksPerDomain;
  const inDomain = link.domainBytesPerSecondPerGpu * link.domainEfficiency;
  const moved = ((ranks - 1) / ranks) * bytes;
  if (domains <= 1)
    return { algorithm: "ring", transfer: moved / inDomain, latency: link.domainLatencySeconds + ranks * 0.15e-6 };
  const net = fabricRate(group, link);
  const rate = ranksPerDomain > 1 ? Math.min(net, inDomain) : net;
  // NCCL's parallel aggregated trees (2.23 on) make the steps across nodes logarithmic.
  const steps = Math.ceil(Math.log2(domains)) * link.fabricLatencySeconds;
  return { algorithm: "ring", transfer: moved / rate, latency: link.domainLatencySeconds + steps };
}

/** All-to-all: what leaves the domain, (n-g)/n of a rank's data, goes over that rank's own share of the cards. */
function allToAll(bytes: number, group: RankGroup, link: Interconnect): Candidate {
  const { ranks, ranksPerDomain } = group;
  const local = (bytes * (ranksPerDomain - 1)) / ranks / (link.domainBytesPerSecondPerGpu * link.domainEfficiency);
  const remote = (bytes * (ranks - ranksPerDomain)) / ranks;
  if (remote === 0) return { algorithm: "direct", transfer: local, latency: link.domainLatencySeconds };
  const net = (link.fabricBytesPerSecondPerGpu * link.fabricEfficiency) / link.oversubscription;
  const latency = link.domainLatencySeconds + 2 * link.fabricLatencySeconds;
  return { algorithm: "direct", transfer: Math.max(local, remote / net), latency };
}

function sendReceive(bytes: number, group: RankGroup, link: Interconnect): Candidate {
  if (group.ranksPerDomain > 1)
    return {
      algorithm: "direct",
      transfer: bytes / (link.domainBytesPerSecondPerGpu * link.domainEfficiency),
      latency: link.domainLatencySeconds / 2,
    };
  const net = (link.fabricBytesPerSecondPerGpu * link.fabricEfficiency) / link.oversubscription;
  return { algorithm: "direct", transfer: bytes / net, latency: link.fabricLatencySeconds };
}

function total(candidate: Candidate, bytes: number): number {
  const { transfer, latency, depth = 1 } = candidate;
  if (bytes === 0) return latency;
  const bandwidth = bytes / transfer;
  const fill = depth * latency;
  return latency + transfer + (FILL_STEPS * fill * bytes) / (bytes + 1.5 * fill * bandwidth);
}

function candidatesOf(kind: Collective, bytes: number, group: RankGroup, link: Interconnect): readonly Candidate[] {
  if (kind === "all-reduce") return allReduce(bytes, group, link);
  if (kind === "all-to-all") return [allToAll(bytes, group, link)];
  return [kind === "send-receive" ? sendReceive(bytes, group, link) : gatherOrScatter(bytes, group, link)];
}

function fastest(kind: Collective, bytes: number, group: RankGroup, link: Interconnect): [Candidate, number] {
  let best: Candidate | undefined;
  let seconds = Number.POSITIVE_INFINITY;
  for (const candidate of candidatesOf(kind, bytes, group, link)) {
    const time = total(candidate, bytes);
    if (time < seconds) {
      best = candidate;
      seconds = time;
    }
  }
  return [best!, seconds];
}

/**
 * Expected seconds of one collective. Sizes as in {@link collective}. Groups of one rank and messages of no bytes take no
 * time.
 *
 * @throws WarpformError for sizes and groups that make no sense
 */
export function collectiveSeconds(kind: Collective, bytes: number, group: RankGroup, link: Interconnect): number {
  requireGroup("collectiveSeconds", kind, bytes, group, link, { bytes: 0, ranks: 1 });
  return secondsOf(kind, bytes, group, link);
}

/** Seconds below which no range reaches: the bytes alone, on links that are used in full. */
function leastSeconds(kind: Collective, bytes: number, group: RankGroup, link: Interconnect): number {
  const inSwitchAllReduce = link.inSwitchAllReduce === null ? null : 1;
  const full = { ...link, domainEfficiency: 1, inSwitchAllReduce, fabricEfficiency: 1 };
  return Math.min(...candidatesOf(kind, bytes, group, full).map(({ transfer }) => transfer));
}

/** {@link collectiveSeconds} without checks, for loops over many layouts. */
export function secondsOf(kind: Collective, bytes: number, group: RankGroup, link: Interconnect): number {
  if (group.ranks <= 1 || bytes <= 0) return 0;
  return fastest(kind, bytes, group, link)[1];
}

function explain(kind: Collective, group: RankGroup, algorithm: CollectiveAlgorithm): string {
  const domains = group.ranks / group.ranksPerDomain;
  if (domains <= 1)
    return algorithm === "nvls"
      ? "one domain: the switch reduces, each GPU sends its data once, so bus bandwidth may exceed the link's own rate"
      : "one domain: the GPUs' links are the limit";
  if (kind === "all-reduce" && algorithm === "in-network")
    return "the fabric reduces: each node sends its data once, so bus bandwidth may reach twice the network's rate";
  if (kind === "all-reduce" && domains <= 2)
    return "two domains: a tree sends each byte once over the network (a ring nearly twice), so bus bandwidth may exceed the network's rate";
  if (kind === "all-reduce")
    return "three domains or more: every algorithm sends each byte about twice over the network cards, so bus bandwidth stays at the network's rate";
  if (kind === "all-to-all") return "what leaves the domain goes over each GPU's own share of the network cards";
  return "every byte but a rank's own crosses the network cards once";
}

/**
 * Time, algorithm and bandwidths of one collective on a quiet cluster.
 *
 * @param bytes size as nccl-tests counts it: the buffer of a rank for all-reduce and all-to-all, the gathered whole for
 * all-gather and reduce-scatter, the message for send-receive.
 * @param published what published figures of the family differ by; a check of a fabric takes OWN_RANGE_ALONE, since what is slower
 * than that is a fault to find. @default - the family's rows of `published-spread.json`
 * @throws WarpformError for sizes and groups that make no sense.
 * @example 2 p5.48xlarge, all-reduce of 16 GiB: 451 GB/s bus bandwidth over 400 GB/s of network; published 487.
 * @see https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md
 */
export function collective(
  kind: Collective,
  bytes: number,
  group: RankGroup,
  link: Interconnect,
  published?: Spread,
): CollectiveEstimate {
  requireGroup("collective", kind, bytes, group, link, { bytes: 1, ranks: 2 });
  const [candidate, expected] = fastest(kind, bytes, group, link);
  const { below, above } = spreadOf(group);
  const family = published ?? publishedSpread(collectiveFamily(bytes, group));
  const spread = widened(around(expected, below, above), family);
  const seconds = { ...spread, low: Math.max(spread.low, leastSeconds(kind, bytes, group, link)) };
  const factor = busFactor(kind, group.ranks);
  const algorithmBandwidth = {
    low: bytes / seconds.high,
    expected: bytes / expected,
    high: bytes / seconds.low,
  };
  return {
    algorithm: candidate.algorithm,
    seconds,
    algorithmBandwidth,
    busBandwidth: {
      low: algorithmBandwidth.low * factor,
      expected: algorithmBandwidth.expected * factor,
      high: algorithmBandwidth.high * factor,
    },
    explanation: [explain(kind, group, candidate.algorithm), openRange(family)].filter(Boolean).join("; "),
  };
}
