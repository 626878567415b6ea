import { borderlineText, utilizationText } from "../../sizing/parallelism/plan-explanation";
import { GIB } from "../../units/bytes";
import { about, count, counted, duration, durationOfDays, gib, percent, span, usd, watts } from "../../units/quantity";
import type { Figures } from "../figures/figures";
import { doesMoreThanTrain } from "../figures/objective-time";
import type { Prepaid } from "../figures/run-cost";
import type { TrainingFigures } from "../figures/training";
import { purchaseName } from "../purchase-name";
import type { Review } from "../review";
import { joined, spread } from "./headline-notes";
import { serviceLines } from "./headline-services";
import { servingLines } from "./headline-serving";
import type { Headline } from "./headline-type";

/** Energy; kWh below one MWh. */
const energy = (mwh: number) => (mwh < 1 ? `${about(mwh * 1000)} kWh` : `${about(mwh)} MWh`);

/** How a block that is paid ahead compares with the run. */
function blockText({ given, days }: Prepaid, slowDays: number): string {
  if (!given) return ", the shortest block that covers the slow estimate";
  return slowDays > days ? ", the rest of the run on top" : "";
}

/** What is paid; with Capacity Blocks also how much of it is paid ahead and how much the run uses. */
function costOfRun(run: Figures["run"], label: string): Headline[] {
  if (!run?.usd) return [];
  const ahead = run.prepaid && [
    `${usd(run.prepaid.usd)} prepaid for ${counted(run.prepaid.days, "days")}${blockText(run.prepaid, run.days.high)}`,
    `${usd(run.usedUsd!.expected)} used`,
  ];
  const note = [spread(run.usd, usd), ...(ahead ?? [])].filter((text) => text !== "").join("; ");
  return [{ label, value: usd(run.usd.expected), note }];
}

/** Whether a memory fits, and where that is open, what decides. */
function fitNote({ memoryFit }: TrainingFigures): string {
  if (memoryFit === null) return "";
  return memoryFit.verdict === "borderline" ? borderlineText(memoryFit, memoryFit.smaller) : memoryFit.verdict;
}

/** What an engineer who looks at a running job sees instead. */
function shownLine({ memoryShownBytes: shown, openRanges }: TrainingFigures): Headline[] {
  if (shown === null) return [];
  const note = "CUDA context and what PyTorch's allocator keeps; more than the run needs";
  return [
    {
      label: "Shown by nvidia-smi",
      value: span(shown.low, shown.high, gib),
      note: joined(note, openRanges.memoryShown),
    },
  ];
}

function trainingLines({ training, run }: Figures): Headline[] {
  if (training === null) return [];
  if (!training.fits || training.memoryBytes === null || training.stepSeconds === null) {
    const note = training.explanation.slice(0, 2).join("; ");
    return [{ label: "Fit", value: "does not fit", note }];
  }
  const speed = training.tokensPerSecond;
  const { modelFlopsUtilization: used, causalFlopsUtilization: causal, openRanges: open } = training;
  const of = doesMoreThanTrain(training.stepParts) ? " while it trains" : "";
  return [
    {
      label: `Memory per ${training.device}`,
      value: `${count(training.memoryBytes.expected / GIB)} of ${gib(training.memoryLimitBytes)}`,
      note: joined(spread(training.memoryBytes, gib), fitNote(training), open.memory),
    },
    ...shownLine(training),
    {
      label: "Step time",
      value: duration(training.stepSeconds.expected),
      note: joined(spread(training.stepSeconds, duration), open.step),
    },
    ...(speed
      ? [
          {
            label: "Throughput (tokens/s)",
            value: about(speed.expected),
            note:
              used && causal ? `${utilizationText(used, causal)}${of}, ${spread(used, percent)}` : spread(speed, about),
          },
        ]
      : []),
    ...(run
      ? [{ label: "Time to train", value: durationOfDays(run.days.expected), note: spread(run.days, durationOfDays) }]
      : []),
    ...costOfRun(run, "Cost to train"),
    ...(run?.usdPerMillionTokens
      ? [
          {
            label: "Cost per million tokens",
            value: usd(run.usdPerMillionTokens.expected),
            note: spread(run.usdPerMillionTokens, usd),
          },
        ]
      : []),
  ];
}

function batchLines({ batch, run }: Figures): Headline[] {
  if (batch === null) return [];
  const { unit, unitsPerHour, tasks, gpus, memoryBytes, memoryLimitBytes } = batch;
  return [
    {
      label: "Tasks at once",
      value: count(tasks),
      note: `${counted(gpus, "GPUs")}${memoryBytes === null ? "" : `; ${count(memoryBytes / GIB)} of ${gib(memoryLimitBytes)} each`}`,
    },
    {
      label: "Throughput",
      value: `${about(unitsPerHour.expected)} per hour`,
      note: [`unit: ${unit}`, spread(unitsPerHour, about)].filter((text) => text !== "").join("; "),
    },
    ...(run
      ? [
          {
            label: "Time for all tasks",
            value: durationOfDays(run.days.expected),
            note: spread(run.days, durationOfDays),
          },
        ]
      : []),
    ...costOfRun(run, "Cost of all tasks"),
    ...(run?.usdPerUnit
      ? [{ label: `Cost per ${unit}`, value: usd(run.usdPerUnit.expected), note: spread(run.usdPerUnit, usd) }]
      : []),
  ];
}

function reliabilityLines({ reliability }: Figures): Headline[] {
  if (reliability === null) return [];
  const { hoursBetweenFailures: mttf, checkpoint, effectiveTrainingTime: kept } = reliability;
  return [
    {
      label: "Cluster MTBF",
      value: duration(mttf.expected * 3600),
      note: spread(mttf, (h) => duration(h * 3600)),
    },
    {
      label: "Checkpoint overhead",
      value: duration(checkpoint.stallSeconds.expected),
      note: [
        spread(checkpoint.stallSeconds, duration),
        `every ${duration(reliability.intervalSeconds)}`,
        gib(reliability.checkpointBytes.expected),
      ]
        .filter((text) => text !== "")
        .join(", "),
    },
    { label: "Goodput", value: percent(kept.expected), note: spread(kept, percent) },
    {
      label: "Spare nodes",
      value: `${reliability.sparesHad}`,
      note: `needs ${count(reliability.sparesNeeded.expected)}; node replacement takes ${count(reliability.repairHours)} h`,
    },
  ];
}

function costLines({ cost }: Figures): Headline[] {
  if (cost.usdPerHour === 0) return [];
  const parts = cost.unpriced.length;
  const excluded = parts === 0 ? [] : [`excludes ${counted(parts, "items")} without a price or billed by usage`];
  const standIns = [...new Set(cost.parts.flatMap(({ insteadOf }) => insteadOf ?? []))];
  const missing = [...standIns.map((option) => `${purchaseName(option)} nodes at the On-Demand price`), ...excluded];
  return [
    { label: "Hourly cost", value: usd(cost.usdPerHour), note: ["with every node running", ...missing].join("; ") },
    {
      label: "Idle cost per hour",
      value: usd(cost.usdPerHourIdle),
      note: ["with no jobs or requests", ...missing].join("; "),
    },
  ];
}

function powerLines({ power, batch }: Figures): Headline[] {
  if (power === null) return [];
  return [
    {
      label: "Node power",
      value: watts(power.drawWatts.expected),
      note: [spread(power.drawWatts, watts), `${watts(power.nameplateWatts.expected)} nameplate`]
        .filter((text) => text !== "")
        .join(", "),
    },
    ...(power.energyMWh === null
      ? []
      : [
          {
            label: batch === null ? "Energy to train" : "Energy of all tasks",
            value: energy(power.energyMWh.expected),
            note: `${spread(power.energyMWh, energy)}, including cooling`,
          },
        ]),
  ];
}

/** The numbers an architect asks for, in the order of asking. */
export function headlines(review: Review): Headline[] {
  const { figures } = review;
  return [
    ...trainingLines(figures),
    ...servingLines(figures),
    ...batchLines(figures),
    ...serviceLines(figures),
    ...reliabilityLines(figures),
    ...costLines(figures),
    ...powerLines(figures),
  ];
}

/** The run's layout and why it wins, sentence by sentence. */
export function layoutText({ training }: Figures): string[] {
  return training === null ? [] : [...training.explanation];
}

/** A headline in one line: `Step time: 29.3 s (25.4 s to 33.8 s)`. */
export function headlineText({ label, value, note }: Headline): string {
  return `${label}: ${value}${note === "" ? "" : ` (${note})`}`;
}
