import { DEFAULT_PRECISION, type TrainingWork, trains } from "../model/workload";
import { type Optimizer, optimizer } from "../sizing/memory/optimizer-state";
import { trainingFramework } from "../sizing/time/training-framework";
import { byText } from "../units/by-text";
import { dayOf } from "../units/day-of";
import { count, counted, gib, rangeOf } from "../units/quantity";
import { factsOf } from "./clouds/list";
import type { Design } from "./design";
import type { CostPart } from "./figures/cost-part";
import type { Figures } from "./figures/figures";
import { sitePue } from "./figures/power";
import { daysText } from "./figures/price-days";
import { replicaSize, type ServingFigures } from "./figures/serving/serving";
import { fullState } from "./figures/training-request";

/** Something that the figures rest on and the design does not say. */
export interface Assumption {
  readonly text: string;
  readonly source: string;
}

/** Where the prices of a design come from. */
const priceList = (design: Design): string => factsOf(design)?.priceList ?? "the catalog";

/** Prices that were in force longer ago than this when they were last checked may have changed: Capacity Blocks do each quarter. */
const OLD_PRICE_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;
const MOST_NAMES = 5;

/** The names of the dearest parts, and how many more there are. */
function dearest(parts: readonly CostPart[], nameOf: (part: CostPart) => string): string {
  const names = [...parts]
    .sort((a, b) => (b.usdPerHour ?? 0) - (a.usdPerHour ?? 0) || byText(a.name, b.name))
    .map(nameOf);
  const more = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

/** Prices of another region, by name. */
function borrowedPrices(design: Design, { cost }: Figures): Assumption[] {
  const { region } = design.cluster;
  const borrowed = cost.parts.filter(({ priceRegion }) => cost.borrowedFrom.includes(priceRegion ?? ""));
  if (borrowed.length === 0) return [];
  const from = cost.borrowedFrom.join(", ");
  const names = dearest(borrowed, ({ name }) => name);
  const text = `${from} prices for items without a price in ${region}, where they may cost a quarter more: ${names}`;
  return [{ text, source: priceList(design) }];
}

/** Nodes that are counted at another price than that of how they are bought. */
function standInPrices(design: Design, { cost }: Figures): Assumption[] {
  const parts = cost.parts.filter(({ insteadOf }) => insteadOf !== undefined);
  if (parts.length === 0) return [];
  const names = dearest(parts, ({ name }) => name);
  const text = `On-Demand prices for nodes without a price of how they are bought: ${names}; give your rate as usdPerHour of the capacity source`;
  return [{ text, source: priceList(design) }];
}

function oldPrices(design: Design, { cost }: Figures): Assumption[] {
  const days = cost.parts.flatMap(({ checkedOn }) => checkedOn ?? []).sort();
  const lastCheck = dayOf(days.at(-1) ?? "");
  const age = (day: string | null) => (day === null ? 0 : (lastCheck - dayOf(day)) / DAY_MILLISECONDS);
  const old = cost.parts.filter(({ pricedOn }) => age(pricedOn) > OLD_PRICE_DAYS);
  if (old.length === 0) return [];
  const names = dearest(old, ({ name, pricedOn }) => `${name}, ${pricedOn}`);
  const text = `prices more than ${OLD_PRICE_DAYS} days older than the newest check (${days.at(-1)}): ${names}; ${factsOf(design)?.refreshesPrices ? "read current ones with warpform prices refresh" : "verify them in the price list"}`;
  return [{ text, source: priceList(design) }];
}

function costAssumptions(design: Design, figures: Figures): Assumption[] {
  const { cost } = figures;
  if (cost.pricedOn === null) return [];
  const when = daysText(cost.pricedOn);
  const missing = cost.unpriced.length > 0 ? `; unpriced and excluded: ${cost.unpriced.join(", ")}` : "";
  const traffic = cost.parts.some((part) => part.metered) ? "other traffic" : "traffic";
  const contents = cost.parts.some((part) => part.contents) ? "other data in buckets" : "data in buckets";
  return [
    {
      text: `list prices of ${when}, before discounts and taxes; excludes ${traffic} and ${contents}${missing}`,
      source: priceList(design),
    },
    ...standInPrices(design, figures),
    ...borrowedPrices(design, figures),
    ...oldPrices(design, figures),
  ];
}

/** The frozen copy that DPO and GRPO compare with, in words. */
function referenceText(run: TrainingWork | null): string {
  const compared = run?.kind === "fine-tuning" && (run.objective ?? "sft") !== "sft";
  return compared ? ", besides a frozen reference model in BF16" : "";
}

/** A chosen optimizer in words; empty for AdamW. */
function optimizerText(chosen: Optimizer | null): string {
  if (chosen === null) return "";
  const paged = chosen.paged ? "; its state moves to host memory where the GPU's runs out, which no figure counts" : "";
  return `, with ${chosen.title}, whose step is counted as AdamW's${paged}`;
}

/** What is trained and kept, in words. */
function stateText({ workload }: Design): string {
  const run = trains(workload) ? workload : null;
  const named = run?.framework === undefined ? null : trainingFramework(run.framework);
  const chosen = optimizerText(run?.optimizer === undefined ? null : optimizer(run.optimizer));
  if (workload?.kind === "fine-tuning" && workload.method !== "full") {
    const usual = workload.method === "lora" ? "a Megatron-Core-like stack" : "plain PyTorch with PEFT";
    const frozen = `${workload.method === "lora" ? "BF16" : "NF4"} on ${named?.title ?? usual}`;
    return `LoRA adapters of rank ${workload.loraRank ?? "16"} on all linear layers; frozen base weights in ${frozen}${chosen}`;
  }
  const format = (run?.precision ?? DEFAULT_PRECISION).toUpperCase();
  if (run === null || (named === null && run.optimizer === undefined)) {
    return `training in ${format} with FP32 gradients, master weights and Adam (18 bytes per parameter) on a Megatron-Core-like stack${referenceText(run)}`;
  }
  const { weightBytes, gradientBytes, masterBytes, optimizerBytes } = fullState(run);
  const bytes = count(weightBytes + gradientBytes + masterBytes + optimizerBytes);
  const stack = named?.title ?? "a Megatron-Core-like stack";
  return `training in ${format} with ${bytes} bytes per parameter of weights, gradients and optimizer on ${stack}${chosen}${referenceText(run)}`;
}

/** Where the rate of Spot interruptions is from. */
const interruptionsFrom = ({ workPool }: Design): string =>
  workPool?.pool.capacity.some(({ interruptionsPerHour }) => interruptionsPerHour !== undefined)
    ? "as the pool gives them"
    : "20 % of Spot nodes per month";

function trainingAssumptions(design: Design, { training, reliability, data }: Figures): Assumption[] {
  if (training === null) return [];
  const always = [
    {
      text: `${stateText(design)}; throughput from calibrated kernel and link efficiencies; the range is at least as wide as published runs of the same kind differ from such estimates`,
      source: "https://arxiv.org/abs/2104.04473 https://arxiv.org/abs/2106.09685",
    },
  ];
  if (reliability === null) return always;
  const { perNodeDay, records } = { perNodeDay: reliability.failuresPerNodeDay, records: reliability.failureRecords };
  return [
    ...always,
    {
      text: `${rangeOf({ low: perNodeDay.low * 1000, expected: perNodeDay.expected * 1000, high: perNodeDay.high * 1000 }, count)} failures per 1,000 node-days, as published for ${records.join(", ")}; failures detected within 1–15 min; failed nodes replaced after ${count(reliability.repairHours)} h`,
      source: "https://arxiv.org/abs/2407.21783 https://arxiv.org/abs/2410.21680",
    },
    ...(reliability.interruptionsPerNodeDay === 0
      ? []
      : [
          {
            text: `${count(1000 * reliability.interruptionsPerNodeDay)} Spot interruptions per 1,000 node-days of the run (${interruptionsFrom(design)}); each undoes the work since the last checkpoint on every node, and a new node is available immediately`,
            source: "https://aws.amazon.com/ec2/spot/instance-advisor/",
          },
        ]),
    {
      text: `synchronous checkpoints of ${gib(reliability.checkpointBytes.expected)} without gradients, written by all nodes to ${reliability.store}${reliability.intervalGiven ? "" : " at Daly's interval"}`,
      source: "https://doi.org/10.1016/j.future.2004.11.016",
    },
    ...(data === null
      ? []
      : [{ text: `${count(data.datasetBytes / 1e9)} GB of dataset, read once`, source: "the workload" }]),
  ];
}

function batchAssumptions({ batch }: Figures): Assumption[] {
  if (batch === null) return [];
  const independent =
    "tasks are independent: twice the GPUs make twice the units; excludes start-up, the wait for the last task and tasks repeated after a failure";
  return [
    batch.rate.measured
      ? { text: `rate per GPU as measured by you on this GPU type; ${independent}`, source: "the workload" }
      : { text: `rate per GPU as published (${batch.rate.work}); ${independent}`, source: batch.rate.source },
  ];
}

/** Whose choice the replicas are, and what the library would choose instead. */
function replicasText(serving: ServingFigures): string {
  const size = `replicas of ${replicaSize(serving)}`;
  if (serving.deployed === null)
    return serving.gpuShare === null
      ? `${size}, the size that needs the fewest ${serving.device}s`
      : `${size}, all busy`;
  const own = serving.alternative;
  const instead = own
    ? `; recommended: ${count(own.replicasNeeded.expected)} replicas of ${counted(own.gpusPerReplica, `${serving.device}s`)}`
    : "";
  return `${size}, as declared for ${serving.deployed}${instead}`;
}

function servingAssumptions({ serving }: Figures): Assumption[] {
  if (serving === null) return [];
  return [
    {
      text: `Poisson arrivals of requests of average length; ${replicasText(serving)}; 90 % of ${serving.device} memory for the engine; no prefix caching; TTFT includes 15–48 ms for HTTP, tokenization and scheduling, but not the network; rates are those of tuned engines: with default options, published runs of vLLM and SGLang reach a third to all of them`,
      source: "https://arxiv.org/abs/2211.05102",
    },
    {
      text: "cold start pulls a 10 GB container image and loads the weights from storage",
      source: "https://docs.aws.amazon.com/AmazonECR/latest/userguide/service-quotas.html",
    },
  ];
}

function powerAssumptions({ power }: Figures, design: Design): Assumption[] {
  if (power === null) return [];
  const pue = sitePue(design);
  const basis =
    power.references.length > 0 ? `as published for ${power.references.join(", ")}` : "estimated from the GPUs' TDP";
  return [
    {
      text: `nameplate node power ${basis}, at 60–85 % load; PUE of ${pue.value}`,
      source: pue.source,
    },
  ];
}

/** What the review's figures rest on, for the reader to check against what he knows better. */
export function assumptionsOf(design: Design, figures: Figures): Assumption[] {
  const efa = design.cluster.fabrics.some((f) => f.kind === "efa");
  return [
    ...trainingAssumptions(design, figures),
    ...servingAssumptions(figures),
    ...batchAssumptions(figures),
    ...costAssumptions(design, figures),
    ...powerAssumptions(figures, design),
    ...(efa
      ? [
          {
            text: "AWS does not offer InfiniBand: the fabric is EFA, at the bandwidth measured with nccl-tests",
            source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
          },
        ]
      : []),
  ];
}
