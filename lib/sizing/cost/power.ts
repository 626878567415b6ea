import { nodePowerOf } from "../../catalog/node-power";
import type { Accelerator } from "../../catalog/types";
import { ACCELERATOR } from "../inputs/check-inputs";
import { listOf, members, number, rangeOf, requireAll, text } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";
import { GPUS_PER_NODE_RANGE, PUE_RANGE } from "../inputs/ranges";

/**
 * Share of the nameplate that a node draws in training: 76 % in demanding training, 82 % at the highest observed on eight
 * H100; below 60 % when training waits often.
 * @see https://arxiv.org/abs/2506.14551 and https://arxiv.org/abs/2412.08602
 */
export const TRAINING_SHARE: Range = { low: 0.6, expected: 0.76, high: 0.85 };

/** Accelerators' share of the nameplate: 0.49 (DGX A100), 0.55 (H100), 0.56 (B200), 0.63 (B300), 0.72 (GB200 and GB300 NVL72). */
const ACCELERATOR_SHARE = { low: 0.49, expected: 0.55, high: 0.72 };

/** Power of one node. */
export interface NodeDraw {
  /** Most it draws: what circuits and racks are laid out for. */
  readonly nameplateWatts: Range;
  /** What it draws in training. */
  readonly trainingWatts: Range;
  /** The published system that the nameplate is of; null where it is estimated from the accelerators' TDP. */
  readonly reference: string | null;
}

/**
 * Power of a node with these accelerators: the nameplate of the published system that has the same, else
 * TDP x accelerators / their share of a node. Cloud vendors publish no power of their instances (p5.48xlarge included).
 *
 * @example eight H100: 10.2 kW nameplate, 7.8 kW in training. 72 GB200, an NVL72 rack: 120 kW.
 * @returns null for an accelerator without a published TDP
 * @throws WarpformError for a number of accelerators that is not whole and positive
 */
export function nodeDraw(accelerator: Accelerator, accelerators: number): NodeDraw | null {
  requireAll("nodeDraw", {
    accelerator: [accelerator, ACCELERATOR],
    accelerators: [accelerators, number(GPUS_PER_NODE_RANGE)],
  });
  const known = nodePowerOf(accelerator.name, accelerators);
  if (known === undefined && accelerator.tdpWatts === null) return null;
  const chips = (accelerator.tdpWatts ?? 0) * accelerators;
  const nameplate = known
    ? range(known.nameplateWatts, known.nameplateWatts, known.nameplateWatts)
    : range(chips / ACCELERATOR_SHARE.high, chips / ACCELERATOR_SHARE.expected, chips / ACCELERATOR_SHARE.low);
  return {
    nameplateWatts: nameplate,
    trainingWatts: range(
      nameplate.low * TRAINING_SHARE.low,
      nameplate.expected * TRAINING_SHARE.expected,
      nameplate.high * TRAINING_SHARE.high,
    ),
    reference: known?.name ?? null,
  };
}

/** One kind of equipment: nodes, switches, storage. */
export interface PowerItem {
  readonly name: string;
  readonly count: number;
  readonly nameplateWatts: Range;
  readonly drawWatts: Range;
}

/** Power of a cluster. */
export interface ClusterPower {
  readonly nameplateWatts: Range;
  /** Drawn by the equipment. */
  readonly drawWatts: Range;
  /** Drawn besides by cooling and losses: (PUE - 1) x draw. */
  readonly coolingWatts: Range;
  readonly facilityWatts: Range;
}

const WATTS = rangeOf({ min: 0, unit: "W" });
const PUE = number({ ...PUE_RANGE, use: "use 1.1 to 1.5" });
const COUNT = number({ min: 0, whole: true });
const ITEMS = listOf(members({ name: text, count: COUNT, nameplateWatts: WATTS, drawWatts: WATTS }));

/**
 * Adds up the equipment of a cluster; the site takes PUE times what the equipment draws.
 * @example 32 DGX H100 (a scalable unit): 326.4 kW nameplate.
 * @throws WarpformError for a PUE outside 1 to 5, or negative counts
 */
export function clusterPower(items: readonly PowerItem[], pue: number): ClusterPower {
  requireAll("clusterPower", { items: [items, ITEMS], pue: [pue, PUE] });
  const sum = (of: (item: PowerItem) => Range, factor: number) => {
    const end = (e: "low" | "expected" | "high") =>
      items.reduce((total, one) => total + one.count * of(one)[e], 0) * factor;
    return range(end("low"), end("expected"), end("high"));
  };
  return {
    nameplateWatts: sum((one) => one.nameplateWatts, 1),
    drawWatts: sum((one) => one.drawWatts, 1),
    coolingWatts: sum((one) => one.drawWatts, pue - 1),
    facilityWatts: sum((one) => one.drawWatts, pue),
  };
}

/** Racks of nodes. */
export interface RackLayout {
  readonly nodesPerRack: number;
  readonly racks: number;
  readonly wattsPerRack: number;
}

/**
 * Nodes in a rack by its power and its height, and the racks they need. `nodesPerRack` 0 means that a rack cannot feed even
 * one.
 * @example 10.2 kW and 8 rack units in racks of 42 kW and 42 units: 4 nodes, 40.8 kW (DGX H100 SuperPOD).
 */
export function rackLayout(
  nodes: number,
  nameplateWatts: number,
  unitsPerNode: number,
  rackWatts: number,
  rackUnits = 42,
): RackLayout {
  requireAll("rackLayout", {
    nodes: [nodes, number({ min: 1, whole: true })],
    nameplateWatts: [nameplateWatts, number({ above: 0, unit: "W", use: "use nodeDraw" })],
    unitsPerNode: [unitsPerNode, number({ min: 1, max: 1000, whole: true })],
    rackWatts: [rackWatts, number({ above: 0, unit: "W" })],
    rackUnits: [rackUnits, number({ min: 1, max: 1000, whole: true, use: "use 42" })],
  });
  requireAll("rackLayout", { unitsPerNode: [unitsPerNode, number({ min: 1, max: rackUnits, whole: true })] });
  const nodesPerRack = Math.min(Math.floor(rackWatts / nameplateWatts), Math.floor(rackUnits / unitsPerNode));
  return {
    nodesPerRack,
    racks: nodesPerRack === 0 ? 0 : Math.ceil(nodes / nodesPerRack),
    wattsPerRack: nodesPerRack * nameplateWatts,
  };
}

/**
 * Energy of a run, Wh: draw x hours x PUE.
 * @example LLaMA 65B: 1,022,362 GPU-hours at 400 W and PUE 1.1: 450 MWh; its authors say 449.
 * @throws WarpformError for negative hours or a PUE below 1
 */
export function runEnergyWh(drawWatts: Range, hours: Range, pue: number): Range {
  requireAll("runEnergyWh", {
    drawWatts: [drawWatts, WATTS],
    hours: [hours, rangeOf({ min: 0, unit: "h" })],
    pue: [pue, PUE],
  });
  return range(
    drawWatts.low * hours.low * pue,
    drawWatts.expected * hours.expected * pue,
    drawWatts.high * hours.high * pue,
  );
}
