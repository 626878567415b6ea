import { type ParallelLayout, SINGLE_GPU } from "./parallel-layout";
import { type CandidateRequest, eachCandidate } from "./plan-candidates";
import { type DivisionSeconds, divisionSeconds, type StepBasis, stepBasis } from "./step-basis";
import { type StepContext, stepContext, type TrainingJob } from "./step-context";
import { stepParts, totalSeconds } from "./step-parts";
import { expectedBytes, memoryBasis } from "./training-memory";
import {
  type MemoryContext,
  memoryContext,
  type TrainingMemoryJob,
  type TrainingState,
  trainingState,
} from "./training-state";

/** A job and a number of GPUs to lay it over. */
export interface PlanRequest extends TrainingJob {
  readonly gpus: number;
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
    gemmInputBytes: request.precision === "bf16" ? 2 : 1,
    adapter: request.adapter,
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
    dataParallelOnly: request.adapter?.quantized ?? false,
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

/** One division of the model with what was worked out for it; many layouts share it. */
interface Division {
  readonly state: TrainingState;
  seconds?: DivisionSeconds;
}

/** Memory of each division, once. */
class Divisions {
  private readonly known = new Map<string, Division>();

  constructor(private readonly memories: MemoryContext) {}

  public of(layout: ParallelLayout): Division {
    const { tensor, context, pipeline, expert, data, zeroStage } = layout;
    const key = `${tensor} ${context} ${pipeline} ${expert} ${data} ${zeroStage}`;
    const before = this.known.get(key);
    if (before) return before;
    const division = { state: trainingState(this.memories, layout) };
    this.known.set(key, division);
    return division;
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
  const best = new BestFew(most);
  const divisions = new Divisions(memories);
  let fitting = 0;
  let smallest = { layout: SINGLE_GPU, bytes: Number.POSITIVE_INFINITY };
  const considered = eachCandidate(candidateRequest(request), (alike) => {
    const division = divisions.of(alike[0]!);
    const memory = memoryBasis(memories, alike[0]!, division.state);
    let basis: StepBasis | undefined;
    let slow = false;
    for (const layout of alike) {
      const bytes = expectedBytes(memories, layout, memory);
      if (bytes < smallest.bytes) smallest = { layout, bytes };
      if (bytes > limitBytes) continue;
      fitting++;
      // What recomputes more takes longer: once one is too slow, so are those after it.
      if (slow) continue;
      division.seconds ??= divisionSeconds(context, layout, division.state.parameters);
      basis ??= stepBasis(context, layout, division.seconds);
      const seconds = totalSeconds(stepParts(context, layout, basis));
      slow = seconds > best.slowest;
      if (!slow) best.offer({ layout, bytes, seconds });
    }
  });
  return { considered, fitting, best: best.list, smallest };
}

/** Layouts that a search works through where all of them fit, each with memory and step time; for the speed test. */
export function countPlans(request: PlanRequest): number {
  const context = stepContext(request);
  const memories = memoryContext(memoryJob(request), context.count);
  return searchPlans(request, context, memories, 1, Number.POSITIVE_INFINITY).fitting;
}
