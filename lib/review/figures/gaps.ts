import type { Accelerator } from "../../catalog/types";
import { trains } from "../../model/workload";
import { add, set } from "../../remedies/remedy";
import { nodeDraw } from "../../sizing/cost/power";
import { gpuShare } from "../../sizing/memory/gpu-share";
import { servesWith, undividedHeads } from "../../sizing/serving/serving-heads";
import { factsOf } from "../clouds/list";
import type { Design, PoolFacts } from "../design";
import type { Gap } from "../gap";
import { purchaseName } from "../purchase-name";
import { batchOf } from "./batch";
import type { Figures } from "./figures";
import { nodeSources } from "./node-sources";
import { comparisonGaps } from "./services/service-gaps";
import { FILE_SYSTEM_NAMES, mountedFor, storeOf } from "./store";
import { unsizedRun } from "./training-request";

/** What the catalog would have to know of a GPU to size anything on it; null where it does. */
function unknownRate({ memoryBandwidthGBps, tflops }: Accelerator): string | null {
  if (memoryBandwidthGBps === null) return "memory bandwidth";
  return tflops.bf16 === null && tflops.fp16 === null ? "16-bit throughput" : null;
}

function ofAccelerator(p: PoolFacts, figure: string): Gap[] {
  const unknown = p.accelerator && unknownRate(p.accelerator);
  if (!unknown) return [];
  return [
    {
      path: `${p.path}.instanceType`,
      figure,
      reason: `${p.accelerator!.name} has no published ${unknown}`,
      fix: "use an accelerator with published figures, or measure",
    },
  ];
}

const RUN = "memory per GPU, step time, time and cost to train";

function fabricGap({ path, pool }: PoolFacts): Gap[] {
  return [
    {
      path: `${path}.fabric`,
      figure: RUN,
      reason: `no page states the rate of the fabric of ${pool.instanceType}`,
      fix: "ask the provider, and describe the node with its fabricGbps instead of its instanceType",
    },
  ];
}

function trainingGaps(design: Design, figures: Figures): Gap[] {
  const { workload, workPool: p } = design;
  if (!trains(workload) || p === null || figures.training !== null) return [];
  if (p.fabric !== null && p.type?.networkGbps === 0) return fabricGap(p);
  const unsized = unsizedRun(workload);
  if (unsized === null) return ofAccelerator(p, RUN);
  const { key, reason, fix } = unsized;
  return [{ path: `workload.${key}`, figure: RUN, reason, fix }];
}

function servingGaps({ workload, workPool: p, served }: Design, figures: Figures): Gap[] {
  if (workload?.kind !== "inference" || p === null || p.accelerator === null || figures.serving !== null) return [];
  const figure = "replicas, TTFT, TPOT and cost per token";
  // A MIG profile that the GPU lacks is a finding of its own.
  if (gpuShare(p.accelerator, p.pool.sharing) === undefined) return [];
  if (served !== null && !servesWith(workload.model, served.tensorParallel))
    return [
      {
        path: `serving.${served.name}.tensorParallel`,
        figure,
        reason: `${served.tensorParallel} does not divide the ${undividedHeads(workload.model, served.tensorParallel)} of ${workload.model.name}`,
        fix: "use a tensorParallel that divides them",
      },
    ];
  return ofAccelerator(p, figure);
}

/** Replicas that only prefill are sized as those that do the whole of a request. */
function splitGaps({ served }: Design, { serving }: Figures): Gap[] {
  if (served?.prefillReplicas === undefined || serving === null) return [];
  const { min, max } = served.prefillReplicas;
  return [
    {
      path: `serving.${served.name}.prefillReplicas`,
      figure: "how many replicas prefill and how many answer, with the transfer of KV caches",
      reason: `all ${serving.replicasAtMost} replicas are sized as if each did the whole of a request; ${min === max ? max : `${min} to ${max}`} of them only prefill`,
      fix: "measure TTFT and TPOT under load, and shift replicas to the side that waits",
      severity: "info",
    },
  ];
}

function batchGaps(design: Design, { batch }: Figures): Gap[] {
  const workload = batchOf(design);
  const p = design.workPool;
  if (workload === null || batch !== null || p === null || p.accelerator === null) return [];
  const figure = `time and cost per ${workload.unit}`;
  if (workload.gpusPerTask > p.gpusPerNode * p.nodesAtOnce)
    return [
      {
        path: "workload.gpusPerTask",
        figure,
        reason: `a task takes ${workload.gpusPerTask} GPUs, the pool has ${p.gpusPerNode * p.nodesAtOnce}`,
        fix: set("nodes.max", undefined, "raise"),
      },
    ];
  if (workload.benchmark === null) return [];
  const shared = p.pool.sharing.kind === "none" ? "" : ", shared";
  return [
    {
      path: "workload.benchmark",
      figure,
      reason: `${workload.benchmark} has no published rate on ${p.accelerator.name}${shared}`,
      fix: "measure one task and set unitsPerHourPerGpu instead",
    },
  ];
}

/** What hangs on the store of a purpose where its rate is unknown. */
function storeGaps(design: Design, figures: Figures): Gap[] {
  const { workPool: p, workload } = design;
  if (p === null || workload === null) return [];
  const gap = (purpose: "checkpoints" | "datasets", figure: string): Gap[] => {
    if (storeOf(design, p, purpose) !== null) return [];
    const mounted = mountedFor(design, p, purpose).map(({ name, kind }) => `${FILE_SYSTEM_NAMES[kind]} ${name}`);
    const reason =
      mounted.length > 0
        ? `${mounted.join(" and ")} has no provisioned or published throughput`
        : purpose === "checkpoints"
          ? "the pool mounts no writable file system, and the cluster has no bucket that it may write to"
          : "the pool mounts no file system, and the cluster has no bucket";
    return [{ path: `${p.path}.mounts`, figure, reason, fix: [add("lustre"), "add a bucket"] }];
  };
  if (workload.kind === "batch")
    return workload.readMBPerUnit > 0 && figures.batch !== null && figures.data === null
      ? gap("datasets", "data loading rate")
      : [];
  if (workload.kind === "inference")
    return figures.serving?.coldStartSeconds === null ? gap("datasets", "cold start") : [];
  if (!figures.training?.fits) return [];
  return [
    ...(figures.reliability === null ? gap("checkpoints", "checkpoint overhead, cluster MTBF and goodput") : []),
    ...(figures.data === null ? gap("datasets", "data loading rate") : []),
  ];
}

/** Nodes of a known type without a price, which every sum leaves out; an unknown type is a finding of its own. */
function priceGaps(design: Design): Gap[] {
  const cloud = factsOf(design);
  if (cloud === null) return [];
  const known = new Set(design.pools.flatMap(({ pool, type }) => (type === null ? [] : [pool.name])));
  const unpriced = nodeSources(design).filter(({ pool, price }) => price === null && known.has(pool.name));
  return unpriced.map(({ pool, source }) => ({
    path: `pools.${pool.name}.capacity`,
    figure: `cost of ${pool.instanceType}, ${purchaseName(source.kind)}`,
    reason: "the catalog has no price",
    fix: cloud.refreshesPrices
      ? "add one with extendCatalog or `warpform prices refresh`"
      : "add yours with --catalog or extendCatalog",
  }));
}

/** Accelerators without a published power, which the sums of the site leave out. */
function powerGaps(design: Design): Gap[] {
  return design.gpuPools.flatMap((p): Gap[] => {
    if (p.accelerator === null || p.nodesAtOnce < 1 || nodeDraw(p.accelerator, p.gpusPerNode) !== null) return [];
    return [
      {
        path: `${p.path}.instanceType`,
        figure: `power and energy of ${p.pool.instanceType}`,
        reason: `${p.accelerator.name} has no published power`,
        fix: "ask the vendor; the sums of the report leave these nodes out",
        severity: "info",
      },
    ];
  });
}

/** Every figure that the design calls for and that is left out, each with its reason. */
export function figureGaps(design: Design, figures: Figures): Gap[] {
  return [
    ...trainingGaps(design, figures),
    ...servingGaps(design, figures),
    ...splitGaps(design, figures),
    ...batchGaps(design, figures),
    ...storeGaps(design, figures),
    ...priceGaps(design),
    ...powerGaps(design),
    ...comparisonGaps(design, figures),
  ];
}
