import { Problems } from "../../errors";
import { checkGpus } from "../inputs/check-gpus";
import { TRAINING_JOB } from "../inputs/check-inputs";
import { checkNumber } from "../inputs/check-number";
import { checkSubject } from "../inputs/check-training";
import { memoryFit } from "../memory/memory-fit";
import { memoryOfLayout } from "../memory/training-memory";
import { type MemoryContext, memoryContext } from "../memory/training-state";
import { memoryFamily, stepFamily } from "../spread/families";
import { publishedSpread } from "../spread/published-spread";
import { type StepContexts, stepContexts, stepTimeOf } from "../time/step-time";
import type { ParallelPlan } from "./parallel-plan";

import { type AlternativePlan, explainPlan, planAlternatives } from "./plan-explanation";
import { memoryJob, type PlanRequest, type PlanSearch, type ScoredLayout, searchPlans } from "./plan-search";
import { smallerLayout } from "./smaller-layout";

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

/** A search over all layouts of a request that makes sense, before any layout is worked out in full. */
export interface RankedPlans {
  readonly request: PlanRequest;
  readonly found: PlanSearch;
  readonly contexts: StepContexts;
  readonly memories: MemoryContext;
}

/** @throws WarpformError as {@link parallelismPlan} does */
export function rankPlans(request: PlanRequest): RankedPlans {
  const problems = new Problems();
  TRAINING_JOB(problems, "", request);
  if (!request) problems.throwIfAny("parallelism plan");
  checkSubject(problems, request);
  checkGpus(problems, request, request.gpus);
  checkNumber(problems, "gpus", request.gpus, { min: 1, max: 1_000_000, whole: true });
  checkNumber(problems, "most", request.most ?? 10, { min: 1, max: 100_000, whole: true });
  problems.throwIfAny("parallelism plan");
  const contexts = stepContexts(request, publishedSpread(stepFamily(request)));
  const memories = memoryContext(memoryJob(request), contexts.expected.count);
  const found = searchPlans(request, contexts.expected, memories, request.most ?? 10);
  return { request, found, contexts, memories };
}

/** One of the layouts found, with all its figures. */
export function planOf({ request, contexts, memories }: RankedPlans, { layout }: ScoredLayout): ParallelPlan {
  const memory = memoryOfLayout(memories, layout);
  const limit = request.gpu.memoryBytes;
  const fit = memoryFit(memory, limit, publishedSpread(memoryFamily(request)));
  const smaller = fit.verdict === "borderline" ? smallerLayout(request, memories, layout) : null;
  return { layout, memory, fit, smaller, tight: memory.total.high > limit, step: stepTimeOf(contexts, layout) };
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
  const ranked = rankPlans(request);
  const { found, contexts, memories } = ranked;
  const plans = found.best.map((scored) => planOf(ranked, scored));
  return {
    plans,
    considered: found.considered,
    fitting: found.fitting,
    explanation: explainPlan(request, plans[0], found),
    alternatives: planAlternatives(request, contexts.expected, memories, plans[0] ?? null),
  };
}
