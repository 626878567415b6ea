import type { PlanRequest } from "../../sizing/parallelism/plan-search";
import { type RecommendedPlan, recommendedPlan } from "../../sizing/parallelism/recommended-plan";

/** Searches kept: several figures and rules of a review ask for one size of a run, and for a handful of other sizes. */
const KEPT = 64;

const searches = new Map<string, RecommendedPlan>();

/** What JSON has no word for, such as an infinite rate, as text. */
const told = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** `recommendedPlan` of a request, searched once: a search goes through thousands of layouts and depends on the request alone. */
export function searchedPlan(request: Omit<PlanRequest, "most">, seen?: number): RecommendedPlan {
  const key = JSON.stringify([seen, request], told);
  const plan = searches.get(key) ?? recommendedPlan(request, seen);
  if (searches.size >= KEPT) searches.delete(searches.keys().next().value!);
  searches.set(key, plan);
  return plan;
}
