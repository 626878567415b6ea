import { Problems } from "../../errors";
import { checkLayout } from "../inputs/check-training";
import type { Range } from "../inputs/range";
import { type FitVerdict, memoryFit } from "../memory/memory-fit";
import { memoryOfLayout } from "../memory/training-memory";
import type { MemoryContext } from "../memory/training-state";
import { memoryFamily } from "../spread/families";
import { publishedSpread } from "../spread/published-spread";
import { gpusOf, type ParallelLayout } from "./parallel-layout";
import { recomputes } from "./plan-candidates";
import type { PlanRequest } from "./plan-search";

/** One change to a layout that makes its memory smaller. */
export interface SmallerLayout {
  /** The change in words: `full recomputation`. */
  readonly option: string;
  readonly bytes: Range;
  readonly verdict: FitVerdict;
}

type Option = readonly [string, Partial<ParallelLayout>];

/** Changes in order of what they cost a step: sharding, smaller microbatches, recomputation, more tensor ranks. */
function optionsOf(request: PlanRequest, layout: ParallelLayout): Option[] {
  const { data, tensor, zeroStage, microBatchSequences, recompute } = layout;
  const oneSequence = { microBatchSequences: 1 };
  const all = { recompute: "full" } as const;
  const recomputable = recompute !== "full" && recomputes(request.software).includes("full");
  const twice = { tensor: 2 * tensor, data: data / 2, sequenceParallel: true };
  const dividesModel = !request.dataParallelOnly && !request.adapter?.quantized;
  const within = 2 * tensor <= request.link.gpusPerDomain && data % 2 === 0;
  return [
    ...(data > 1 && zeroStage < 3 ? [["ZeRO 3 (FSDP)", { zeroStage: 3 }] as const] : []),
    ...(microBatchSequences > 1 ? [["microbatches of one sequence", oneSequence] as const] : []),
    ...(recomputable ? [["full recomputation", all] as const] : []),
    ...(recomputable && microBatchSequences > 1
      ? [["full recomputation and microbatches of one sequence", { ...all, ...oneSequence }] as const]
      : []),
    ...(dividesModel && within ? [[`tensor parallelism of ${2 * tensor}`, twice] as const] : []),
  ];
}

/** The first change that makes a layout fit over its whole range, else the one that saves most; null where none saves anything. */
export function smallerLayout(
  request: PlanRequest,
  memories: MemoryContext,
  layout: ParallelLayout,
): SmallerLayout | null {
  const spread = publishedSpread(memoryFamily(request));
  const limit = request.gpu.memoryBytes;
  const before = memoryOfLayout(memories, layout).total.expected;
  const tried = optionsOf(request, layout).flatMap(([option, change]): SmallerLayout[] => {
    const changed = { ...layout, ...change };
    if (gpusOf(changed) !== gpusOf(layout) || !checkLayout(new Problems(), request, changed)) return [];
    const { bytes, verdict } = memoryFit(memoryOfLayout(memories, changed), limit, spread);
    return bytes.expected < before ? [{ option, bytes, verdict }] : [];
  });
  const least = (a: SmallerLayout, b: SmallerLayout) => (b.bytes.expected < a.bytes.expected ? b : a);
  return tried.find(({ verdict }) => verdict === "fits") ?? (tried.length > 0 ? tried.reduce(least) : null);
}
