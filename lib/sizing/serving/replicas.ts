import { Problems } from "../../errors";
import { duration } from "../../units/quantity";
import { checkNumber } from "../inputs/check-number";
import { members, method, nullable, number, optional, rangeOf, requireProps } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";
import { REQUEST_TOKENS_RANGE, REQUESTS_RANGE } from "../inputs/ranges";
import type { ServingRate } from "./serving-rate";

/**
 * Time that a request spends in the server around its engine: HTTP, the chat template, tokenization, waiting for the step in
 * progress, and a first step whose kernels are launched one by one. Read off Qwen3 8B with prompts of 233 tokens on an idle
 * H100, less the time of the prompt: 15 ms with SGLang 0.5.3, 33 with TensorRT-LLM 1.2, 48 with vLLM 0.11. A named overhead.
 *
 * @see https://github.com/gpustack/gpustack docs/performance-lab/qwen3-8b/h100-latency.md
 */
export const SERVER_SECONDS: Range = { low: 0.015, expected: 0.033, high: 0.048 };

/** A stream of requests and what is promised to it. */
export interface ServiceProps {
  readonly rate: ServingRate;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Requests a second over all replicas, at the peak to be served. */
  readonly requestsPerSecond: number;
  /** Objective for the time to first token, s; null for none. */
  readonly timeToFirstTokenSeconds: number | null;
  /** Objective for the time between tokens, s; null for none. */
  readonly timePerOutputTokenSeconds: number | null;
  /** Share of the requests that must meet the objective for the first token. @default 0.95 */
  readonly percentile?: number;
  /** Capacity kept free for growth while further replicas start, as a share of the peak. @default 0 */
  readonly headRoom?: number;
}

/** Replicas of a service that meets its objectives. */
export interface Replicas {
  readonly feasible: true;
  readonly replicas: Range;
  /** Requests in a replica's batch that the objectives and the memory allow. */
  readonly concurrency: number;
  /** Share of those places that are taken at the peak. */
  readonly utilization: number;
  /** Time to first token at the percentile, s: waiting for a place and for other prompts, the own prompt, and the server. */
  readonly timeToFirstTokenSeconds: number;
  readonly timePerOutputTokenSeconds: number;
  /** Both with these replicas at the fast and slow end of the rates; infinite where the queue would never empty. */
  readonly timeToFirstTokenRange: Range;
  readonly timePerOutputTokenRange: Range;
  readonly tokensPerSecond: number;
}

/** Why no number of replicas will do. */
export interface NoReplicas {
  readonly feasible: false;
  /** What cannot be met: the memory for one request, or an objective that a single request exceeds. */
  readonly unmet: "memory" | "timePerOutputTokenSeconds" | "timeToFirstTokenSeconds";
  readonly why: string;
  /** By how much a single request exceeds it, without what to do about it. */
  readonly excess: string;
}

/**
 * Probability that a request waits in a queue with c servers and an offered load of a (Erlang C), by the recursion of
 * Erlang B, which neither overflows nor loses digits; 1 at or above full load.
 *
 * @example c = 10, a = 8: 0.409 (Erlang's tables).
 */
export function erlangC(servers: number, load: number): number {
  const problems = new Problems();
  checkNumber(problems, "servers", servers, { min: 1, whole: true });
  checkNumber(problems, "load", load, { min: 0, unit: "erlang" });
  problems.throwIfAny("erlangC");
  if (load >= servers) return 1;
  let blocked = 1;
  for (let c = 1; c <= servers; c++) blocked = (load * blocked) / (c + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

type End = "low" | "expected" | "high";

/** Largest batch whose time between tokens meets the objective; 0 when even one request is too slow. */
function allowedBatch(p: ServiceProps, end: End): number {
  const objective = p.timePerOutputTokenSeconds;
  const most = p.rate.maxConcurrency;
  if (objective === null) return most;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (p.rate.timePerOutputToken(middle)[end] <= objective) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Time to first token at the percentile with n replicas of b places: M/M/c for a place, M/D/1 for the prompts before it. */
function firstToken(p: ServiceProps, n: number, batch: number, end: End): number {
  const prefill = p.rate.prefillSeconds[end];
  const service = prefill + p.outputTokens * p.rate.timePerOutputToken(batch)[end];
  const places = n * batch;
  const load = p.requestsPerSecond * service;
  const busy = (p.requestsPerSecond / n) * prefill;
  if (load >= places || busy >= 1) return Number.POSITIVE_INFINITY;
  const percentile = p.percentile ?? 0.95;
  const waits = erlangC(places, load);
  const place = waits <= 1 - percentile ? 0 : (Math.log(waits / (1 - percentile)) * service) / (places - load);
  // waiting for prompts ahead: mean busy x prefill / 2(1 - busy), with an exponential tail for the percentile
  const mean = (busy * prefill) / (2 * (1 - busy));
  const ahead = busy <= 1 - percentile ? 0 : (Math.log(busy / (1 - percentile)) * mean) / busy;
  return place + ahead + prefill + SERVER_SECONDS[end];
}

function fewest(p: ServiceProps, end: End): { readonly n: number; readonly batch: number } | undefined {
  const batch = allowedBatch(p, end);
  if (batch < 1) return undefined;
  const peak = { ...p, requestsPerSecond: p.requestsPerSecond * (1 + (p.headRoom ?? 0)) };
  const objective = p.timeToFirstTokenSeconds ?? Number.POSITIVE_INFINITY;
  const meets = (n: number) => {
    const time = firstToken(peak, n, batch, end);
    return Number.isFinite(time) && time <= objective;
  };
  if (p.rate.prefillSeconds[end] + SERVER_SECONDS[end] > objective) return undefined;
  const service = p.rate.prefillSeconds[end] + p.outputTokens * p.rate.timePerOutputToken(batch)[end];
  let low = Math.max(1, Math.ceil((peak.requestsPerSecond * service) / batch));
  let high = low;
  while (!meets(high)) high *= 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (meets(middle)) high = middle;
    else low = middle + 1;
  }
  return { n: high, batch };
}

const OBJECTIVE = nullable(number({ above: 0, unit: "s", use: "use null for none" }));
const TOKENS = number(REQUEST_TOKENS_RANGE);
const PROPS = members({
  rate: members({
    maxConcurrency: number({ min: 0, max: 1e9, whole: true, use: "use servingRate" }),
    prefillSeconds: rangeOf({ above: 0, unit: "s", use: "use servingRate" }),
    timePerOutputToken: method,
  }),
  promptTokens: TOKENS,
  outputTokens: TOKENS,
  requestsPerSecond: number({ ...REQUESTS_RANGE, use: "use the peak rate" }),
  timeToFirstTokenSeconds: OBJECTIVE,
  timePerOutputTokenSeconds: OBJECTIVE,
  percentile: optional(number({ min: 0.5, max: 0.999, use: "use 0.95" })),
  headRoom: optional(number({ min: 0, max: 10, use: "use 0.2" })),
});

/**
 * Replicas that a request rate needs.
 *
 * A replica is b places of a batch, b the largest that memory and the objective between tokens allow; a request holds one for
 * S = prefill + o x time per token. Requests arrive at random (Poisson) and wait for one of n b places (Erlang C,
 * M/M/c) and for the prompts that their replica computes before theirs (M/D/1); the server around the engine adds
 * {@link SERVER_SECONDS}. n is the smallest whose time to first token
 * meets the objective at the percentile, with head room on top of the rate. The range comes from that of the rates.
 *
 * Assumes requests of average length, spread to the least loaded replica; prompt caches, which help, are left out.
 *
 * @throws WarpformError for numbers out of range; objectives that no number of replicas meets are returned as infeasible
 * @see Kleinrock, Queueing Systems I, 3.4 (M/M/m) and 5.7 (M/G/1)
 */
export function replicasFor(p: ServiceProps): Replicas | NoReplicas {
  requireProps("replicasFor", p, PROPS);

  if (p.rate.maxConcurrency < 1)
    return none("memory", "the weights leave no GPU memory for requests", "use more accelerators or quantized weights");
  const expected = fewest(p, "expected");
  if (expected === undefined) {
    const token = p.timePerOutputTokenSeconds;
    const alone = p.rate.timePerOutputToken(1).expected;
    const advice = "use more tensor parallelism or a faster accelerator";
    return token !== null && alone > token
      ? none(
          "timePerOutputTokenSeconds",
          `TPOT is ${duration(alone)} even for a single request, above the objective of ${duration(token)}`,
          advice,
        )
      : none(
          "timeToFirstTokenSeconds",
          `the first token takes ${duration(p.rate.prefillSeconds.expected + SERVER_SECONDS.expected)} without queueing, above the TTFT objective of ${duration(p.timeToFirstTokenSeconds!)}`,
          advice,
        );
  }
  const { n, batch } = expected;
  const service = p.rate.prefillSeconds.expected + p.outputTokens * p.rate.timePerOutputToken(batch).expected;
  return {
    feasible: true,
    replicas: range(fewest(p, "low")?.n ?? n, n, fewest(p, "high")?.n ?? Number.POSITIVE_INFINITY),
    concurrency: batch,
    utilization: (p.requestsPerSecond * service) / (n * batch),
    timeToFirstTokenSeconds: firstToken(p, n, batch, "expected"),
    timePerOutputTokenSeconds: p.rate.timePerOutputToken(batch).expected,
    timeToFirstTokenRange: range(
      firstToken(p, n, batch, "low"),
      firstToken(p, n, batch, "expected"),
      firstToken(p, n, batch, "high"),
    ),
    timePerOutputTokenRange: p.rate.timePerOutputToken(batch),
    tokensPerSecond: p.requestsPerSecond * p.outputTokens,
  };
}

/**
 * Head room that autoscaling needs: the rate grows on while a new replica starts, `growth x start`, as a share of the rate.
 * @example 5 % a minute and 6 minutes from alarm to first token: 0.3.
 */
export function scalingHeadRoom(growthPerMinute: number, startSeconds: number): number {
  const problems = new Problems();
  checkNumber(problems, "growthPerMinute", growthPerMinute, { min: 0, max: 10, use: "use 0.05 for 5 % a minute" });
  checkNumber(problems, "startSeconds", startSeconds, { min: 0, unit: "s", use: "use coldStart" });
  problems.throwIfAny("scalingHeadRoom");
  return growthPerMinute * (startSeconds / 60);
}

function none(unmet: NoReplicas["unmet"], excess: string, advice: string): NoReplicas {
  return { feasible: false, unmet, why: `${excess}; ${advice}`, excess };
}
