import type { Fault } from "../../kubernetes/found-faults/faults";

const RULES = "test/review/rules";
const FIGURES = "test/review/figures";
const DEPLOYED = `${FIGURES}/deployed-serving.test.ts`;
const SERVING = `${FIGURES}/serving/serving.test.ts`;
const TRAINING = `${FIGURES}/training.test.ts`;
const PURCHASES = `${FIGURES}/purchases.test.ts`;
const MARGINAL = `${FIGURES}/marginal.test.ts`;
const MONEY = "test/cli/money.slow.test.ts";

/** What was deployed and what was judged. */
const DEPLOYMENT: readonly Fault[] = [
  {
    id: "REVIEW-DECLARED-SERVING",
    was: "a declared service was sized as the library would have built it",
    tests: {
      [DEPLOYED]: [
        "are of the declared tensor parallelism, with the library's choice as the alternative",
        "count no more replicas than are declared, whatever the nodes hold",
        "make too few declared replicas an error with the number that is missing",
      ],
      [`${RULES}/inference/requests-above-max-length.ts`]: ["100,000-token prompts"],
      [`${RULES}/inference/served-model-differs.ts`]: ["70B deployed for a workload of 8B"],
    },
  },
  {
    id: "REVIEW-SEQUENCE",
    was: "prompts and training sequences above the model's own longest were ready",
    tests: {
      [`${RULES}/fit/sequence-above-model.ts`]: [
        "training on twice the sequence",
        "30,000-token prompts of a model of 8,192",
      ],
    },
  },
  {
    id: "REVIEW-REGION",
    was: "types, zones and Regions that sell nothing of the kind were ready at another Region's price",
    tests: {
      [`${RULES}/capacity/instance-type-not-in-region.ts`]: ["p5 in Paris", "a misspelt region"],
      "test/architectures/sizing/rank-designs.slow.test.ts": [
        "leaves out types that the region does not sell, and refuses one that is asked for there",
      ],
    },
  },
  {
    id: "REVIEW-SILENT-FIGURES",
    was: "figures that could not be computed vanished from the report",
    tests: {
      [`${RULES}/fit/figure-not-computable.ts`]: ["checkpoints on a file system of unknown throughput"],
    },
  },
  {
    id: "REVIEW-TWO-VALUES",
    was: "two findings of one report proposed two values for one key",
    tests: {
      "test/review/one-value-per-key.slow.test.ts": [
        "never propose two values for one key: %s",
        "give one interval where checkpoints are both too frequent and slower than their interval",
      ],
    },
  },
  {
    id: "REVIEW-OTHER-LAYOUT",
    was: "the page explained another layout than the one that its figures were of",
    tests: { [TRAINING]: ["explains the layout that its figures are of, where that is not the fastest"] },
  },
  {
    id: "REVIEW-FP8",
    was: "training in FP8 could not be described",
    tests: {
      [TRAINING]: ["takes FP8 at its rate: well over a tenth faster than BF16 on H100, and less than twice as fast"],
    },
  },
  {
    id: "REVIEW-OWN-LAYOUT",
    was: "neither an own model nor an own layout could be described",
    tests: {
      "test/catalog/model-config.test.ts": ["reads a file, and names one that is not there"],
      [TRAINING]: ["judges the layout that is declared, and names the library's own as an alternative"],
      [`${RULES}/fit/parallelism-slow.ts`]: ["tensor parallelism across two nodes"],
    },
  },
];

/** Money, and the questions of who pays. */
const MONEY_FAULTS: readonly Fault[] = [
  {
    id: "REVIEW-BLOCK-MONEY",
    was: "Capacity Blocks cost the hours used, and two blocks in a row were nodes of the same hour",
    tests: {
      [MONEY]: ["a block by its dates", "two blocks in a row", "a block without dates, in days"],
      [`${FIGURES}/hand-calculation.test.ts`]: [
        "of 16 nodes in two weeks, one after the other: 14 days x 18,339.84, as of one block of 14 days",
      ],
    },
    plant: ["lib/review/block-dates.ts", "nodes.max - (all - most)", "nodes.max"],
  },
  {
    id: "REVIEW-SMALLER-BLOCK",
    was: "a run kept the speed of its largest Capacity Block when a smaller one followed",
    tests: {
      [`${FIGURES}/hand-calculation.test.ts`]: [
        "of 16 nodes for a week and 8 for two more: from the second week on the run is as fast as 8 nodes are",
      ],
    },
    plant: ["lib/review/days-in-blocks.ts", "if (full === 0) return days;", "if (full >= 0) return days;"],
  },
  {
    id: "REVIEW-SPOT-RATE",
    was: "a Spot rate of one's own could be given to plan alone",
    tests: {
      [MONEY]: [
        "Spot at a rate of one's own: 4 x 55.04 + 12 x 21.5 = 478.16 USD per hour, 36 interruptions per 1,000 node-days",
      ],
    },
  },
  {
    id: "REVIEW-SPOT-MONEY",
    was: "review and plan named different days and dollars for a run on Spot",
    tests: { [MONEY]: ["Spot: 352 USD per hour for the days that interruptions make of the work"] },
    plant: [
      "lib/review/figures/reliability.ts",
      "interruptions ?? interruptionsOf(p, training.nodes)",
      "interruptions ?? 0",
    ],
  },
  {
    id: "REVIEW-IDLE",
    was: "idle GPUs were ready, at a price per million tokens of a load that nobody stated",
    tests: {
      [`${RULES}/cost/gpus-idle-at-load.ts`]: ["sixteen nodes for a request per second"],
      [`${RULES}/cost/run-short-for-cluster.ts`]: ["a LoRA run of under a minute on sixteen nodes"],
      [`${FIGURES}/serving/cheaper-nodes.test.ts`]: [
        "finds a type of the same vendor of which two nodes carry a rare request, at its list price",
      ],
    },
  },
  {
    id: "REVIEW-API",
    was: "nothing said whether a managed API costs less than the cluster",
    tests: {
      [SERVING]: ["takes the cheapest service, and says from which load on the cluster costs less"],
      [`${FIGURES}/services/fine-tuning-service.test.ts`]: ["answers in one line of the report"],
    },
  },
  {
    id: "REVIEW-OWNED",
    was: "the cost of owned nodes was a function that no report called",
    tests: {
      [PURCHASES]: ["compares owned nodes as quoted with rented ones, by the hour that exists"],
      [MONEY]: ["On-Demand, Savings Plans and owned nodes: the hour, the term and the year"],
    },
  },
  {
    id: "REVIEW-MARGINAL",
    was: "nothing said what more GPUs or better use of them would buy",
    tests: { [MARGINAL]: ["has the time and the cost that a design of twice the nodes has"] },
  },
  {
    id: "REVIEW-UNPRICED",
    was: "what EKS designs build was neither priced nor in the quotas",
    tests: {
      [`${FIGURES}/bill.test.ts`]: [
        "counts the system nodes of EKS, with nodes up and without, and in the quotas",
        "names every item of the price list, or says why not",
      ],
    },
  },
];

/** Predictions far from publications: what is still so is a line with its rows. */
const ACCURACY: readonly Fault[] = [
  {
    id: "REVIEW-MOE-SERVING",
    was: "mixtures of experts on Hopper were served too fast",
    limit: "Serving estimates for mixture-of-experts models are a rough guide",
  },
  {
    id: "REVIEW-MOE-TRAINING",
    was: "mixtures of experts trained too fast on B300",
    limit: "mixture-of-experts models sped up by as much as 2x from one framework release to the next",
  },
  {
    id: "REVIEW-LORA",
    was: "LoRA of 70B above eight GPUs was too fast",
    limit: "LoRA steps of one microbatch with context parallelism take up to a third longer",
  },
  {
    id: "REVIEW-DEFAULTS",
    was: "services with default options over HTTP were slower than predicted",
    limit: "Serving rates are those of tuned engines.",
  },
  {
    id: "REVIEW-MI300X",
    was: "serving on MI300X was predicted too fast",
    tests: {
      "test/sizing/serving/serving-rate.test.ts": ["is within 16 % of every throughput on MI300X that was held out"],
    },
  },
  {
    id: "REVIEW-BATCH-1",
    was: "one request on A100 took twice the predicted time",
    tests: {
      "test/sizing/serving/serving-rate.test.ts": [
        "gets one answer from Llama 2 70B on eight A100 within 10 % (gpt-fast: 62.5 tokens/s)",
      ],
    },
  },
  {
    id: "REVIEW-FIRST-TOKEN",
    was: "the time to the first token left out the server around the engine",
    tests: {
      "test/sizing/serving/replicas.test.ts": ["adds the server around the engine to the first token"],
      "test/sizing/serving/serving-rate.test.ts": [
        "is within 13 % of the time to first token of one request at the median of 48 rows on four GPUs",
      ],
    },
  },
  {
    id: "REVIEW-QLORA-MEMORY",
    was: "memory of QLoRA was predicted 11 to 18 % too low",
    tests: {
      "test/sizing/memory/training-memory.test.ts": [
        "fits QLoRA of 65 billion parameters on one GPU of 48 GB, as its paper shows",
      ],
      "test/sizing/memory/measured-runs.test.ts": ["%s: as measured on a GPU, within 6 %%"],
    },
  },
  {
    id: "REVIEW-BORDERLINE",
    was: "fit or no fit was said plainly where it was borderline, and wrongly",
    tests: {
      "test/sizing/memory/training-memory.test.ts": [
        "calls borderline what is: QLoRA of 33 billion parameters on 24 GiB, and ZeRO 3 of 530 billion on 560 GPUs of 80 GiB",
      ],
      [`${RULES}/fit/memory-headroom-thin.ts`]: ["70B on two p5 nodes"],
    },
  },
  {
    id: "REVIEW-RACKS",
    was: "all-reduce over 20 racks of GB200 was predicted 1.9 to 3.3 times too fast, outside the range",
    tests: {
      "test/sizing/fabric/collectives.test.ts": [
        "states a range between NVL72 racks that holds 1.9 to 3.3 times the expected time, and within one that is narrow",
      ],
    },
    limit: "Collectives between NVL72 racks have a range of up to 3.3 times the expected time",
    plant: ["lib/sizing/fabric/collectives.ts", "above: 2.3", "above: 0.35"],
  },
  {
    id: "REVIEW-A3-MEGA",
    was: "all-gather of A3 Mega was predicted a third too slow, as TCP through the kernel",
    tests: {
      "test/sizing/fabric/collectives.test.ts": [
        "takes GPUDirect-TCPXO of A3 Mega for RoCE: within 10 % of a log of 1 to 8 GiB",
      ],
    },
    limit: "GPUDirect-TCPXO of Google's A3 Mega is a fabric of `kind: roce`",
  },
  {
    id: "REVIEW-NODE-POWER",
    was: "a node was said to draw 7.75 kW where 7.15 were measured",
    tests: {
      "test/sizing/cost/power.test.ts": [
        "holds a mean of 6.95 kW in MLPerf's LoRA run and the highest draw of 8.4 kW in its range",
      ],
    },
    limit: "A node of eight H100 draws 6.1 to 8.7 kW in training by the estimate",
  },
  {
    id: "REVIEW-CONTRADICTION",
    was: "a published row that contradicts itself was read as another one",
    tests: { "scripts/validation/memory.ts": ["Published figures that contradict themselves"] },
  },
  {
    id: "REVIEW-EFA",
    was: "the finding on EFA contradicted the step times beside it",
    tests: { [`${RULES}/fabric/efa-missing.ts`]: ["training on p5 nodes without one"] },
  },
];

/** Faults of the design review that users met. Flaws of designs and their rules are in docs/flaws.md. */
export const FAULTS: readonly Fault[] = [...DEPLOYMENT, ...MONEY_FAULTS, ...ACCURACY];
