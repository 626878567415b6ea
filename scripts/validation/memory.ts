import { accelerator } from "../../lib/catalog/accelerators";
import { modelArchitecture, modelArchitectures } from "../../lib/catalog/models";
import { interconnect } from "../../lib/sizing/fabric/interconnect";
import { activationBytesPerLayer } from "../../lib/sizing/memory/activations";
import {
  kvBytesPerToken,
  stateBytesPerParameter,
  TRAINING_PRECISIONS,
  weightsBytes,
} from "../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../lib/sizing/memory/parameters";
import { trainingMemory } from "../../lib/sizing/memory/training-memory";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { adapterOf, QLORA_STATE } from "../../lib/sizing/time/fine-tuning";
import { hardwareFlopsPerToken, trainingFlopsPerToken } from "../../lib/sizing/time/flops";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { type LayerTime, layerForward } from "../../lib/sizing/time/layer-time";
import { efficiencyPoint, type TrainingJob } from "../../lib/sizing/time/step-context";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";
import type { ValidationSet } from "./row";
import { publishedRows, type SectionRow, type ValidationSection } from "./section";

/** Parameter counts of published checkpoints: exact. */
export function parametersSection(): ValidationSection {
  const rows = modelArchitectures().filter((row) => row.publishedParameters !== null);
  return {
    title: "Parameters of published checkpoints",
    intro: "Millions of parameters, counted from the shape and tensor by tensor. All are equal to the last parameter.",
    aim: 0,
    rows: rows.map((row) => ({
      what: row.name,
      unit: "million",
      published: row.publishedParameters! / 1e6,
      predicted: parameterCount(row).total / 1e6,
      set: "held out",
      source: row.source,
    })),
  };
}

interface ZeroRow {
  readonly billionParameters: number;
  readonly dataParallel: number;
  readonly zeroStage: 1 | 2 | 3;
  readonly publishedGB: number;
  readonly source: string;
}

/** Training state by ZeRO stage. */
export function zeroSection(): ValidationSection {
  const rows = publishedRows<ZeroRow[]>("zero-table-1.json");
  return {
    title: "Training state: ZeRO, table 1",
    intro:
      "GB a GPU by stage and data-parallel ranks. The paper cuts figures off rather than rounding them (2,218 for 2,218.75), and prints 7.5 GB for 7.5 billion parameters over 16 ranks at stage 3, where its own formula gives 7.5.",
    aim: 0.1,
    rows: rows.map((row) => ({
      what: `${row.billionParameters} billion parameters, ${row.dataParallel} ranks, stage ${row.zeroStage}`,
      unit: "GB",
      published: row.publishedGB,
      predicted:
        row.billionParameters *
        stateBytesPerParameter(TRAINING_PRECISIONS["bf16-adam"], row.zeroStage, row.dataParallel),
      set: "held out",
      source: row.source,
    })),
  };
}

interface Korthikanti {
  readonly source: string;
  readonly scoreShare: readonly { model: string; publishedPercent: number }[];
  readonly recomputedFlopsShare: readonly { model: string; publishedPercent: number }[];
  readonly layerMilliseconds: readonly {
    case: string;
    sequenceParallel: boolean;
    part: "forward" | "selective" | "full";
    published: number;
  }[];
}

function activations(model: string, recompute: "none" | "selective", sequenceParallel: boolean): number {
  const options = { sequenceLength: 2048, attention: "unfused" as const, dropout: true };
  return activationBytesPerLayer(
    modelArchitecture(model),
    { ...SINGLE_GPU, tensor: 8, sequenceParallel, recompute },
    options,
  );
}

/** Times of the 22B model's layer, as published in table 4. */
function layerTime(sequenceParallel: boolean): LayerTime {
  const row = accelerator("A100-SXM-80GB");
  const gpu = gpuSpec(row);
  const software = TRAINING_SOFTWARE["megatron-2022"];
  const job: Pick<TrainingJob, "gpu" | "precision" | "software"> = { gpu, precision: "bf16", software };
  const context = {
    model: modelArchitecture("megatron-22b"),
    sequenceLength: 2048,
    precision: "bf16" as const,
    gpu,
    link: interconnect(row, 8, { kind: "infiniband", gbpsPerNode: 1600, gpusPerNode: 8 }),
    software,
    efficiency: efficiencyPoint(job, "expected"),
  };
  return layerForward(context, { ...SINGLE_GPU, tensor: 8, microBatchSequences: 4, sequenceParallel }, false);
}

function sum(time: LayerTime): number {
  return time.gemm + time.attention + time.elementwise + time.tensor + time.context + time.expert;
}

/** Activation shares and layer times of the activation-recomputation paper. */
export function korthikantiSection(): ValidationSection {
  const data = publishedRows<Korthikanti>("korthikanti.json");
  const shares = data.scoreShare.map(({ model, publishedPercent }): SectionRow => {
    const whole = activations(model, "none", true);
    return {
      what: `${model}: share of activations that selective recomputation drops`,
      unit: "%",
      published: publishedPercent,
      predicted: 100 * (1 - activations(model, "selective", true) / whole),
      set: "held out",
      source: data.source,
    };
  });
  const times = data.layerMilliseconds.map((row): SectionRow => {
    const time = layerTime(row.sequenceParallel);
    const seconds = row.part === "selective" ? time.attention : sum(time);
    return {
      what: `22B layer, ${row.case}`,
      unit: "ms",
      published: row.published,
      predicted: 1e3 * seconds,
      set: "held out",
      source: data.source,
    };
  });
  return {
    title: "Activations and layer times: Korthikanti et al., tables 2 and 4",
    intro:
      "The formulas of table 2 are tests of this library; here are the share that selective recomputation drops and the times of one layer (22B model, batch 4, tensor parallel 8).",
    aim: 0.1,
    rows: [...shares, ...times],
  };
}

/** Figures that do not follow from their own paper's operations: shown, and nothing is fitted to them. */
export function contradictionsSection(): ValidationSection {
  const data = publishedRows<Korthikanti>("korthikanti.json");
  const rows = data.recomputedFlopsShare.map(({ model, publishedPercent }): SectionRow => {
    const shape = modelArchitecture(model);
    const again = hardwareFlopsPerToken(shape, 2048, "selective") / trainingFlopsPerToken(shape, 2048) - 1;
    return {
      what: `${model}: FLOPs that it adds`,
      unit: "%",
      published: publishedPercent,
      predicted: 100 * again,
      set: "inconsistent",
      source: data.source,
      note: "the paper counts all three passes of the recomputed products, s/6h; see above",
    };
  });
  return {
    title: "Published figures that contradict themselves",
    intro:
      "Recomputing the two attention products costs a third of what they cost forward and backward, `s/18h` of the model's FLOPs for GPT; the paper's formula adds `s/6h`, which would be all three passes again, and its hardware FLOPs utilization inherits that. Its times agree with the smaller figure (1.3 ms of a layer's 19.6). We count operations.",
    aim: 0.1,
    rows,
  };
}

interface InferenceMemory {
  readonly what: string;
  readonly model: string;
  readonly tokens: number;
  readonly published: number;
  readonly unit: "KiB" | "KB" | "GB" | "GiB";
  readonly source: string;
  /** @default "held out" */
  readonly set?: ValidationSet;
  readonly note?: string;
}

/** Weights and KV cache as their authors count them. */
export function inferenceMemorySection(): ValidationSection {
  const rows = publishedRows<InferenceMemory[]>("inference-memory.json");
  const scale = { KiB: 1024, KB: 1e3, GB: 1e9, GiB: 1024 ** 3 };
  return {
    title: "Inference memory: vLLM, DeepSeek and Llama 3.1",
    intro: "Weights and key-value cache in 16 bits.",
    aim: 0.1,
    rows: rows.map((row) => {
      const model = modelArchitecture(row.model);
      const bytes = row.tokens === 0 ? weightsBytes(model, "bf16") : row.tokens * kvBytesPerToken(model);
      return {
        what: row.what,
        unit: row.unit,
        published: row.published,
        predicted: bytes / scale[row.unit],
        set: row.set ?? "held out",
        source: row.source,
        note: row.note,
      };
    }),
  };
}

interface QloraRow {
  readonly model: string;
  readonly publishedGB: number;
  readonly source: string;
}

/** QLoRA's memory, without the framework's own, which its figure leaves out. */
export function qloraSection(): ValidationSection {
  const rows = publishedRows<QloraRow[]>("qlora.json");
  return {
    title: "Fine-tuning memory: QLoRA, figure 6",
    intro:
      "GB with adapters of rank 64 on all linear layers, 512 tokens, full recomputation, without the CUDA context, as in the figure.",
    aim: 0.1,
    rows: rows.map((row) => {
      const model = modelArchitecture(row.model);
      const memory = trainingMemory(
        {
          model,
          state: QLORA_STATE,
          globalBatchSequences: 1,
          sequenceLength: 512,
          attention: "flash",
          dropout: false,
          adapter: { ...adapterOf(model, "qlora", 64), prepared: false },
        },
        { ...SINGLE_GPU, recompute: "full" },
      );
      const { weights, gradients, optimizer, activations: kept, temporary } = memory;
      return {
        what: row.model,
        unit: "GB",
        published: row.publishedGB,
        predicted: (weights + gradients + optimizer + kept + temporary) / 1e9,
        set: "held out",
        source: row.source,
      };
    }),
  };
}
