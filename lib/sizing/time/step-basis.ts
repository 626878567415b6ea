import { secondsOf } from "../fabric/collectives";
import type { RankGroup } from "../fabric/rank-group";
import { ranksOfDomain } from "../fabric/rank-placement";
import { expertGroupOf, gpusOf, type ParallelLayout } from "../parallelism/parallel-layout";
import {
  dividedParameters,
  expertCopiesOf,
  type StageParameters,
  stageParameters,
} from "../parallelism/pipeline-stage";
import { type StageTime, stageForward } from "./stage-time";
import type { StepContext } from "./step-context";

/** Bytes the optimizer reads and writes for each parameter it updates: gradient, master, two moments, weights. */
const OPTIMIZER_BYTES = 30;

/** 16-bit gradients that go to a host which keeps the optimizer, and the weights that come back. */
const GRADIENT_BYTES = 2;
const WEIGHT_BYTES = 2;

/**
 * Bytes a second that Adam on a host's processors reads and writes for all its GPUs, which memory bounds. Read off DeepSpeed's
 * tutorial: Qwen2.5 3B on two A100 takes 2.38 s a step with cores bound to ranks, 3.08 without.
 * @see https://www.deepspeed.ai/tutorials/zero-offload/
 */
const HOST_BYTES_PER_SECOND = 100e9;

/** What copies between a GPU and its host reach of a PCIe 4.0 link of 25 GB/s. */
const HOST_LINK_BYTES_PER_SECOND = 12.5e9;

/** Seconds that depend on how the model is divided alone, not on microbatches, chunks or recomputation. */
export interface DivisionSeconds {
  readonly parameters: StageParameters;
  /** Adding a microbatch's gradients to those before it. */
  readonly accumulation: number;
  /** Gradients and weights of the data-parallel ranks, each time they are exchanged, overlapped or not. */
  readonly exchange: number;
  readonly optimizer: number;
}

/** Seconds of a microbatch that depend neither on the chunks of an interleaved pipeline nor on recomputation. */
export interface MicroBatchSeconds {
  readonly stage: StageTime;
  /** Sending a microbatch's activations to the next stage, overlapped or not. */
  readonly send: number;
}

/** What of a step does not depend on chunks and recomputation: layouts that differ in those alone share it. */
export interface StepBasis {
  readonly division: DivisionSeconds;
  readonly microBatch: MicroBatchSeconds;
}

/** Each microbatch reads the gradients of the stage's weights, adds its own and writes them. */
function accumulationSeconds(context: StepContext, parameters: StageParameters): number {
  if (context.job.adapter) return 0;
  const bytes = 2 * Math.min(4, context.job.state.gradientBytes) * (parameters.dense + parameters.experts);
  return bytes / (context.gpu.memoryBytesPerSecond * context.efficiency.memory);
}

/**
 * Gradients and weights of the ranks that hold the same: once a step, or with ZeRO 3 once a microbatch. Experts have groups of
 * their own. Where one copy of them fills a domain, each of its ranks sums with one rank of every other domain, over its own
 * share of the network cards alone; the ranks of the dense layers share all cards of their domain.
 */
function exchangeSeconds(context: StepContext, layout: ParallelLayout, parameters: StageParameters): number {
  const { adapter } = context.job;
  const room = context.link.gpusPerDomain;
  const ranks = layout.data * layout.context;
  const group = { ranks, ranksPerDomain: ranksOfDomain(ranks, room / layout.tensor) };
  const trained = adapter ? adapter.parameters / (layout.tensor * layout.pipeline) : parameters.dense;
  const dense = exchangeOf(context, layout, group, parameters.dense, trained);
  if (parameters.experts === 0) return dense;
  const copies = expertCopiesOf(layout);
  const ofExperts = { ranks: copies, ranksPerDomain: ranksOfDomain(copies, room / expertGroupOf(layout)) };
  return dense + exchangeOf(context, layout, ofExperts, parameters.experts, adapter ? 0 : parameters.experts);
}

/** The same for one group of ranks, which hold so many parameters each and train so many of them. */
function exchangeOf(context: StepContext, layout: ParallelLayout, group: RankGroup, held: number, trained: number) {
  if (group.ranks <= 1) return 0;
  const { job, link, software, count } = context;
  const gradients = trained * Math.min(4, job.state.gradientBytes);
  const share = job.adapter ? job.adapter.frozenBytes / count.total : job.state.weightBytes;
  const weights = (layout.zeroStage >= 3 ? held : trained) * Math.min(2, share);
  if (layout.zeroStage >= 3) {
    const quick =
      2 * secondsOf("all-gather", weights, group, link) + secondsOf("reduce-scatter", trained * 2, group, link);
    return quick / software.dataEfficiency + 2 * fromHostSeconds(layout, weights, group.ranks);
  }
  return layout.zeroStage === 0
    ? secondsOf("all-reduce", gradients, group, link)
    : secondsOf("reduce-scatter", gradients, group, link) + secondsOf("all-gather", weights, group, link);
}

/** Time a stage takes to send a microbatch on: its layers' output, divided over the tensor ranks. */
function sendSeconds(context: StepContext, layout: ParallelLayout): number {
  if (layout.pipeline <= 1) return 0;
  const { link, model } = context;
  const perStage = layout.tensor * layout.context * layout.data;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  const bytes = (2 * tokens * model.hiddenSize) / layout.tensor;
  const group = { ranks: 2, ranksPerDomain: perStage * 2 <= link.gpusPerDomain ? 2 : 1 };
  return secondsOf("send-receive", bytes, group, link);
}

function optimizerSeconds(context: StepContext, layout: ParallelLayout, parameters: StageParameters): number {
  const { adapter } = context.job;
  const divided = layout.zeroStage >= 1;
  const updated = adapter
    ? adapter.parameters / (layout.tensor * layout.pipeline) / (divided ? layout.data * layout.context : 1)
    : divided
      ? dividedParameters(layout, parameters)
      : parameters.dense + parameters.experts;
  if ((layout.offload ?? "none") !== "none") {
    const ofHost = Math.min(context.link.gpusPerDomain, gpusOf(layout));
    const copied = updated * (GRADIENT_BYTES + WEIGHT_BYTES);
    return (updated * OPTIMIZER_BYTES * ofHost) / HOST_BYTES_PER_SECOND + copied / HOST_LINK_BYTES_PER_SECOND;
  }
  const rate = context.gpu.memoryBytesPerSecond * context.efficiency.memory;
  return (updated * OPTIMIZER_BYTES) / rate;
}

/** Weights that the host keeps come over its link in each pass, each GPU's share of them. */
function fromHostSeconds(layout: ParallelLayout, bytes: number, ranks: number): number {
  return layout.offload === "optimizer-and-weights" ? bytes / ranks / HOST_LINK_BYTES_PER_SECOND : 0;
}

/** Seconds of one division of the model, given the parameters of its fullest stage. */
export function divisionSeconds(
  context: StepContext,
  layout: ParallelLayout,
  parameters: StageParameters = stageParameters(context.model, layout, context.count),
): DivisionSeconds {
  return {
    parameters,
    accumulation: accumulationSeconds(context, parameters),
    exchange: exchangeSeconds(context, layout, parameters),
    optimizer: optimizerSeconds(context, layout, parameters),
  };
}

/** Seconds of one size of microbatch. */
export function microBatchSeconds(context: StepContext, layout: ParallelLayout): MicroBatchSeconds {
  return { stage: stageForward(context, layout), send: sendSeconds(context, layout) };
}

/** The basis of one layout, and of those that differ from it in chunks and recomputation. */
export function stepBasis(context: StepContext, layout: ParallelLayout): StepBasis {
  return { division: divisionSeconds(context, layout), microBatch: microBatchSeconds(context, layout) };
}
