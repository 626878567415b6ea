import type { Objective } from "../../model/workload";
import { expectedBytes, leastBytes, memoryBasis, type OuterBytes, outerBytes } from "../memory/training-memory";
import {
  type MemoryContext,
  memoryContext,
  type TrainingMemoryJob,
  type TrainingState,
  trainingState,
} from "../memory/training-state";
import { type DivisionSeconds, divisionSeconds, type MicroBatchSeconds, microBatchSeconds } from "../time/step-basis";
import { type StepContext, stepContext, type TrainingJob } from "../time/step-context";
import { stepParts, totalSeconds } from "../time/step-parts";
import { type ParallelLayout, type Recompute, SINGLE_GPU } from "./parallel-layout";
import {
  type CandidateRequest,
  type Division,
  eachDivision,
  layoutsOf,
  recomputes,
  type Schedules,
} from "./plan-candidates";

/** A job and a number of GPUs to lay it over. */
export interface PlanRequest extends TrainingJob {
  readonly gpus: number;
  /** Only data parallel and FSDP layouts, as frameworks without other ranks have them. @default - only for quantized weights */
  readonly dataParallelOnly?: boolean;
  /** Objective of a fine-tuning run: published memory of DPO and GRPO is a family of its own. @default "sft" */
  readonly objective?: Objective;
  /** Plans to return, best first. @default 10 */
  readonly most?: number;
}

/** A layout with its two figures, before the full ones are worked out. */
export interface ScoredLayout {
  readonly layout: ParallelLayout;
  readonly seconds: number;
  readonly bytes: number;
}

/** What a search over all layouts found. */
export interface PlanSearch {
  /** Legal layouts, and how many of them fit. */
  readonly considered: number;
  readonly fitting: number;
  /** The fastest that fit, best first. */
  readonly best: readonly ScoredLayout[];
  /** The smallest need seen, for the explanation of why nothing fits. */
  readonly smallest: { readonly layout: ParallelLayout; readonly bytes: number };
}

/** The part of a job that its memory depends on. */
export function memoryJob(request: PlanRequest): TrainingMemoryJob {
  return {
    model: request.model,
    state: request.state,
    globalBatchSequences: request.globalBatchSequences,
    sequenceLength: request.sequenceLength,
    attention: request.software.attention,
    dropout: request.software.dropout,
    gather: request.software.gather,
    logitBytes: request.software.logitBytes,
    unfusedElementwise: request.software.unfusedElementwise,
    huggingFace: request.software.huggingFace,
    transformers4: request.software.transformers4,
    gemmInputBytes: request.precision === "bf16" ? 2 : 1,
    adapter: request.adapter,
    allocatorReserve: request.software.allocatorReserve,
  };
}

function candidateRequest(request: PlanRequest): CandidateRequest {
  const { model, sequenceLength, globalBatchSequences, gpus } = request;
  return {
    model,
    sequenceLength,
    globalBatchSequences,
    gpus,
    gpusPerDomain: request.link.gpusPerDomain,
    attention: request.software.attention,
    dataParallelOnly: (request.dataParallelOnly ?? false) || (request.adapter?.quantized ?? false),
  };
}

/** Keeps the `most` best of what it is shown, in order. */
class BestFew {
  public readonly list: ScoredLayout[] = [];

  constructor(private readonly most: number) {}

  /** Seconds from which on nothing is kept. */
  public get slowest(): number {
    return this.list.length < this.most ? Number.POSITIVE_INFINITY : this.list[this.most - 1]!.seconds;
  }

  public offer(scored: ScoredLayout): void {
    const { list } = this;
    if (list.length === this.most && !better(scored, list[list.length - 1]!)) return;
    let at = list.length;
    while (at > 0 && better(scored, list[at - 1]!)) at--;
    list.splice(at, 0, scored);
    if (list.length > this.most) list.pop();
  }
}

function better(a: ScoredLayout, b: ScoredLayout): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.bytes < b.bytes);
}

/** What layouts of one division share, and of those the ones with equal microbatches; worked out when first needed. */
interface Shared {
  readonly state: TrainingState;
  division: DivisionSeconds | undefined;
  outer: OuterBytes | undefined;
  microBatch: MicroBatchSeconds | undefined;
}

/** What a search has found so far. */
class Search implements PlanSearch {
  public considered = 0;
  public fitting = 0;
  public smallest = { layout: SINGLE_GPU, bytes: Number.POSITIVE_INFINITY };
  private readonly few: BestFew;
  private readonly kinds: readonly Recompute[];

  constructor(
    private readonly context: StepContext,
    private readonly memories: MemoryContext,
    private readonly limitBytes: number,
    most: number,
  ) {
    this.few = new BestFew(most);
    this.kinds = recomputes(context.software);
  }

  public get best(): readonly ScoredLayout[] {
    return this.few.list;
  }

  public visit(division: Division, schedules: readonly Schedules[]): void {
    for (const { chunks } of schedules) this.considered += chunks.length * this.kinds.length;
    const [any] = layoutsOf(division, 1, 1, this.kinds);
    const state = trainingState(this.memories, any!);
    // Whatever its schedule, none of these fits, nor needs less than what was seen: no need to look at each.
    const least = leastBytes(any!, state);
    if (least > this.limitBytes && least > this.smallest.bytes) return;
    const shared: Shared = { state, division: undefined, outer: undefined, microBatch: undefined };
    for (const { microBatchSequences, chunks } of schedules) {
      shared.outer = undefined;
      shared.microBatch = undefined;
      for (const virtualStages of chunks)
        this.score(layoutsOf(division, microBatchSequences, virtualStages, this.kinds), shared);
    }
  }

  /** Scores layouts that differ in recomputation alone, least first. */
  private score(alike: readonly ParallelLayout[], shared: Shared): void {
    shared.outer ??= outerBytes(this.memories, alike[0]!);
    const memory = memoryBasis(this.memories, alike[0]!, shared.state, shared.outer);
    let slow = false;
    for (const layout of alike) {
      const bytes = expectedBytes(this.memories, layout, memory);
      if (bytes < this.smallest.bytes) this.smallest = { layout, bytes };
      if (bytes > this.limitBytes) continue;
      this.fitting++;
      // What recomputes more takes longer: once one is too slow, so are those after it.
      if (slow) continue;
      shared.division ??= divisionSeconds(this.context, layout, shared.state.parameters);
      shared.microBatch ??= microBatchSeconds(this.context, layout);
      const { division, microBatch } = shared;
      const seconds = totalSeconds(stepParts(this.context, layout, { division, microBatch }));
      slow = seconds > this.few.slowest;
      if (!slow) this.few.offer({ layout, bytes, seconds });
    }
  }
}

/** Goes through every legal layout, keeps those that fit their memory, and of them the `most` fastest. */
export function searchPlans(
  request: PlanRequest,
  context: StepContext,
  memories: MemoryContext,
  most: number,
  limitBytes = request.gpu.memoryBytes,
): PlanSearch {
  const search = new Search(context, memories, limitBytes, most);
  eachDivision(candidateRequest(request), (division, schedules) => search.visit(division, schedules));
  return search;
}

/** Layouts that a search works through where all of them fit, each with memory and step time; for the speed test. */
export function countPlans(request: PlanRequest): number {
  const context = stepContext(request);
  const memories = memoryContext(memoryJob(request), context.count);
  return searchPlans(request, context, memories, 1, Number.POSITIVE_INFINITY).fitting;
}
