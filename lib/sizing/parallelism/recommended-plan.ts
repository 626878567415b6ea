import { count, duration, gib, percent } from "../../units/quantity";
import type { ParallelPlan } from "./parallel-plan";
import { planOf, type RankedPlans, rankPlans } from "./parallelism-plan";
import { describeLayout, explainPlan } from "./plan-explanation";
import type { PlanRequest } from "./plan-search";

/** Plans to choose from: enough to hold one with memory to spare. */
const PLANS_SEEN = 40;

/** A plan to run by, and why. */
export interface RecommendedPlan {
  /** Null where no layout fits. */
  readonly plan: ParallelPlan | null;
  /** How many layouts divide the job; with none, no memory would help. */
  readonly layouts: number;
  /** Tokens a second of the fastest that fits, sound or not; 0 where none does. */
  readonly fastestTokensPerSecond: number;
  readonly explanation: readonly string[];
}

/**
 * The first of the ranked layouts that takes at most a tenth longer than the fastest and fits over the whole range of published
 * runs, else the first that fits at the upper end of the formulas' own.
 */
function sure(ranked: RankedPlans, fastest: ParallelPlan): ParallelPlan {
  if (fastest.fit.verdict === "fits") return fastest;
  const slowest = fastest.step.seconds.expected * 1.1;
  let untight = fastest.tight ? null : fastest;
  for (const scored of ranked.found.best) {
    if (scored.seconds > slowest) break;
    const plan = planOf(ranked, scored);
    if (plan.fit.verdict === "fits") return plan;
    if (!plan.tight) untight ??= plan;
  }
  return untight ?? fastest;
}

/**
 * The fastest plan that fits even at the upper end of its memory range, unless that costs more than a tenth of the speed:
 * a run that dies of memory on day one is no plan.
 *
 * @throws WarpformError as parallelismPlan does
 */
export function recommendedPlan(request: Omit<PlanRequest, "most">, seen = PLANS_SEEN): RecommendedPlan {
  const ranked = rankPlans({ ...request, most: seen });
  const [first] = ranked.found.best;
  if (first === undefined)
    return {
      plan: null,
      layouts: ranked.found.considered,
      fastestTokensPerSecond: 0,
      explanation: explainPlan(request, undefined, ranked.found),
    };
  const fastest = planOf(ranked, first);
  const plan = sure(ranked, fastest);
  const { found } = ranked;
  const fastestTokensPerSecond = fastest.step.tokensPerSecond.expected;
  const explanation = explainPlan(request, plan, found);
  if (plan === fastest) return { plan, layouts: found.considered, fastestTokensPerSecond, explanation };
  const slower = plan.step.seconds.expected / fastest.step.seconds.expected - 1;
  const sureOf = plan.fit.verdict === "fits" ? "its memory range" : "the formulas' own memory range";
  const taken = `chosen: ${describeLayout(plan.layout)}; fits even at the upper end of ${sureOf}, at ${percent(slower)} more time per step than the fastest layout, which may not fit`;
  const most = gib(fastest.fit.bytes.high);
  const instead = `alternative (fastest): ${describeLayout(fastest.layout)}: ${duration(fastest.step.seconds.expected)} per step, up to ${most} per ${request.gpu.device ?? "GPU"}`;
  const fits = `${count(found.fitting)} of ${count(found.considered)} legal layouts fit`;
  return {
    plan,
    layouts: found.considered,
    fastestTokensPerSecond,
    explanation: [taken, fits, ...explanation.slice(1), instead],
  };
}
