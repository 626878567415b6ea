import { accelerator } from "../../lib/catalog/accelerators";
import { modelArchitecture } from "../../lib/catalog/models";
import type { Range } from "../../lib/sizing/inputs/range";
import { servesWith } from "../../lib/sizing/serving/serving-heads";
import { servingRate } from "../../lib/sizing/serving/serving-rate";
import { servingFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import type { ValidationRow } from "./row";
import { publishedRows } from "./section";

/** A result of MLPerf Inference, offline scenario: 5.1 as its row of the results' summary has it, 4.1 as the log says. */
interface OfflineResult {
  readonly model: string;
  readonly accelerator: string;
  readonly gpus: number;
  readonly gpusPerNode: number;
  readonly precision: "fp8" | "fp4";
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly published: number;
  readonly submitter: string;
  /** Row of the results' summary, or folder of the result. */
  readonly id: string;
  readonly note?: string;
}

const ROUNDS = [
  {
    round: "5.1",
    file: "mlperf-inference-5.1.json",
    source: () => "https://github.com/mlcommons/inference_results_v5.1 summary_results.json",
  },
  {
    round: "4.1",
    file: "mlperf-inference-4.1.json",
    source: ({ submitter, id }: OfflineResult) =>
      `https://github.com/mlcommons/inference_results_v4.1 closed/${submitter}/results/${id}/Offline`,
  },
] as const;

/** The section that a row is shown in. */
function sectionOf(round: string, { model, accelerator: name }: OfflineResult): string {
  const { vendor, architecture } = accelerator(name);
  const hardware =
    vendor === "amd" ? "MI300X and MI325X" : architecture.startsWith("Blackwell") ? "Blackwell" : "Hopper and Ada";
  return `MLPerf Inference ${round}, ${modelArchitecture(model).experts ? "experts" : "dense"} on ${hardware}`;
}

/** The division of a node that gives it the most; null where the weights fit in none. */
function best(row: OfflineResult): Range | null {
  const model = modelArchitecture(row.model);
  const sizes = [1, 2, 4, 8].filter((t) => t <= row.gpusPerNode && row.gpus % t === 0 && servesWith(model, t));
  const rates = sizes.flatMap((tensorParallel) =>
    (model.experts ? [false, true] : [false]).flatMap((attentionDataParallel) => {
      const { precision, promptTokens, outputTokens } = row;
      const of = {
        model,
        accelerator: accelerator(row.accelerator),
        tensorParallel,
        precision,
        promptTokens,
        outputTokens,
      };
      const rate = servingRate(
        { ...of, attentionDataParallel, kvPrecision: "fp8", freeMemoryShare: 0.9 },
        OWN_RANGE_ALONE,
      );
      if (rate.maxConcurrency < 1) return [];
      const { low, expected, high } = rate.tokensPerSecond(rate.maxConcurrency);
      const times = row.gpus / tensorParallel;
      return [{ low: low * times, expected: expected * times, high: high * times }];
    }),
  );
  return rates.length === 0 ? null : rates.reduce((a, b) => (b.expected > a.expected ? b : a));
}

/** MLPerf's offline results, entered before any figure of ours was computed for them. */
export function mlperfInferenceRows(): ValidationRow[] {
  return ROUNDS.flatMap((each) => publishedRows<OfflineResult[]>(each.file).map((row) => ({ ...each, row }))).flatMap(
    ({ round, source, row }): ValidationRow[] => {
      const predicted = best(row);
      if (predicted === null) return [];
      return [
        {
          section: sectionOf(round, row),
          name: `${row.model} in ${row.precision.toUpperCase()}, ${row.gpus} x ${row.accelerator}, ${row.promptTokens}/${row.outputTokens} tokens, ${row.submitter}`,
          unit: "tokens/s",
          published: row.published,
          predicted,
          aim: 0.2,
          set: "held out",
          source: source(row),
          note: row.note,
          family: servingFamily(
            "throughput",
            modelArchitecture(row.model),
            accelerator(row.accelerator),
            row.precision,
          ),
        },
      ];
    },
  );
}
