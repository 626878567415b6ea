import { accelerator } from "../../lib/catalog/accelerators";
import type { PoolFacts } from "../../lib/review/design";
import { objectiveTime } from "../../lib/review/figures/objective-time";
import { addRanges } from "../../lib/sizing/inputs/range";
import { TRAINING_PRECISIONS } from "../../lib/sizing/memory/model-memory";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import type { ParallelPlan } from "../../lib/sizing/parallelism/parallel-plan";
import { grpoFamily } from "../../lib/sizing/spread/families";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";
import { machines } from "./fine-tuning";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";

/** A run of GRPO: sequences of a step, their mean length, and the training's layout. */
interface GrpoRun {
  readonly model: string;
  /** Whether generation and training take turns on the same GPUs, or run at once on halves of them. */
  readonly policy: "on" | "off";
  readonly meanSequence: number;
  /** Longest sequence that is trained on; answers are cut there. */
  readonly maxSequence: number;
  readonly gpus: number;
  readonly sequencesPerStep: number;
  readonly tensor: number;
  readonly context: number;
  readonly expert: number;
  readonly pipeline: number;
  readonly accelerator: string;
  readonly publishedSeconds: number;
  readonly source: string;
}

/** Ranks divide sequences of a multiple of this. */
const DIVISIBLE = 64;

/** Problems of OpenMathInstruct-2, whose length the page does not give; answers are ten to fifty times as long. */
const PROMPT_TOKENS = 100;

function row(run: GrpoRun): SectionRow {
  const gpu = accelerator(run.accelerator);
  const model = publishedModel(run.model);
  const { tensor, context, expert, pipeline } = run;
  const layout = {
    ...SINGLE_GPU,
    tensor,
    context,
    expert,
    pipeline,
    data: run.gpus / (tensor * context * pipeline),
    sequenceParallel: tensor > 1,
    zeroStage: 1,
  } as const;
  const job = {
    model,
    sequenceLength: Math.round(run.meanSequence / DIVISIBLE) * DIVISIBLE,
    globalBatchSequences: run.sequencesPerStep,
  };
  const step = stepTime(
    {
      ...job,
      precision: "bf16",
      state: TRAINING_PRECISIONS["bf16-adam-fp32-grad"],
      software: TRAINING_SOFTWARE["megatron-core"],
      gpu: gpuSpec(gpu),
      link: machines(run.accelerator).link,
    },
    layout,
  );
  const workload = {
    ...job,
    sequenceLength: run.maxSequence,
    meanSampleTokens: run.meanSequence,
    kind: "fine-tuning",
    method: "full",
    loraRank: null,
    objective: "grpo",
    promptTokens: PROMPT_TOKENS,
    tokens: 1e9,
    deadlineDays: null,
    checkpointMinutes: null,
  } as const;
  const pool = { accelerator: gpu, gpusPerNode: run.accelerator.startsWith("GB") ? 4 : 8 } as PoolFacts;
  const extra = objectiveTime(workload, pool, { layout, step } as ParallelPlan);
  const { low, expected, high } = extra.reduce((sum, { seconds }) => addRanges(sum, seconds), step.seconds);
  return {
    what: `${run.model}, ${run.gpus} ${run.accelerator.split("-")[0]}, ${run.sequencesPerStep} sequences of ${run.meanSequence} tokens`,
    unit: "s/step",
    published: run.publishedSeconds,
    predicted: expected,
    low,
    high,
    set: "held out",
    source: run.source,
    family: grpoFamily(model),
  };
}

const RELEASES = [
  {
    file: "grpo-runs.json",
    title: "GRPO steps in NeMo RL, entered unseen",
    intro:
      "Generation, scoring and training in turn on the same GPUs; ours takes sequences packed and of their mean length, and no refit. The table's rows of one step off, which generate and train at once, are not computed. A step waits for its longest answer (up to 4 times the mean here), which is taken to be as long as the training allows; vLLM's mixtures over several nodes are slow, which is known and left as it is. Reviews call the figure a lower bound. As entered, generation by models that no node holds was missing altogether (97 % short), and was put right.",
  },
  {
    file: "grpo-runs-2.json",
    title: "GRPO steps in NeMo RL 0.6 on H100 and GB200, entered unseen",
    intro: "The same page a year later, computed alike.",
  },
] as const;

/** Step times of GRPO in NeMo RL, entered before any figure of ours was computed. */
export function grpoSections(): ValidationSection[] {
  return RELEASES.map(({ file, title, intro }) => ({
    title,
    intro,
    aim: 0.2,
    rows: publishedRows<GrpoRun[]>(file)
      .filter(({ policy }) => policy === "on")
      .map(row),
  }));
}
