import { accelerator, findAccelerator } from "../../lib/catalog/accelerators";
import { type FitVerdict, memoryFit } from "../../lib/sizing/memory/memory-fit";
import type { TrainingMemory } from "../../lib/sizing/memory/training-memory";
import { publishedSpread } from "../../lib/sizing/spread/published-spread";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { type PublishedRun, predictRun, publishedRuns } from "./training-runs";
import { publishedTunings, tuningFamily, tuningMemory, tuningName } from "./tuning-memory";
import { unseenMemoryRows } from "./unseen-memory";

/** Whether a published configuration fits, as we say and as it was. */
export interface FitRow {
  readonly what: string;
  readonly neededGiB: number;
  readonly highGiB: number;
  readonly limitGiB: number;
  readonly weSay: "fits" | "tight" | "does not fit";
  readonly really: "ran" | "did not fit";
  readonly note?: string;
}

/** Runs whose memory we can't know: recomputation or offloading that the table does not give. */
const UNKNOWN_MEMORY =
  /^(hours|paper-(flash|opt|fsdp)|automodel|internevo-(t.-z0|ckpt)|mb2.*(dsv3|q30|q235)|mb2604-70b-gb200-fsdp|torchtitan-8b|unseen-25.07-llama-3.1-405b|mba.*(deepseek|qwen3|kimi|gpt-oss)|mba-26.02.01-llama-3-70b-GB300.*(mxfp8|nvfp4))/;

function memoryKnown(run: PublishedRun): boolean {
  const offloading = run.id.startsWith("mba") && run.where.endsWith("FSDP");
  return !offloading && !UNKNOWN_MEMORY.test(run.id);
}

function verdict(
  what: string,
  memory: TrainingMemory,
  limitBytes: number,
  really: FitRow["really"],
  note?: string,
): FitRow {
  const gib = 1024 ** 3;
  const weSay = memory.total.expected > limitBytes ? "does not fit" : memory.total.high > limitBytes ? "tight" : "fits";
  return {
    what,
    neededGiB: memory.total.expected / gib,
    highGiB: memory.total.high / gib,
    limitGiB: limitBytes / gib,
    weSay,
    really,
    note,
  };
}

function fitRow(run: PublishedRun, really: FitRow["really"], note?: string): FitRow {
  const { memory, limitBytes } = predictRun(run);
  return verdict(`${run.id}, ${run.gpus} ${run.accelerator}`, memory, limitBytes, really, note);
}

/** Fine-tuning runs, of which some did not fit. */
function tuningRows(): FitRow[] {
  const consistent = publishedTunings().filter(({ set }) => set !== "inconsistent");
  return consistent.map((row) => {
    const really = row.published === null ? "did not fit" : "ran";
    const limit = (row.devices ?? 1) * gpuSpec(accelerator(row.gpu)).memoryBytes;
    return verdict(`${tuningName(row)}, ${row.gpu}`, tuningMemory(row), limit, really, row.source);
  });
}

/** Published runs, which all fitted, and configurations that their authors say did not. */
export function fitRows(): FitRow[] {
  const runs = publishedRuns();
  const ran = runs.filter(memoryKnown).map((run) => fitRow(run, "ran"));
  const find = (id: string) => runs.find((run) => run.id === id)!;
  const without = (id: string): PublishedRun => {
    const run = find(id);
    const layout = { ...run.layout, recompute: "none" as const, sequenceParallel: false };
    return { ...run, id: `${id} without recomputation or sequence parallelism`, layout };
  };
  const paper = "Korthikanti et al., figure 1: the tensor-parallel baseline exceeds the 80 GB of an A100";
  return [
    ...ran,
    ...tuningRows(),
    ...["22b", "175b", "530b", "1t"].map((size) =>
      fitRow(without(`korthikanti-5-present-megatron-${size}`), "did not fit", paper),
    ),
  ];
}

/** What became of the runs entered unseen, and what we say with the range of their family. */
export function unseenFits(): readonly {
  readonly what: string;
  readonly ran: boolean;
  readonly verdict: FitVerdict;
}[] {
  return unseenMemoryRows()
    .filter(({ gpu }) => findAccelerator(gpu) !== undefined)
    .map((row) => {
      const limit = gpuSpec(accelerator(row.gpu)).memoryBytes;
      const { verdict } = memoryFit(tuningMemory(row), limit, publishedSpread(tuningFamily(row)));
      return { what: tuningName(row), ran: row.published !== null, verdict };
    });
}

/** How many of them we call what, by what became of them. */
function unseenFitMarkdown(): string {
  const rows = unseenFits();
  const counted = (ran: boolean) => {
    const of = rows.filter((row) => row.ran === ran);
    const say = (verdict: FitVerdict) => of.filter((row) => row.verdict === verdict).length;
    return `| ${ran ? "ran" : "out of memory"} | ${of.length} | ${say("fits")} | ${say("borderline")} | ${say("does not fit")} |`;
  };
  return [
    "## Fit or no fit, entered unseen",
    "Runs of fms-acceleration, ms-swift's scripts and the recipes above, of which some ended out of memory, by the range of their family: borderline where the GPU's memory lies within it.",
    [
      "| published | runs | we say: fits | borderline | does not fit |",
      "|---|--:|--:|--:|--:|",
      counted(true),
      counted(false),
    ].join("\n"),
  ].join("\n\n");
}

/** The table as Markdown, with how often we were right. */
export function fitMarkdown(): string {
  const rows = fitRows();
  const right = rows.filter((row) => (row.weSay === "does not fit") === (row.really === "did not fit")).length;
  const shown = rows.filter((row) => row.weSay !== "fits" || row.really !== "ran");
  const lines = shown.map(
    (row) =>
      `| ${row.what} | ${row.neededGiB.toFixed(0)} (up to ${row.highGiB.toFixed(0)}) | ${row.limitGiB.toFixed(0)} | ${row.weSay} | ${row.really} |`,
  );
  return [
    "## Fit or no fit",
    `Memory that we predict for published configurations against what became of them: right for ${right} of ${rows.length}. Listed are those that did not fit and those that by our figures are tight (fit by the expected figure, not by the upper end) or do not fit; the other ${rows.length - shown.length} ran and fit. Left out are mixtures of experts, whose tables do not say what is recomputed, and runs that keep activations in host memory. The configurations that did not fit are the baselines of Korthikanti et al. (figure 1) and those of LitGPT's tables.`,
    ["| run | needed, GiB | GPU, GiB | we say | really |", "|---|---:|---:|---|---|", ...lines].join("\n"),
    unseenFitMarkdown(),
  ].join("\n\n");
}
