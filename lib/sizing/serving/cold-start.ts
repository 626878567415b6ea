import { GB } from "../../units/bytes";
import { HOST_LINK, NODE_GBPS, STORE } from "../inputs/check-inputs";
import { flag, members, nullable, number, optional, requireProps } from "../inputs/check-shape";
import { addRanges, type Range, range } from "../inputs/range";
import { type StorageRate, transferSeconds } from "../storage/storage-rate";

export interface ColdStartProps {
  readonly weightsBytes: number;
  /** Where the weights come from. */
  readonly store: StorageRate;
  /** Whether they are copied to the node's disk first, and loaded from there when all are. @default false */
  readonly copiedFirst?: boolean;
  /** The node's bandwidth to it, Gb/s; null for local disks. */
  readonly nodeGbps: number | null;
  /** Container image that is not on the node yet; 0 when it is baked in. */
  readonly imageBytes: number;
  /** Where the image comes from; null when it is on the node. */
  readonly imageStore: StorageRate | null;
  /** Whether the layers of the image are unpacked side by side (SOCI's parallel mode). @default false */
  readonly parallelPull?: boolean;
  /** From launch to a node that takes work; 0 for a warm node. */
  readonly bootSeconds: number;
  readonly accelerators: number;
  /** Rate of one accelerator's link from host memory, GB/s one way: 64 for PCIe 5.0 x16. */
  readonly hostLinkGBps: number;
}

/** Time from the decision to start a replica to its first token, by part, s. */
export interface ColdStart {
  readonly bootSeconds: number;
  readonly imageSeconds: Range;
  readonly weightsSeconds: Range;
  /** Process, CUDA context, compilation, graph capture: the engine's own time. */
  readonly engineSeconds: Range;
  readonly totalSeconds: Range;
}

/**
 * Imports, CUDA contexts, kernel compilation and graph capture of an inference engine. A named overhead: seconds with
 * everything cached, minutes for vLLM's first torch.compile of a large model.
 */
const ENGINE_SECONDS = { low: 15, expected: 45, high: 180 };

/**
 * Unpacking makes an image pull slower than its bytes: containerd decompresses a layer on one core. GB of the compressed image a second:
 * 9.35 GB in 131 s on a volume of 1,000 MiB/s, in parallel 40 s on AL2023 and 23 s on Bottlerocket (karpenter-blueprints 529b88c,
 * blueprints/soci-snapshotter, 2026-06-08); 15 to 20 GB in 4 to 6 minutes (AWS, "Reducing container cold start times using SOCI index on
 * DLAMI and DLC", 2026); 11.6 GB in 121 to 131 s, in parallel or not, since 41 percent of that image are one layer (awslabs/data-on-eks,
 * raydata-on-eks, 2026-07). The high end of one layer after the other is twice the fastest of these.
 */
const IMAGE_UNPACK_GBPS = {
  oneByOne: { low: 0.042, expected: 0.071, high: 0.16 },
  parallel: { low: 0.12, expected: 0.24, high: 0.4 },
};

const PROPS = members({
  weightsBytes: number({ above: 0, unit: "bytes", use: "use weightsBytes()" }),
  store: STORE,
  copiedFirst: optional(flag),
  nodeGbps: NODE_GBPS,
  imageBytes: number({ min: 0, unit: "bytes" }),
  imageStore: nullable(STORE),
  parallelPull: optional(flag),
  bootSeconds: number({ min: 0, unit: "s" }),
  accelerators: number({ min: 1, whole: true }),
  hostLinkGBps: HOST_LINK,
});

/**
 * Cold start of a replica: boot + image (the slower of transfer and unpacking) + weights (the slower of the store and
 * the links into the accelerators, which run side by side; one after the other where they are copied to the node first) + engine.
 *
 * @throws WarpformError for numbers out of range
 */
export function coldStart(p: ColdStartProps): ColdStart {
  requireProps("coldStart", p, PROPS);

  const read = transferSeconds(p.weightsBytes, p.store, "read", 1, p.nodeGbps);
  const link = p.weightsBytes / (p.accelerators * p.hostLinkGBps * GB);
  const both = p.copiedFirst ? (a: number, b: number) => a + b : Math.max;
  const weights = range(both(read.low, link / 0.85), both(read.expected, link / 0.5), both(read.high, link / 0.2));
  const unpack = p.parallelPull ? IMAGE_UNPACK_GBPS.parallel : IMAGE_UNPACK_GBPS.oneByOne;
  const pulled = p.imageStore === null ? null : transferSeconds(p.imageBytes, p.imageStore, "read", 1, p.nodeGbps);
  const image =
    pulled === null
      ? range(0, 0, 0)
      : range(
          Math.max(pulled.low, p.imageBytes / (unpack.high * GB)),
          Math.max(pulled.expected, p.imageBytes / (unpack.expected * GB)),
          Math.max(pulled.high, p.imageBytes / (unpack.low * GB)),
        );
  const engine = range(ENGINE_SECONDS.low, ENGINE_SECONDS.expected, ENGINE_SECONDS.high);
  const boot = range(p.bootSeconds, p.bootSeconds, p.bootSeconds);
  return {
    bootSeconds: p.bootSeconds,
    imageSeconds: image,
    weightsSeconds: weights,
    engineSeconds: engine,
    totalSeconds: [boot, image, weights, engine].reduce(addRanges),
  };
}
