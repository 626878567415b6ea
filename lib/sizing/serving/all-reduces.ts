import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import { GB } from "../../units/bytes";

/**
 * Latency of a small all-reduce, of which tensor parallelism needs two a layer: over NVLink this + the second x log2(T), and over
 * PCIe. Fitted; the kernels alone are measured at 4 to 10 us on H100 (https://github.com/sgl-project/sglang/pull/2904).
 */
const ALL_REDUCE_SECONDS = { nvlink: 16e-6, doubling: 3.4e-6, pcie: 92e-6 };
/**
 * Share of an NVLink's rate that the all-reduces of a prompt (tens of MB) and of a decode step (at most a few MB, growing with
 * the batch) reach.
 */
const LINK_REACHED = { prefill: 0.6, decode: 0.31 };
/** What they reach over PCIe 4.0 x16, GB/s one way, within a socket and across the sockets of a node of eight; twice on PCIe 5.0. */
const PCIE_REACHED_GBPS = { socket: 17, node: 12 };

/** Two all-reduces a layer, of hidden states in 16 bits. Bridges between two cards are an option that servers rarely have. */
export interface AllReduces {
  /** Latency of all of a step's, s. */
  readonly seconds: number;
  /** Seconds a token of a prompt and a token of a decode step add. */
  readonly prefillToken: number;
  readonly decodeToken: number;
}

export function allReduces({
  model,
  accelerator,
  tensorParallel: count,
  attentionDataParallel,
}: {
  readonly model: ModelArchitecture;
  readonly accelerator: Accelerator;
  readonly tensorParallel: number;
  readonly attentionDataParallel?: boolean;
}): AllReduces {
  if (count === 1) return { seconds: 0, prefillToken: 0, decodeToken: 0 };
  // Gathering tokens for the experts and scattering their outputs moves as much as one all-reduce.
  const reduces = (attentionDataParallel ? 1 : 2) * model.layers;
  const bytes = reduces * ((2 * (count - 1)) / count) * model.hiddenSize * 2;
  const bridge = accelerator.linkName?.includes("bridge") ?? false;
  if (accelerator.linkGBps === null || bridge) {
    const generation = /^(Hopper|Blackwell)/.test(accelerator.architecture) ? 2 : 1;
    const rate = (count > 4 ? PCIE_REACHED_GBPS.node : PCIE_REACHED_GBPS.socket) * generation * GB;
    return { seconds: reduces * ALL_REDUCE_SECONDS.pcie, prefillToken: bytes / rate, decodeToken: bytes / rate };
  }
  const link = (accelerator.linkGBps / 2) * GB;
  return {
    seconds: reduces * (ALL_REDUCE_SECONDS.nvlink + ALL_REDUCE_SECONDS.doubling * Math.log2(count)),
    prefillToken: bytes / (link * LINK_REACHED.prefill),
    decodeToken: bytes / (link * LINK_REACHED.decode),
  };
}
