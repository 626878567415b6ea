import { findBatchRate } from "../../catalog/batch-rates";
import type { BatchWorkload } from "../../model/workload";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { gpuShare } from "../../sizing/memory/gpu-share";
import { GIB, MB } from "../../units/bytes";
import type { Design, PoolFacts } from "../design";

/** How tasks lie on the nodes of a pool. */
interface TaskPlaces {
  /** Tasks that run at once on all nodes. */
  readonly tasks: number;
  /** GPUs that they use, MIG devices and time slices counted as GPUs. */
  readonly gpus: number;
  /** GPUs of each node that no task can use. */
  readonly idleGpusPerNode: number;
}

/** Independent tasks on the design's work pool: their speed, without what a failed node loses. */
export interface BatchFigures extends TaskPlaces {
  readonly pool: string;
  readonly nodes: number;
  readonly unit: string;
  /** Units per hour of all tasks. */
  readonly unitsPerHour: Range;
  /** Where the rate is from: a measurement of the user's, or a published one. */
  readonly rate:
    | { readonly measured: true }
    | { readonly measured: false; readonly source: string; readonly work: string };
  /** Days of the whole work. */
  readonly days: Range;
  /** Memory that each GPU has for a task. */
  readonly memoryLimitBytes: number;
  /** Memory that a task takes on each of its GPUs; null where not known. */
  readonly memoryBytes: number | null;
  /** Bytes per second that all tasks read and write. */
  readonly readBytesPerSecond: Range;
  readonly writeBytesPerSecond: Range;
}

/** The batch workload of a design; null for others. */
export const batchOf = ({ workload }: Design): BatchWorkload | null => (workload?.kind === "batch" ? workload : null);

/** Tasks of so many GPUs on so many nodes: several per node, or whole nodes for each. */
function placesOf(gpusPerTask: number, gpusPerNode: number, nodes: number): TaskPlaces {
  if (gpusPerTask <= gpusPerNode) {
    const perNode = Math.floor(gpusPerNode / gpusPerTask);
    const tasks = perNode * nodes;
    return { tasks, gpus: tasks * gpusPerTask, idleGpusPerNode: gpusPerNode - perNode * gpusPerTask };
  }
  const nodesPerTask = Math.ceil(gpusPerTask / gpusPerNode);
  const tasks = Math.floor(nodes / nodesPerTask);
  return { tasks, gpus: tasks * gpusPerTask, idleGpusPerNode: gpusPerNode - gpusPerTask / nodesPerTask };
}

/** Units per hour and GPU, and where that is from; null without a measured or published rate. */
function rateOf(
  { benchmark, unitsPerHourPerGpu: measured }: BatchWorkload,
  { accelerator, pool }: PoolFacts,
): { readonly perGpu: Range; readonly rate: BatchFigures["rate"] } | null {
  if (measured !== null)
    return { perGpu: { low: measured, expected: measured, high: measured }, rate: { measured: true } };
  // Published rates are those of whole GPUs.
  const found = accelerator && pool.sharing.kind === "none" ? findBatchRate(benchmark!, accelerator.name) : undefined;
  if (found === undefined) return null;
  const { source, work, unitsPerSecond } = found;
  return { perGpu: mapRange(unitsPerSecond, (r) => r * 3600), rate: { measured: false, source, work } };
}

/** The tasks on the work pool; null without such a workload, GPUs, or a rate. */
export function batchFigures(design: Design): BatchFigures | null {
  const workload = batchOf(design);
  const p = design.workPool;
  if (workload === null || p === null || p.accelerator === null || p.nodesAtOnce < 1) return null;
  const share = gpuShare(p.accelerator, p.pool.sharing);
  const rated = rateOf(workload, p);
  if (share === undefined || rated === null) return null;
  const places = placesOf(workload.gpusPerTask, p.gpusPerNode * share.perGpu, p.nodesAtOnce);
  if (places.tasks === 0) return null;
  const unitsPerHour = mapRange(rated.perGpu, (r) => r * places.gpus);
  const days = (rate: number) => workload.units / rate / 24;
  const perSecond = (megabytes: number) => mapRange(unitsPerHour, (r) => (r * megabytes * MB) / 3600);
  return {
    ...places,
    pool: p.pool.name,
    nodes: p.nodesAtOnce,
    unit: workload.unit,
    unitsPerHour,
    rate: rated.rate,
    days: { low: days(unitsPerHour.high), expected: days(unitsPerHour.expected), high: days(unitsPerHour.low) },
    memoryLimitBytes: share.accelerator.memoryGiB * GIB,
    memoryBytes: workload.memoryGiBPerGpu === null ? null : workload.memoryGiBPerGpu * GIB,
    readBytesPerSecond: perSecond(workload.readMBPerUnit),
    writeBytesPerSecond: perSecond(workload.writeMBPerUnit),
  };
}
