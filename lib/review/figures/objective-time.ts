import { addRanges, mapRange, type Range, range } from "../../sizing/inputs/range";
import { gpuCount } from "../../sizing/parallelism/parallel-layout";
import type { ParallelPlan } from "../../sizing/parallelism/parallel-plan";
import { servesWith } from "../../sizing/serving/serving-heads";
import { type ServingRate, servingRate } from "../../sizing/serving/serving-rate";
import { grpoFamily } from "../../sizing/spread/families";
import { publishedSpread, widened } from "../../sizing/spread/published-spread";
import { count, counted } from "../../units/quantity";
import type { PoolFacts } from "../design";
import type { Training } from "./training-job";

/** What a step of DPO or GRPO does besides training. */
export interface ObjectivePart {
  readonly name: string;
  readonly seconds: Range;
}

/** Forward passes besides the trained one: the reference model's, and for GRPO those that score what was generated. */
const PASSES = { sft: 0, dpo: 1, grpo: 2 } as const;

/** What generation asks of a step of GRPO. */
type GrpoSamples = Pick<Training, "model" | "sequenceLength" | "globalBatchSequences"> & {
  readonly meanSampleTokens?: number;
};

/**
 * Share of a GPU's memory that the engine may take while it generates, the optimizer being offloaded.
 * @see https://verl.readthedocs.io/en/latest/perf/perf_tuning.html which asks for 0.5 to 0.7
 */
const ENGINE_MEMORY = 0.6;

/** Share of a training step that its forward pass is: 2 of 6 operations per parameter, of 8 with all recomputed; of 4 with frozen weights. */
function forwardShare({ layout }: ParallelPlan, frozen: boolean): number {
  return 2 / ((frozen ? 4 : 6) + (layout.recompute === "full" ? 2 : 0));
}

/** Accelerators of a replica that generates; large models take several nodes. */
const REPLICA_SIZES = [1, 2, 4, 8, 16, 32, 64] as const;

/** Points at which the last wave of answers, ever fewer, is timed. */
const POINTS = 8;

/**
 * Seconds in which a replica's last answers end: `batch` at first, and ever fewer until the longest is done. The shares that are
 * left, `(1 - x)^(longest / mean - 1)` after a share x of the longest, have the mean that is given; with all as long as the longest
 * none ends early.
 */
function lastWave(rate: ServingRate, batch: number, mean: number, longest: number): Range {
  const times = Array.from({ length: POINTS }, (_, i) => {
    const left = (1 - (i + 0.5) / POINTS) ** (longest / mean - 1);
    return rate.timePerOutputToken(Math.max(1, batch * left));
  });
  return mapRange(times.reduce(addRanges), (seconds) => (seconds * longest) / POINTS);
}

/**
 * Seconds in which the GPUs generate a step's answers, in replicas of the fewest that hold the model and a request. The longest
 * sample is as long as `sequenceLength`, and a step waits for it; where `meanSampleTokens` says so, the others are shorter.
 */
function generation(
  { model, sequenceLength, meanSampleTokens, globalBatchSequences }: GrpoSamples,
  promptTokens: number,
  p: PoolFacts,
  gpus: number,
): Range {
  const longest = sequenceLength - promptTokens;
  const mean = Math.max(1, (meanSampleTokens ?? sequenceLength) - promptTokens);
  const sizes = REPLICA_SIZES.filter((t) => gpus % t === 0 && servesWith(model, t));
  const rateOf = (tensorParallel: number) =>
    servingRate({
      model,
      accelerator: p.accelerator!,
      tensorParallel,
      precision: "bf16",
      kvPrecision: "bf16",
      promptTokens,
      outputTokens: mean,
      memoryShare: ENGINE_MEMORY,
      engineOptions: "default",
    });
  const size = sizes.find((t) => rateOf(t).maxConcurrency > 0) ?? sizes.at(-1)!;
  const rate = rateOf(size);
  const share = Math.ceil((globalBatchSequences * size) / gpus);
  const batch = Math.max(1, Math.min(share, rate.maxConcurrency));
  const { low, expected, high } = rate.tokensPerSecond(batch);
  const before = (share - batch) * mean;
  return addRanges(range(before / high, before / expected, before / low), lastWave(rate, batch, mean, longest));
}

/** What the parts leave out, of the published runs that docs/validation.md holds against them (NeMo RL 0.4 and 0.6, entered unseen). */
export function grpoLeftOut(model: Training["model"]): string {
  const { high, rows } = publishedSpread(grpoFamily(model));
  const kind = model.experts === null ? "dense models" : "mixtures of experts";
  return `GRPO: the expected figures are a lower bound, and the slow end of the range holds what was published. They exclude the wait for the longest answers (unless meanSampleTokens says how long the others are), the copying of weights to the engine and reward models; the ${counted(rows, "published steps")} of ${kind} are up to ${count(high)} times as long`;
}

const SCORING = "reference and scoring passes";
const GENERATION = "generation";

/** Whether a step's parts are more than training, of which alone the use of the GPUs (MFU) is given. */
export const doesMoreThanTrain = (parts: readonly { readonly name: string }[]): boolean =>
  parts.some(({ name }) => name === SCORING);

/** Whether the GPUs of a step also generate. */
export const generates = (parts: readonly { readonly name: string }[]): boolean =>
  parts.some(({ name }) => name === GENERATION);

/** The parts of a step besides training; empty for supervised runs. */
export function objectiveTime(workload: Training, p: PoolFacts, plan: ParallelPlan): readonly ObjectivePart[] {
  if (workload.kind !== "fine-tuning") return [];
  const passes = PASSES[workload.objective ?? "sft"];
  if (passes === 0) return [];
  const share = passes * forwardShare(plan, workload.method !== "full");
  const scored = { name: SCORING, seconds: mapRange(plan.step.seconds, (s) => s * share) };
  if (workload.objective !== "grpo" || workload.promptTokens === undefined) return [scored];
  const seconds = generation(workload, workload.promptTokens, p, gpuCount(plan.layout));
  return [scored, { name: GENERATION, seconds }];
}

/** Seconds of a step with those parts; of GRPO up to what the parts leave out. */
export function wholeStep(
  { model }: Pick<Training, "model">,
  plan: ParallelPlan,
  parts: readonly ObjectivePart[],
): Range {
  const sum = parts.reduce((all, { seconds }) => addRanges(all, seconds), plan.step.seconds);
  if (!generates(parts)) return sum;
  return widened(sum, publishedSpread(grpoFamily(model)));
}
