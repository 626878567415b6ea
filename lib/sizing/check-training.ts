import { Problems } from "../errors";
import type { ModelArchitecture } from "../model/model";
import { checkNumber } from "./check-number";
import type { ParallelLayout } from "./parallel-layout";

const DIMENSION = { min: 1, max: 10_000_000, whole: true, use: "use the figure of the model's configuration file" };
const RANKS = { min: 1, max: 1_000_000, whole: true };

/** Notes what is wrong with a model's shape: sizes that are not whole and positive, heads that don't divide. */
export function checkModel(problems: Problems, model: ModelArchitecture, path = "model"): boolean {
  const before = problems.all.length;
  for (const key of [
    "layers",
    "hiddenSize",
    "attentionHeads",
    "kvHeads",
    "headDim",
    "ffnHiddenSize",
    "vocabularySize",
  ] as const)
    checkNumber(problems, `${path}.${key}`, model[key], DIMENSION);
  if (problems.all.length > before) return false;
  if (model.attentionHeads % model.kvHeads !== 0)
    problems.add(
      "conflict",
      `${path}.kvHeads`,
      `${path}.kvHeads must divide the ${model.attentionHeads} attention heads, got ${model.kvHeads}; use ${nearestDivisor(model.attentionHeads, model.kvHeads)}`,
    );
  const moe = model.experts;
  if (moe) {
    checkNumber(problems, `${path}.experts.count`, moe.count, DIMENSION);
    checkNumber(problems, `${path}.experts.ffnHiddenSize`, moe.ffnHiddenSize, DIMENSION);
    const most = Number.isInteger(moe.count) ? moe.count : undefined;
    checkNumber(problems, `${path}.experts.activePerToken`, moe.activePerToken, { min: 1, max: most, whole: true });
    checkNumber(problems, `${path}.experts.denseLayers`, moe.denseLayers, { min: 0, max: model.layers, whole: true });
    checkNumber(problems, `${path}.experts.shared`, moe.shared, { min: 0, max: 1000, whole: true });
  }
  return problems.all.length === before;
}

/** The divisor of `whole` that is nearest to `wanted`. */
export function nearestDivisor(whole: number, wanted: number): number {
  let best = 1;
  // 1 is a divisor, and nearer than anything from twice the wanted on
  for (let d = 1; d <= Math.min(whole, 2 * wanted); d++)
    if (whole % d === 0 && Math.abs(d - wanted) < Math.abs(best - wanted)) best = d;
  return best;
}

/** What a layout is checked against. */
export interface LayoutSubject {
  readonly model: ModelArchitecture;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
}

/** Notes what is wrong with a job's own numbers. */
export function checkSubject(problems: Problems, subject: LayoutSubject): boolean {
  const before = problems.all.length;
  checkModel(problems, subject.model);
  checkNumber(problems, "sequenceLength", subject.sequenceLength, {
    min: 1,
    max: 100_000_000,
    whole: true,
    unit: "tokens",
  });
  checkNumber(problems, "globalBatchSequences", subject.globalBatchSequences, {
    min: 1,
    max: 100_000_000,
    whole: true,
    unit: "sequences",
  });
  return problems.all.length === before;
}

function divides(problems: Problems, path: string, what: string, whole: number, part: number): void {
  if (whole % part === 0) return;
  problems.add(
    "conflict",
    path,
    `${path} must divide ${what}, ${whole}, got ${part}; use ${nearestDivisor(whole, part)}`,
  );
}

/** Notes what makes a layout illegal for a model and batch: what doesn't divide, what has no ranks. */
export function checkLayout(problems: Problems, subject: LayoutSubject, layout: ParallelLayout): boolean {
  const before = problems.all.length;
  for (const key of [
    "tensor",
    "pipeline",
    "context",
    "expert",
    "data",
    "virtualStages",
    "microBatchSequences",
  ] as const)
    checkNumber(problems, `layout.${key}`, layout[key], RANKS);
  checkNumber(problems, "layout.zeroStage", layout.zeroStage, { min: 0, max: 3, whole: true });
  if (problems.all.length > before) return false;
  const { model, sequenceLength, globalBatchSequences: batch } = subject;
  const { tensor, pipeline, context, expert, data, virtualStages, microBatchSequences } = layout;
  divides(problems, "layout.tensor", "the attention heads", model.attentionHeads, tensor);
  if (model.kvHeads % tensor !== 0 && tensor % model.kvHeads !== 0)
    divides(problems, "layout.tensor", "the key-value heads", model.kvHeads, tensor);
  divides(problems, "layout.tensor", "the FFN's hidden size", model.ffnHiddenSize, tensor);
  checkNumber(problems, "layout.pipeline x virtualStages", pipeline * virtualStages, {
    max: model.layers + 2,
    min: 1,
    whole: true,
    use: `use at most the ${model.layers} layers`,
  });
  divides(problems, "layout.context", "the sequence length", sequenceLength, context);
  if (batch % data !== 0) divides(problems, "layout.data", "the global batch", batch, data);
  else divides(problems, "layout.microBatchSequences", "a replica's sequences", batch / data, microBatchSequences);
  if (virtualStages > 1 && pipeline === 1)
    problems.add(
      "conflict",
      "layout.virtualStages",
      `layout.virtualStages must be 1 without pipeline stages, got ${virtualStages}; use 1`,
    );
  if (expert > 1 && !model.experts)
    problems.add(
      "conflict",
      "layout.expert",
      `layout.expert must be 1 for a model without experts, got ${expert}; use 1`,
    );
  if (model.experts && expert > 1) {
    divides(problems, "layout.expert", "the number of experts", model.experts.count, expert);
    divides(problems, "layout.expert", "tensor x context x data ranks", tensor * context * data, expert);
  }
  return problems.all.length === before;
}

/** Throws one error with everything that is wrong with a job and its layout. */
export function requireLegal(where: string, subject: LayoutSubject, layout: ParallelLayout): void {
  const problems = new Problems();
  if (checkSubject(problems, subject)) checkLayout(problems, subject, layout);
  problems.throwIfAny(where);
}
