import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { defined, from, type Generate, maybe } from "./generate";

export function workloadOf(g: Generate): NonNullable<Blueprint["workload"]> {
  const model = from(g, ["llama-3.1-8b", "llama-3.1-70b"]);
  const run = {
    model,
    tokens: from(g, [1e9, 1e12]),
    sequenceLength: from(g, [2048, 8192]),
    globalBatchSequences: from(g, [64, 512]),
  };
  switch (from(g, ["training", "fine-tuning", "inference", "batch"] as const)) {
    case "training":
      return defined({
        kind: "training",
        ...run,
        deadlineDays: maybe(g, [7, 90]),
        checkpointMinutes: maybe(g, [10, 60]),
      });
    case "fine-tuning":
      return defined({
        kind: "fine-tuning",
        ...run,
        method: from(g, ["lora", "qlora"] as const),
        loraRank: from(g, [8, 64]),
      });
    case "batch":
      return defined({
        kind: "batch",
        units: from(g, [1000, 1e9]),
        ...from(g, [{ benchmark: "retinanet" } as const, { unit: "frame", unitsPerHourPerGpu: 40 }]),
        gpusPerTask: maybe(g, [1, 3, 16]),
        memoryGiBPerGpu: maybe(g, [10, 100]),
        readMBPerUnit: maybe(g, [0, 0.5, 2000]),
        writeMBPerUnit: maybe(g, [1]),
        deadlineDays: maybe(g, [7]),
      });
    case "inference":
      return defined({
        kind: "inference",
        model,
        precision: maybe(g, ["bf16", "fp8"] as const),
        requestsPerSecond: from(g, [0.5, 20]),
        promptTokens: from(g, [200, 4000]),
        outputTokens: from(g, [50, 500]),
        timeToFirstTokenSeconds: maybe(g, [0.5, 2]),
        ...from(g, [{}, { loraAdapters: 0 }, { loraAdapters: 8, loraRank: 16 }]),
      });
  }
}
