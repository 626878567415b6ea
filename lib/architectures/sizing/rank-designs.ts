import { findAccelerator } from "../../catalog/accelerators";
import { regionsInsteadOf } from "../../catalog/availability";
import { instanceType } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import { defaultCloud } from "../../clouds/default-cloud";
import { Problems } from "../../errors";
import type { Workload } from "../../model/model";
import { trains } from "../../model/workload";
import { gpuSpec } from "../../sizing/time/kernel-efficiency";
import { batchDesigns, requireMeasuredType } from "./batch-designs";
import { usdFromLaunch } from "./cost-from-launch";
import type { NextSize, RankedDesign, RankOptions } from "./ranked-design";
import { requireSizing } from "./require-sizing";
import { runDesigns } from "./run-designs";
import { serviceDesigns } from "./service-designs";

/**
 * Works through instance types, node counts and ways to buy, keeps what fits, and puts the best first: those that meet the
 * deadline or latency objective before those that don't, then by cost from launch or by time. All figures are the review's own.
 *
 * Types that the region does not sell are left out.
 *
 * @throws WarpformError for an unknown instance type, or one asked for that the region does not sell
 */
export function rankDesigns(workload: Workload, options: RankOptions): RankedDesign[] {
  requireSizing("rankDesigns", workload, options);
  requireSold(options);
  if (workload.kind === "batch") requireMeasuredType(workload, options);
  const designs = typesTried(options).flatMap((type) => {
    if (workload.kind === "inference") return serviceDesigns(type, workload, options);
    return trains(workload) ? runDesigns(type, workload, options) : batchDesigns(type, workload, options);
  });
  const ranked = designs.map((design) => ({ ...design, next: nextSize(design, designs) }));
  return bestFirst(ranked, options.by);
}

/** Types to rank: those asked for, else all of the cloud's, of which the sizing knows and the region sells. */
export function typesTried(options: RankOptions): InstanceType[] {
  const { acceleratedTypes } = options.cloud ?? defaultCloud.facts;
  const types = options.instanceTypes?.map((name) => instanceType(name)) ?? acceleratedTypes();
  return types.filter((type) => isSized(type) && regionsInsteadOf(options.region, type.name) === undefined);
}

function nextSize(design: RankedDesign, all: readonly RankedDesign[]): NextSize | null {
  const { instanceType: type, purchase, nodes, days, usd } = design;
  const larger = all.filter((d) => d.instanceType === type && d.purchase === purchase && d.nodes > nodes);
  const next = larger.reduce<RankedDesign | null>((a, b) => (a === null || b.nodes < a.nodes ? b : a), null);
  if (!days || !usd || !next?.days || !next.usd) return null;
  return {
    nodes: next.nodes,
    daysSaved: days.expected - next.days.expected,
    usdMore: next.usd.expected - usd.expected,
  };
}

/** Those that meet their objective first, then by cost or by time; also for designs of several clouds. */
export function bestFirst(designs: readonly RankedDesign[], by: RankOptions["by"]): RankedDesign[] {
  return [...designs].sort((a, b) => OBJECTIVE[a.meetsObjective] - OBJECTIVE[b.meetsObjective] || compare(a, b, by));
}

function requireSold({ instanceTypes, region }: RankOptions): void {
  const problems = new Problems();
  for (const name of instanceTypes ?? []) {
    const regions = regionsInsteadOf(region, name);
    if (regions === undefined) continue;
    const message = `${name} is not sold in ${region}; use one of ${regions.join(", ")}, or leave the type out`;
    problems.add("not-allowed", "instanceTypes", message);
  }
  problems.throwIfAny("rankDesigns");
}

const OBJECTIVE = { yes: 0, expected: 1, no: 2 };

/** Designs that miss their objective miss it by the least first, whatever they cost. */
function compare(a: RankedDesign, b: RankedDesign, by: RankOptions["by"]): number {
  const time = (d: RankedDesign) => d.days?.expected ?? d.timeToFirstTokenSeconds ?? 0;
  const [first, second] = by === "cost" && a.meetsObjective !== "no" ? [usdFromLaunch, time] : [time, usdFromLaunch];
  return (
    first(a) - first(b) || second(a) - second(b) || a.nodes - b.nodes || (a.instanceType < b.instanceType ? -1 : 1)
  );
}

function isSized(type: InstanceType): boolean {
  const gpu = type.accelerator === null ? undefined : findAccelerator(type.accelerator);
  if (gpu?.vendor !== "nvidia" || gpu.memoryBandwidthGBps === null || gpu.tflops.bf16 === null) return false;
  return gpuSpec(gpu).flops.bf16 !== null;
}
