import { Problems } from "../../errors";
import { checkGpus } from "../inputs/check-gpus";
import { TRAINING_JOB } from "../inputs/check-inputs";
import { members, number, rangeOf, requireAll } from "../inputs/check-shape";
import { checkLayout, checkSubject } from "../inputs/check-training";
import { mapRange, type Range } from "../inputs/range";
import { RUN_TOKENS_RANGE } from "../inputs/ranges";
import { gpusOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { stepFamily } from "../spread/families";
import { publishedSpread, type Spread, widened } from "../spread/published-spread";
import { hardwareFlopsPerToken, trainingFlopsPerToken } from "./flops";
import { leastStepSeconds } from "./hardware-floor";
import { efficiencyPoint, type StepContext, stepContext, type TrainingJob } from "./step-context";
import { type StepParts, stepParts, totalSeconds } from "./step-parts";

/** Time of one training step and what follows from it. */
export interface StepTime {
  readonly seconds: Range;
  readonly tokensPerSecond: Range;
  readonly tokensPerSecondPerGpu: Range;
  /** Model FLOPs a second and GPU, attention counted in full (the papers' convention). */
  readonly modelFlopsPerGpu: Range;
  /**
   * Model FLOPs over the peak of the GEMMs' format (MFU), by the papers' convention: every pair of tokens counts in attention, of
   * which kernels compute the causal half. With long sequences it may be above 1.
   *
   * @see https://arxiv.org/abs/2204.02311 appendix B
   */
  readonly modelFlopsUtilization: Range;
  /** The same with the causal half alone, as the kernels run it. */
  readonly causalFlopsUtilization: Range;
  /** The same with recomputation counted. */
  readonly hardwareFlopsUtilization: Range;
  /** Parts of the expected step. */
  readonly parts: StepParts;
}

/**
 * What runs of one configuration differ by beyond the kernels: data loading, logging, checkpoints, software releases, tuning.
 * The low end is a tuned benchmark, the high end a production run (Megatron-Turing NLG ran at 126 TFLOP/s with the model and
 * layout for which SC'21 publishes 163).
 */
const RUN_SPREAD = { low: 0.93, high: 1.12 };

/** The same for mixtures of experts, whose kernels are young: releases of one year differ by half with one configuration. */
const EXPERT_RUN_SPREAD = { low: 0.85, high: 1.35 };

/**
 * Time, throughput and utilization of one training step. The range comes from the calibrated ranges of kernel efficiency
 * and what production runs add, and is at least as wide as published runs of the same family spread, but promises no more than
 * the fastest GEMM measured on the GPU; the expected figure is not its middle.
 *
 * @param spread what published runs of the family differ by. @default - the family's row of `published-spread.json`
 * @throws WarpformError when the layout does not divide the model or the batch, or the GPU has no such number format.
 * @see docs/validation.md for how it compares with published runs
 */
export function stepTime(job: TrainingJob, layout: ParallelLayout, spread?: Spread): StepTime {
  const problems = new Problems();
  if (!job) TRAINING_JOB(problems, "", job);
  problems.throwIfAny("step time");
  const legal = checkSubject(problems, job) && checkLayout(problems, job, layout);
  TRAINING_JOB(problems, "", job);
  checkGpus(problems, job, legal ? gpusOf(layout) : 1);
  problems.throwIfAny("step time");
  return stepTimeOf(stepContexts(job, spread), layout);
}

/** A job at the expected point of the kernels' efficiency and at both ends of its range. */
export interface StepContexts {
  readonly low: StepContext;
  readonly expected: StepContext;
  readonly high: StepContext;
  /** What published runs of the job's family differ by. */
  readonly spread: Spread;
}

/** Prepares a job for the times of many layouts. */
export function stepContexts(job: TrainingJob, spread: Spread = publishedSpread(stepFamily(job))): StepContexts {
  const at = (end: keyof Range) => stepContext(job, efficiencyPoint(job, end));
  return { low: at("low"), expected: at("expected"), high: at("high"), spread };
}

/** {@link stepTime} without checks, for several layouts of one job. */
export function stepTimeOf(contexts: StepContexts, layout: ParallelLayout): StepTime {
  const { job } = contexts.expected;
  const parts = stepParts(contexts.expected, layout);
  const spread = job.model.experts ? EXPERT_RUN_SPREAD : RUN_SPREAD;
  const own = {
    low: spread.low * totalSeconds(stepParts(contexts.high, layout)),
    expected: totalSeconds(parts),
    high: spread.high * totalSeconds(stepParts(contexts.low, layout)),
  };
  const tokens = job.globalBatchSequences * job.sequenceLength;
  const gpus = gpusOf(layout);
  const peak = job.gpu.flops[job.precision]! * gpus;
  const frozen = job.adapter !== undefined;
  const flops = trainingFlopsPerToken(job.model, job.sequenceLength, "full", frozen);
  const causal = trainingFlopsPerToken(job.model, job.sequenceLength, "causal", frozen);
  const hardware = hardwareFlopsPerToken(job.model, job.sequenceLength, layout.recompute, "full", frozen);
  const published = widened(own, contexts.spread);
  const least = Math.min(leastStepSeconds(job, layout), published.expected);
  const seconds = { ...published, low: Math.max(published.low, least) };
  const rate = (perToken: number): Range => ({
    low: (tokens * perToken) / seconds.high,
    expected: (tokens * perToken) / seconds.expected,
    high: (tokens * perToken) / seconds.low,
  });
  return {
    seconds,
    tokensPerSecond: rate(1),
    tokensPerSecondPerGpu: rate(1 / gpus),
    modelFlopsPerGpu: rate(flops / gpus),
    modelFlopsUtilization: rate(flops / peak),
    causalFlopsUtilization: rate(causal / peak),
    hardwareFlopsUtilization: rate(hardware / peak),
    parts,
  };
}

/**
 * Days of uninterrupted training on a number of tokens, by whole steps. What failures, checkpoints and restarts add is
 * effectiveTrainingTime's part.
 *
 * @example GPT-3 175B on 1,536 A100, 300 billion tokens: 24 days (Megatron-LM, SC'21: 23).
 * @throws WarpformError for tokens or a step that are not positive
 */
export function daysToTrain(step: StepTime, tokens: number): Range {
  const positive = rangeOf({ above: 0, use: "use stepTime" });
  requireAll("days to train", {
    step: [step, members({ seconds: positive, tokensPerSecond: positive })],
    tokens: [tokens, number(RUN_TOKENS_RANGE)],
  });
  const steps = Math.ceil(tokens / (step.tokensPerSecond.expected * step.seconds.expected) - 1e-9);
  return mapRange(step.seconds, (seconds) => (seconds * steps) / 86_400);
}
