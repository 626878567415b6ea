import { accelerator } from "../../lib/catalog/accelerators";
import { inferenceThroughputs } from "../../lib/catalog/inference-throughput";
import { modelArchitecture } from "../../lib/catalog/models";
import { runCost } from "../../lib/sizing/cost/cost";
import { nodeDraw, runEnergyWh } from "../../lib/sizing/cost/power";
import { exactly } from "../../lib/sizing/inputs/range";
import { loraParameters } from "../../lib/sizing/memory/lora-adapter";
import { servesWith } from "../../lib/sizing/serving/serving-heads";
import { type ReplicaProps, servingRate } from "../../lib/sizing/serving/serving-rate";
import { type EngineOptions, type ServingFigure, servingFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { readDemand } from "../../lib/sizing/storage/data-feed";
import { firstTokenRows } from "./first-token";
import { mlperfInferenceRows } from "./mlperf-inference";
import { section, type ValidationRow } from "./row";
import { publishedRows } from "./section";

function throughput(): ValidationRow[] {
  return inferenceThroughputs().map((row) => {
    const rate = servingRate(
      {
        model: modelArchitecture(row.model),
        accelerator: accelerator(row.accelerator),
        tensorParallel: row.tensorParallel,
        precision: row.precision,
        kvPrecision: row.kvPrecision,
        attentionDataParallel: row.attentionDataParallel,
        freeMemoryShare: 0.9,
        promptTokens: row.promptTokens,
        outputTokens: row.outputTokens,
      },
      OWN_RANGE_ALONE,
    );
    return {
      section: modelArchitecture(row.model).experts
        ? "Serving throughput: mixtures of experts"
        : "Serving throughput: dense models",
      name: `${row.model} in ${row.precision.toUpperCase()}, ${row.tensorParallel} x ${row.accelerator}, ${row.promptTokens}/${row.outputTokens} tokens`,
      unit: "tokens/s",
      published: row.outputTokensPerSecond,
      predicted: rate.tokensPerSecond(Math.min(rate.maxConcurrency, row.requests ?? rate.maxConcurrency)),
      aim: 0.2,
      set: row.calibrated ? "calibrated" : "held out",
      source: row.source,
      note: row.note,
      family: servingFamily("throughput", modelArchitecture(row.model), accelerator(row.accelerator), row.precision),
    };
  });
}

/** Published throughput of one replica, at most requests or at a given batch. */
interface PublishedServing {
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: ReplicaProps["precision"];
  readonly kvPrecision: ReplicaProps["kvPrecision"];
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly batch?: number;
  readonly requests?: number;
  readonly attentionDataParallel?: boolean;
  readonly maxBatch?: number;
  /** Share of the memory that the engine takes; without it, nine tenths of what the weights leave (TensorRT-LLM). */
  readonly memoryShare?: number;
  /** Run as services run it, with its default options; without one, a tuned benchmark. */
  readonly engine?: string;
  readonly published: number;
  readonly calibrated?: boolean;
  readonly source: string;
}

/** The family that a figure is counted in; the library joins that of default options with that of tuned ones. */
function familiesOf(
  figure: ServingFigure,
  { model, accelerator: gpu, precision }: Pick<PublishedServing, "model" | "accelerator" | "precision">,
  options: EngineOptions,
): Pick<ValidationRow, "family" | "joined"> {
  const of = (each: EngineOptions) =>
    servingFamily(figure, modelArchitecture(model), accelerator(gpu), precision, each);
  return { family: of(options), joined: options === "default" ? of("tuned") : undefined };
}

/** Throughputs that were entered before our figures for them were known. */
export function unseenRows(file: string, title: string): ValidationRow[] {
  return publishedRows<PublishedServing[]>(file).map((row) => {
    const rate = servingRate(
      {
        ...row,
        model: modelArchitecture(row.model),
        accelerator: accelerator(row.accelerator),
        freeMemoryShare: row.memoryShare === undefined ? 0.9 : undefined,
      },
      OWN_RANGE_ALONE,
    );
    const batch = row.batch ? `, ${row.batch} at once` : "";
    return {
      section: title,
      name: `${row.engine ? `${row.engine}, ` : ""}${row.model} in ${row.precision.toUpperCase()}, ${row.tensorParallel} x ${row.accelerator}${batch}, ${row.promptTokens}/${row.outputTokens} tokens`,
      unit: "tokens/s",
      published: row.published,
      predicted: rate.tokensPerSecond(row.batch ?? Math.min(rate.maxConcurrency, row.requests!)),
      aim: 0.2,
      set: row.calibrated ? "calibrated" : "held out",
      source: row.source,
      ...familiesOf("throughput", row, row.engine ? "default" : "tuned"),
    };
  });
}

/** Published time of one decode step, or of one token of an answer with its share of the prompts. */
interface PublishedDecode {
  readonly engine: string;
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: ReplicaProps["precision"];
  readonly kvPrecision: ReplicaProps["kvPrecision"];
  readonly batch: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly publishedMs: number;
  readonly includesPrompt: boolean;
  readonly calibrated: boolean;
  readonly source: string;
  readonly note?: string;
}

/** Decode at low concurrency, where launches and all-reduce latency weigh most. */
export function decodeRows(
  file = "decode.json",
  title = "Time per output token: small batches",
  options: EngineOptions = "tuned",
): ValidationRow[] {
  const rows = publishedRows<PublishedDecode[]>(file).filter(({ model, tensorParallel }) =>
    servesWith(modelArchitecture(model), tensorParallel),
  );
  return rows.map((row) => {
    const rate = servingRate(
      {
        ...row,
        model: modelArchitecture(row.model),
        accelerator: accelerator(row.accelerator),
      },
      OWN_RANGE_ALONE,
    );
    const { low, expected, high } = row.includesPrompt
      ? rate.timePerOutputToken(row.batch)
      : rate.stepSeconds(row.batch);
    return {
      section: title,
      name: `${row.engine}, ${row.model} in ${row.precision.toUpperCase()}, ${row.tensorParallel} x ${row.accelerator}, ${row.batch} at once, ${row.promptTokens}/${row.outputTokens} tokens`,
      unit: "ms",
      published: row.publishedMs,
      predicted: { low: low * 1e3, expected: expected * 1e3, high: high * 1e3 },
      aim: 0.2,
      set: row.calibrated ? "calibrated" : "held out",
      source: row.source,
      note: row.note,
      ...familiesOf("time-per-token", row, options),
    };
  });
}

const energy = (gpuHours: number, watts: number, pue: number) =>
  runEnergyWh(exactly(watts), exactly(gpuHours), pue).expected / 1e6;

/** Serving, LoRA adapters, reading, energy and cost. */
export function servingRows(): ValidationRow[] {
  const llama = "https://arxiv.org/abs/2302.13971 table 15";
  const storage = "mlcommons/storage Rules.md, training workloads";
  const cost = (gpuHours: number, usd: number) => runCost(usd, exactly(gpuHours), exactly(1)).usd.expected / 1e6;
  return [
    ...throughput(),
    ...unseenRows("serving-unseen.json", "Serving throughput: entered unseen"),
    ...unseenRows("serving-unseen-2.json", "Serving throughput: LMDeploy and MLC, entered unseen"),
    ...unseenRows("trtllm-1.2-serving.json", "Serving throughput: TensorRT-LLM 1.2, entered unseen"),
    ...unseenRows(
      "trtllm-1.2-rtx-serving.json",
      "Serving throughput: TensorRT-LLM 1.2 on RTX PRO 6000, entered unseen",
    ),
    ...unseenRows("gpustack-serving.json", "Serving throughput: engines over HTTP, entered unseen"),
    ...unseenRows("dstack-serving.json", "Serving throughput: dstack's benchmarks of engines, entered unseen"),
    ...unseenRows("azure-serving.json", "Serving throughput: Azure's benchmarking guide, entered unseen"),
    ...unseenRows("default-serving.json", "Serving throughput: default options at a fixed load, entered unseen"),
    ...mlperfInferenceRows(),
    ...unseenRows("mi300x-serving.json", "Serving throughput: MI300X, entered unseen"),
    ...unseenRows("rocm-vllm-serving.json", "Serving throughput: ROCm's vLLM on MI300X, entered unseen"),
    ...decodeRows(),
    ...decodeRows("trainium-decode.json", "Time per output token: Trainium1, entered unseen"),
    ...decodeRows("trainium2-decode.json", "Time per output token: Trainium2 over HTTP, entered unseen", "default"),
    ...decodeRows("rocm-vllm-decode.json", "Time per output token: ROCm's vLLM on MI300X, entered unseen"),
    ...decodeRows("oracle-mi300x-decode.json", "Time per output token: Llama 3.1 405B on MI300X, entered unseen"),
    ...decodeRows("gpustack-decode.json", "Time per output token: engines over HTTP, entered unseen", "default"),
    ...decodeRows("default-decode.json", "Time per output token: default options, entered unseen", "default"),
    ...firstTokenRows(),
    ...firstTokenRows("gpustack-first-token.json", "Time to first token: engines over HTTP, entered unseen", "server"),
    ...firstTokenRows(
      "trainium2-first-token.json",
      "Time to first token: Trainium2 over HTTP, entered unseen",
      "server",
    ),
    ...firstTokenRows("default-first-token.json", "Time to first token: default options, entered unseen", "engine"),
    ...section("LoRA adapters", { unit: "parameters", aim: 0, source: "PEFT, print_trainable_parameters" }, [
      ["Llama 2 7B, rank 16, all linear layers", 39_976_960, loraParameters(modelArchitecture("llama-2-7b"), 16)],
      ["Llama 3.1 8B, rank 16, all linear layers", 41_943_040, loraParameters(modelArchitecture("llama-3.1-8b"), 16)],
      [
        "Llama 2 7B, rank 8, query and value",
        4_194_304,
        loraParameters(modelArchitecture("llama-2-7b"), 8, "query-value"),
      ],
    ]),
    ...section("Dataset reads of an accelerator", { unit: "GB/s", aim: 0.1, source: storage }, [
      ["UNet3D on H100", 3.18, readDemand(7 / 0.323, 146_600_628) / 1e9],
      ["ResNet-50 on H100", 0.205, readDemand(400 / 0.224, 114_660.07) / 1e9],
      ["CosmoFlow on H100", 0.808, readDemand(1 / 0.0035, 2_828_486) / 1e9],
    ]),
    ...section("Power of a node", { unit: "kW", aim: 0.2, source: "https://arxiv.org/abs/2412.08602" }, [
      [
        "eight H100, highest draw in training",
        8.4,
        nodeDraw(accelerator("H100-SXM-80GB"), 8)!.trainingWatts.expected / 1e3,
        "ours is the mean of demanding training, the published one the highest observed",
      ],
    ]),
    ...section(
      "Power of a node",
      { unit: "kW", aim: 0.2, source: "https://smc.co/mlperfv40/results/llama2-70b-lora" },
      [
        [
          "eight H100, mean of MLPerf's LoRA run, AC",
          6.946,
          nodeDraw(accelerator("H100-SXM-80GB"), 8)!.trainingWatts.expected / 1e3,
          "12,127,904 J in 29.10069 minutes, evaluation included",
        ],
      ],
    ),
    ...section("Energy of a run", { unit: "MWh", aim: 0.1, source: llama }, [
      ["LLaMA 7B", 36, energy(82_432, 400, 1.1)],
      ["LLaMA 13B", 59, energy(135_168, 400, 1.1)],
      ["LLaMA 33B", 233, energy(530_432, 400, 1.1)],
      ["LLaMA 65B", 449, energy(1_022_362, 400, 1.1)],
      ["OPT-175B", 356, energy(809_472, 400, 1.1)],
    ]),
    ...section("Energy of a run", { unit: "MWh", aim: 0.1, source: "https://arxiv.org/abs/2211.02001" }, [
      ["BLOOM 176B, GPUs alone", 433, energy(1_082_990, 400, 1)],
    ]),
    ...section("Cost of a run", { unit: "M USD", aim: 0.1, source: "https://arxiv.org/abs/2412.19437 table 1" }, [
      ["DeepSeek-V3, 2.788 M H800-hours at 2 USD", 5.576, cost(2.788e6, 2)],
    ]),
    ...section("Cost of a run", { unit: "M USD", aim: 0.1, source: "https://www.databricks.com/blog/mpt-7b" }, [
      ["MPT-7B, 440 A100 for 9.5 days at 2 USD", 0.2, cost(440 * 9.5 * 24, 2)],
    ]),
  ];
}
