import { failureRecord, failuresPerNodeDay } from "../../lib/catalog/failure-rates";
import { modelArchitecture } from "../../lib/catalog/models";
import { lustreTier } from "../../lib/catalog/storage/lustre-tiers";
import { exactly, mapRange, type Range } from "../../lib/sizing/inputs/range";
import { TRAINING_PRECISIONS } from "../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../lib/sizing/memory/parameters";
import { checkpointBytes, checkpointTime } from "../../lib/sizing/reliability/checkpoint";
import { dalyInterval, youngInterval } from "../../lib/sizing/reliability/checkpoint-interval";
import { effectiveTrainingTime, meanTimeToFailure } from "../../lib/sizing/reliability/reliability";
import { lustreRate, measuredRate } from "../../lib/sizing/storage/storage-rate";
import { section, type ValidationRow } from "./row";

const GIB = 2 ** 30;
const adam = TRAINING_PRECISIONS["bf16-adam"];
const rate = (name: string) => failuresPerNodeDay(failureRecord(name));

function checkpoints(): ValidationRow[] {
  const size = (parameters: number, unit: number): Range =>
    mapRange(checkpointBytes(parameters, adam), (b) => b / unit);
  const of = (name: string) => parameterCount(modelArchitecture(name)).total;
  const write = (bytes: number, bytesPerSecond: number) =>
    checkpointTime({
      bytes: exactly(bytes),
      writerNodes: 16,
      gpusPerNode: 8,
      hostLinkGBps: 32,
      store: measuredRate(bytesPerSecond, bytesPerSecond, 0),
      nodeGbps: null,
      asynchronous: false,
      intervalSeconds: null,
    }).writeSeconds;
  const storage = "mlcommons/storage Rules.md, checkpointing (its GB is 2^30 bytes)";
  return [
    ...section("Checkpoint size", { unit: "GiB", aim: 0.1, source: storage }, [
      ["Llama 3 8B", 105, size(of("llama-3.1-8b"), GIB)],
      ["Llama 3 70B", 912, size(of("llama-3.1-70b"), GIB)],
      ["Llama 3 405B", 5290, size(of("llama-3.1-405b"), GIB)],
    ]),
    ...section(
      "Checkpoint size",
      {
        unit: "GiB",
        aim: 0.1,
        source: "https://github.com/NVIDIA/dgxc-benchmarking llama3.1 and nemotron READMEs, with optimizer state",
      },
      [
        ["Nemotron-4 15B", 204, size(of("nemotron-4-15b"), GIB)],
        ["Nemotron-4 340B", 4.4 * 1024, size(of("nemotron-4-340b"), GIB)],
        ["Llama 3.1 70B", 920, size(of("llama-3.1-70b"), GIB)],
      ],
    ),
    ...section("Checkpoint size", { unit: "GiB", aim: 0.1, source: "https://github.com/EleutherAI/gpt-neox" }, [
      ["GPT-NeoX-20B with optimizer state", 268, size(of("gpt-neox-20b"), GIB)],
    ]),
    ...section("Checkpoint size", { unit: "TB", aim: 0.1, source: "https://arxiv.org/abs/2104.04473 section 5.10" }, [
      ["Megatron-LM 1T", 13.8, size(1.008e12, 1e12)],
    ]),
    ...section(
      "Checkpoint size",
      { unit: "TiB", aim: 0.1, source: "https://github.com/bigscience-workshop/bigscience (tr11-176B-ml)" },
      [["BLOOM 176B", 2.3, size(of("bloom-176b"), 1024 * GIB)]],
    ),
    ...section(
      "Checkpoint write time",
      { unit: "min", aim: 0.1, source: "GEMINI, SOSP 2023, section 2.2 (remote storage of 20 Gb/s)" },
      [
        ["GPT-2 100B", 8, mapRange(write(1.2e12, 2.5e9), (s) => s / 60)],
        ["MT-NLG 530B", 42, mapRange(write(530e9 * 12, 2.5e9), (s) => s / 60)],
      ],
    ),
    ...section("Checkpoint interval", { unit: "min", aim: 0.01, source: "Young (1974); Daly (2006)" }, [
      ["Young, 5 min of stall, a failure a day", 120, youngInterval(300, 86_400) / 60],
      ["Daly, 5 min of stall, a failure a day", 116.7, dalyInterval(300, 86_400) / 60],
    ]),
    ...section(
      "FSx for Lustre",
      {
        unit: "TB/s",
        aim: 0.2,
        source: "https://aws.amazon.com/blogs/hpc/build-and-deploy-a-1-tb-s-file-system-in-under-an-hour/",
      },
      [
        [
          "1.1 PiB of PERSISTENT_2 at 1,000 MB/s/TiB",
          1,
          mapRange(lustreRate(lustreTier("PERSISTENT_2", "SSD", 1000)!, 1.1 * 1000 * 1000).read, (b) => b / 1e12),
          "published as more than 1 TB/s",
        ],
      ],
    ),
  ];
}

function failures(): ValidationRow[] {
  const hours = (nodes: number, record: string) => meanTimeToFailure(nodes, rate(record)) / 3600;
  const ettr = (nodes: number, perNodeDay: number, interval: number, restart: number) =>
    effectiveTrainingTime({
      nodes,
      perNodeDay: exactly(perNodeDay),
      intervalSeconds: interval * 60,
      stallSeconds: exactly(0),
      restartSeconds: exactly(restart * 60),
    });
  const meta = "https://arxiv.org/abs/2410.21680 section III";
  const aws = "https://aws.amazon.com/blogs/machine-learning/reduce-ml-training-costs-with-amazon-sagemaker-hyperpod/";
  return [
    ...section("Mean time to failure", { unit: "h", aim: 0.05, source: meta }, [
      ["16,384 GPUs, RSC-1", 1.8, hours(2048, "meta-rsc-1")],
      ["131,072 GPUs, RSC-1", 0.23, hours(16384, "meta-rsc-1")],
    ]),
    ...section("Mean time to failure", { unit: "h", aim: 0.05, set: "inconsistent", source: meta }, [
      [
        "1,024 GPUs, RSC-1",
        7.9,
        hours(128, "meta-rsc-1"),
        "measured over all jobs of that size; the paper's own rate of 6.5 in 1,000 node-days gives 28.8 h",
      ],
      [
        "100,000 GPUs, RSC-1",
        0.25,
        hours(12500, "meta-rsc-1"),
        "given as 15 minutes for 'O(10^5) GPUs': exact for 118,000, not for 100,000",
      ],
    ]),
    ...section(
      "Mean time to failure",
      { unit: "h", aim: 0.05, set: "calibrated", source: "https://arxiv.org/abs/2407.21783 table 5" },
      [
        [
          "16,384 H100, Llama 3 405B",
          (54 * 24) / 419,
          hours(2048, "llama-3-405b"),
          "419 unexpected interruptions in 54 days, 148 of them faulty GPUs and 72 their memory, read again at https://direct.datacenterdynamics.com/en/news/meta-report-details-hundreds-of-gpu-and-hbm3-related-interruptions-to-llama-3-training-run; the record itself is our data",
        ],
      ],
    ),
    ...section("Failures an instance-hour", { unit: "%", aim: 0.05, source: aws }, [
      ["OPT-175B", 0.0588, (rate("opt-175b") / 24) * 100],
      ["Llama 3.1 405B", 0.0161, (rate("llama-3-405b") / 24) * 100],
      ["MPT-7B", 0.0319, (rate("mpt-7b") / 24) * 100],
    ]),
    ...section("Effective training time", { unit: "", aim: 0.05, source: `${meta} and figure 10` }, [
      ["16,000 GPUs of RSC-1, every 60 min, restart 5 min", 0.7, ettr(2000, 6.5e-3, 60, 5)],
      ["16,000 GPUs of RSC-1, every 5 min, restart 5 min", 0.93, ettr(2000, 6.5e-3, 5, 5)],
      ["8,000 GPUs of RSC-1, every 30 min, restart and queue 6 min", 0.9, ettr(1000, 6.5e-3, 30, 6)],
      ["100,000 GPUs at RSC-2's rate, every 2 min, restart 2 min", 0.9, ettr(12500, 2.34e-3, 2, 2)],
    ]),
  ];
}

/** Checkpoints, failures and effective training time. */
export function reliabilityRows(): ValidationRow[] {
  return [...checkpoints(), ...failures()];
}
