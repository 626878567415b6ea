import { Problems } from "../errors";
import { TRAINING_JOB } from "./check-inputs";
import { checkMachines } from "./check-machines";
import { checkNumber } from "./check-number";
import { checkSubject } from "./check-training";
import { type ParallelLayout, SINGLE_GPU } from "./parallel-layout";
import { type CandidateRequest, eachCandidate } from "./plan-candidates";
import { type AlternativePlan, explainPlan, planAlternatives } from "./plan-explanation";
import { type StepBasis, stepBasis } from "./step-basis";
import { type StepContext, stepContext, type TrainingJob } from "./step-context";
import { stepParts, totalSeconds } from "./step-parts";
import { type StepTime, stepContexts, stepTimeOf } from "./step-time";
import { memoryOfLayout, type TrainingMemory } from "./training-memory";
import { type TrainingMemoryJob, trainingState } from "./training-state";

/** A job and a number of GPUs to lay it over. */
export interface PlanRequest extends TrainingJob {
  readonly gpus: number;
  /** Plans to return, best first. @default 10 */
  readonly most?: number;
}

/** One legal layout that fits, with its figures. */
export interface ParallelPlan {
  readonly layout: ParallelLayout;
  readonly memory: TrainingMemory;
  /** The upper end of the memory range exceeds the GPU: measure before you count on it. */
  readonly tight: boolean;
  readonly step: StepTime;
}

/** All that enumeration found. */
export interface PlanResult {
  /** Best first: by expected step time, and of equals the one with more memory to spare. */
  readonly plans: readonly ParallelPlan[];
  /** Legal layouts enumerated, and how many of them fit. */
  readonly considered: number;
  readonly fitting: number;
  /** Why the winner wins, sentence by sentence; why nothing fits, where nothing does. */
  readonly explanation: readonly string[];
  /** The layouts one would think of first, and what is wrong with each. */
  readonly alternatives: readonly AlternativePlan[];
}

/** A layout with its two figures, before the full ones are worked out. */
interface Scored {
  readonly layout: ParallelLayout;
  readonly seconds: number;
  readonly bytes: number;
}

function memoryJob(request: PlanRequest): TrainingMemoryJob {
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
  public readonly list: Scored[] = [];

  constructor(private readonly most: number) {}

  public offer(scored: Scored): void {
    const { list } = this;
    if (list.length === this.most && !better(scored, list[list.length - 1]!)) return;
    let at = list.length;
    while (at > 0 && better(scored, list[at - 1]!)) at--;
    list.splice(at, 0, scored);
    if (list.length > this.most) list.pop();
  }
}

function better(a: Scored, b: Scored): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.bytes < b.bytes);
}

/** The smallest need seen, for the explanation of why nothing fits. */
interface Search {
  readonly considered: number;
  readonly fitting: number;
  readonly best: readonly Scored[];
  readonly smallest: { layout: ParallelLayout; bytes: number };
}

function search(request: PlanRequest, context: StepContext, most: number): Search {
  const job = memoryJob(request);
  const limit = request.gpu.memoryBytes;
  const best = new BestFew(most);
  let fitting = 0;
  let smallest = { layout: SINGLE_GPU, bytes: Number.POSITIVE_INFINITY };
  const considered = eachCandidate(candidateRequest(request), (alike) => {
    const state = trainingState(job, alike[0]!, context.count);
    let basis: StepBasis | undefined;
    for (const layout of alike) {
      const bytes = memoryOfLayout(job, layout, context.count, state).total.expected;
      if (bytes < smallest.bytes) smallest = { layout, bytes };
      if (bytes > limit) continue;
      fitting++;
      basis ??= stepBasis(context, layout, state.parameters);
      best.offer({ layout, bytes, seconds: totalSeconds(stepParts(context, layout, basis)) });
    }
  });
  return { considered, fitting, best: best.list, smallest };
}

/**
 * Enumerates every legal way to lay a training job over exactly so many GPUs, keeps those that fit their memory, and ranks them
 * by expected step time.
 *
 * Nothing is thrown when nothing fits: `plans` is then empty and `explanation` says by how much. A plan fits when the expected
 * memory does; `tight` marks those whose range does not.
 *
 * @throws WarpformError for sizes that make no sense, or a number format the GPU does not compute in.
 */
export function parallelismPlan(request: PlanRequest): PlanResult {
  const problems = new Problems();
  TRAINING_JOB(problems, "", request);
  if (!request) problems.throwIfAny("parallelism plan");
  checkSubject(problems, request);
  checkMachines(problems, request, request.gpus);
  checkNumber(problems, "gpus", request.gpus, { min: 1, max: 1_000_000, whole: true });
  checkNumber(problems, "most", request.most ?? 10, { min: 1, max: 100_000, whole: true });
  problems.throwIfAny("parallelism plan");
  const contexts = stepContexts(request);
  const context = contexts.expected;
  const found = search(request, context, request.most ?? 10);
  const job = memoryJob(request);
  const plans = found.best.map(({ layout }): ParallelPlan => {
    const memory = memoryOfLayout(job, layout, context.count);
    return { layout, memory, tight: memory.total.high > request.gpu.memoryBytes, step: stepTimeOf(contexts, layout) };
  });
  const alternatives = planAlternatives(request, context, job, plans[0] ?? null);
  return {
    plans,
    considered: found.considered,
    fitting: found.fitting,
    explanation: explainPlan(request, plans, found),
    alternatives,
  };
}

/** Layouts that {@link parallelismPlan} works through for a request, each with memory and step time; for the speed test. */
export function countPlans(request: PlanRequest): number {
  const context = stepContext(request);
  const job = memoryJob(request);
  let checksum = 0;
  const count = eachCandidate(candidateRequest(request), (alike) => {
    const state = trainingState(job, alike[0]!, context.count);
    const basis = stepBasis(context, alike[0]!, state.parameters);
    for (const layout of alike) {
      checksum += memoryOfLayout(job, layout, context.count, state).total.expected;
      checksum += totalSeconds(stepParts(context, layout, basis));
    }
  });
  return Number.isFinite(checksum) ? count : 0;
}
