import { count, counted, gib, rangeOf } from "../units/quantity";
import type { Design } from "./design";
import type { Figures } from "./figures/figures";
import { replicaSize, type ServingFigures } from "./figures/serving";

/** Something that the figures rest on and the design does not say. */
export interface Assumption {
  readonly text: string;
  readonly source: string;
}

const ON_DEMAND = "https://aws.amazon.com/ec2/pricing/on-demand/";

function costAssumptions({ cost }: Figures): Assumption[] {
  if (cost.pricedOn === null) return [];
  const { oldest, newest } = cost.pricedOn;
  const when = oldest === newest ? oldest : `${oldest} to ${newest}`;
  const missing = cost.unpriced.length > 0 ? `; unpriced and excluded: ${cost.unpriced.join(", ")}` : "";
  const traffic = cost.parts.some((part) => part.metered) ? "other traffic" : "traffic";
  const contents = cost.parts.some(({ name }) => name.includes(" in S3")) ? "other data in buckets" : "data in buckets";
  return [
    {
      text: `list prices of ${when}, before discounts and taxes; excludes ${traffic} and ${contents}${missing}`,
      source: ON_DEMAND,
    },
  ];
}

/** What is trained and kept, in words. */
function stateText({ workload }: Design): string {
  if (workload?.kind === "fine-tuning" && workload.method !== "full") {
    const frozen = workload.method === "lora" ? "BF16 on a Megatron-Core-like stack" : "NF4 on plain PyTorch with PEFT";
    return `LoRA adapters of rank ${workload.loraRank ?? "16"} on all linear layers; frozen base weights in ${frozen}`;
  }
  return "training in BF16 with FP32 gradients, master weights and Adam (18 bytes per parameter) on a Megatron-Core-like stack";
}

function trainingAssumptions(design: Design, { training, reliability, data }: Figures): Assumption[] {
  if (training === null) return [];
  const always = [
    {
      text: `${stateText(design)}; throughput from calibrated kernel and link efficiencies, whose spread gives the range`,
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
    {
      text: `synchronous checkpoints of ${gib(reliability.checkpointBytes.expected)} without gradients, written by all nodes to ${reliability.store}${reliability.intervalGiven ? "" : " at Daly's interval"}`,
      source: "https://doi.org/10.1016/j.future.2004.11.016",
    },
    ...(data === null
      ? []
      : [{ text: `${count(data.datasetBytes / 1e9)} GB of dataset, read once`, source: "the workload" }]),
  ];
}

/** Whose choice the replicas are, and what the library would choose instead. */
function replicasText(serving: ServingFigures): string {
  const size = `replicas of ${replicaSize(serving)}`;
  if (serving.deployed === null)
    return serving.gpuShare === null ? `${size}, the size that needs the fewest GPUs` : `${size}, all busy`;
  const own = serving.alternative;
  const instead = own
    ? `; recommended: ${count(own.replicasNeeded.expected)} replicas of ${counted(own.gpusPerReplica, "GPUs")}`
    : "";
  return `${size}, as declared for ${serving.deployed}${instead}`;
}

function servingAssumptions({ serving }: Figures): Assumption[] {
  if (serving === null) return [];
  return [
    {
      text: `Poisson arrivals of requests of average length; ${replicasText(serving)}; 90 % of GPU memory for the engine; no prefix caching`,
      source: "https://arxiv.org/abs/2211.05102",
    },
    {
      text: "cold start pulls a 10 GB container image and loads the weights from storage",
      source: "https://docs.aws.amazon.com/AmazonECR/latest/userguide/service-quotas.html",
    },
  ];
}

function powerAssumptions({ power }: Figures): Assumption[] {
  if (power === null) return [];
  const basis =
    power.references.length > 0 ? `as published for ${power.references.join(", ")}` : "estimated from the GPUs' TDP";
  return [
    {
      text: `nameplate node power ${basis}, at 60–85 % load; PUE of 1.15`,
      source: "https://sustainability.aboutamazon.com/products-services/aws-cloud",
    },
  ];
}

/** What the review's figures rest on, for the reader to check against what he knows better. */
export function assumptionsOf(design: Design, figures: Figures): Assumption[] {
  const efa = design.cluster.fabrics.some((f) => f.kind === "efa");
  return [
    ...trainingAssumptions(design, figures),
    ...servingAssumptions(figures),
    ...costAssumptions(figures),
    ...powerAssumptions(figures),
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
