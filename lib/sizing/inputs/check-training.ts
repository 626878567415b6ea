import { Problems } from "../../errors";
import type { ModelArchitecture } from "../../model/model";
import { expertTensorOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { BATCH, LAYOUT, SEQUENCE } from "./check-inputs";
import { checkModel, nearestDivisor } from "./check-model";
import { checkNumber } from "./check-number";
import { type Check, members } from "./check-shape";
import { unsizedTraining } from "./unsized-training";

/** What a layout is checked against. */
export interface LayoutSubject {
  readonly model: ModelArchitecture;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
}

const NUMBERS = members({ sequenceLength: SEQUENCE, globalBatchSequences: BATCH });

/** Notes what is wrong with a job's own numbers. */
export function checkSubject(problems: Problems, subject: LayoutSubject): boolean {
  if (!NUMBERS(problems, "", subject)) {
    if (subject) checkModel(problems, subject.model);
    return false;
  }
  if (!checkModel(problems, subject.model)) return false;
  const unsized = unsizedTraining(subject.model, false);
  if (unsized === null) return true;
  problems.add("not-allowed", "model", `model: ${unsized.reason}; ${unsized.fix}`);
  return false;
}

function divides(problems: Problems, path: string, what: string, whole: number, part: number): void {
  if (whole % part === 0) return;
  problems.add(
    "conflict",
    path,
    `${path} must divide ${what}, ${whole}, got ${part}; use ${nearestDivisor(whole, part)}`,
  );
}

function checkOffloadedActivations(problems: Problems, layout: ParallelLayout, at: string): void {
  if (!layout.offloadActivations) return;
  const path = `${at}.offloadActivations`;
  if (layout.recompute !== "full")
    problems.add(
      "conflict",
      path,
      `${path} must be false with recompute "${layout.recompute}", got true; use recompute "full", which leaves the inputs of layers to offload`,
    );
  if (layout.pipeline > 1)
    problems.add(
      "conflict",
      path,
      `${path} must be false with ${layout.pipeline} pipeline stages, got true; use pipeline 1, or context parallelism for long sequences`,
    );
}

/** Notes what makes a layout illegal for a model and batch: what doesn't divide, what has no ranks; `at` is the path of its keys. */
export function checkLayout(
  problems: Problems,
  subject: LayoutSubject,
  layout: ParallelLayout,
  at = "layout",
): boolean {
  if (!LAYOUT(problems, at, layout)) return false;
  const before = problems.all.length;
  const { model, sequenceLength, globalBatchSequences: batch } = subject;
  const { tensor, pipeline, context, expert, data, virtualStages, microBatchSequences } = layout;
  divides(problems, `${at}.tensor`, "the attention heads", model.attentionHeads, tensor);
  if (model.kvHeads % tensor !== 0 && tensor % model.kvHeads !== 0)
    divides(problems, `${at}.tensor`, "the key-value heads", model.kvHeads, tensor);
  divides(problems, `${at}.tensor`, "the FFN's hidden size", model.ffnHiddenSize, tensor);
  checkNumber(problems, `${at}.pipeline x virtualStages`, pipeline * virtualStages, {
    max: model.layers + 2,
    min: 1,
    whole: true,
    use: `use at most the ${model.layers} layers`,
  });
  divides(problems, `${at}.context`, "the sequence length", sequenceLength, context);
  if (batch % data !== 0) divides(problems, `${at}.data`, "the global batch", batch, data);
  else divides(problems, `${at}.microBatchSequences`, "a replica's sequences", batch / data, microBatchSequences);
  if (virtualStages > 1 && pipeline === 1)
    problems.add(
      "conflict",
      `${at}.virtualStages`,
      `${at}.virtualStages must be 1 without pipeline stages, got ${virtualStages}; use 1`,
    );
  const { offload = "none", zeroStage } = layout;
  const leastStage = { none: 0, optimizer: 1, "optimizer-and-weights": 3 }[offload];
  if (zeroStage < leastStage)
    problems.add(
      "conflict",
      `${at}.zeroStage`,
      `${at}.zeroStage must be ${leastStage === 3 ? "3" : "1 or more"} with offload "${offload}", got ${zeroStage}; use ${leastStage}`,
    );
  if (offload === "optimizer-and-weights" && tensor * pipeline > 1)
    problems.add(
      "conflict",
      `${at}.offload`,
      `${at}.offload must be "none" or "optimizer" with tensor or pipeline parallelism, got "${offload}"; use ZeRO 3 over more GPUs, or data parallelism alone`,
    );
  checkOffloadedActivations(problems, layout, at);
  if (expert > 1 && !model.experts)
    problems.add(
      "conflict",
      `${at}.expert`,
      `${at}.expert must be 1 for a model without experts, got ${expert}; use 1`,
    );
  if ((layout.expertTensor ?? 1) > 1 && !model.experts)
    problems.add(
      "conflict",
      `${at}.expertTensor`,
      `${at}.expertTensor must be 1 for a model without experts, got ${layout.expertTensor}; use 1`,
    );
  if (model.experts) {
    const shared = expertTensorOf(layout);
    const ranks = tensor * context * data;
    const given = layout.expertTensor === undefined ? `${at}.tensor` : `${at}.expertTensor`;
    divides(problems, given, "an expert's hidden size", model.experts.ffnHiddenSize, shared);
    if (expert > 1) {
      divides(problems, `${at}.expert`, "the number of experts", model.experts.count, expert);
      divides(problems, `${at}.expert`, "tensor x context x data ranks", ranks, expert);
    }
    if (ranks % expert === 0)
      divides(problems, given, "tensor x context x data / expert ranks", ranks / expert, shared);
  }
  return problems.all.length === before;
}

/** Throws one error with everything that is wrong with a job, its further members, and its layout. */
export function requireLegal(
  where: string,
  subject: LayoutSubject,
  layout: ParallelLayout,
  further: Check = members({}),
): void {
  const problems = new Problems();
  further(problems, "", subject);
  if (checkSubject(problems, subject)) checkLayout(problems, subject, layout);
  problems.throwIfAny(where);
}
