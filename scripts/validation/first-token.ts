import { accelerator } from "../../lib/catalog/accelerators";
import { addRanges, exactly, type Range, range } from "../../lib/sizing/inputs/range";
import { SERVER_SECONDS } from "../../lib/sizing/serving/replicas";
import { servesWith } from "../../lib/sizing/serving/serving-heads";
import { type ReplicaProps, servingRate } from "../../lib/sizing/serving/serving-rate";
import { servingFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import type { ValidationRow } from "./row";
import { publishedModel, publishedRows } from "./section";

/** Published time to the first token of one request that no other waits for. */
interface PublishedFirstToken {
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: ReplicaProps["precision"];
  readonly engine?: string;
  /** Requests at once that a server answers over HTTP. */
  readonly batch?: number;
  readonly promptTokens: number;
  readonly publishedMs: number;
  readonly calibrated?: boolean;
  readonly source: string;
  readonly note?: string;
}

/** What a request passes besides its engine's kernels: nothing, the engine's own loop, or a server over HTTP. */
type Around = "nothing" | "engine" | "server";

/** Time around the kernels: an engine in the caller's process has part of a server's, at least as much as the leanest server. */
const AROUND: Readonly<Record<Around, Range>> = {
  nothing: exactly(0),
  engine: range(0, SERVER_SECONDS.low, SERVER_SECONDS.high),
  server: SERVER_SECONDS,
};

/** Time to the first token of a request alone, entered before any figure of ours was computed. */
export function firstTokenRows(file = "first-token.json", title?: string, around: Around = "nothing"): ValidationRow[] {
  const rows = publishedRows<PublishedFirstToken[]>(file);
  // Neuron pads the 40 heads of a 13B model to 64; the library refuses ranks that do not divide the heads.
  const computable = rows.filter(({ model, tensorParallel }) => servesWith(publishedModel(model), tensorParallel));
  return computable.map((row) => {
    const gpu = accelerator(row.accelerator);
    const { prefillSeconds } = servingRate(
      {
        ...row,
        model: publishedModel(row.model),
        accelerator: gpu,
        kvPrecision: row.precision === "fp8" ? "fp8" : "bf16",
        outputTokens: 1,
      },
      // With a server around it, the figure is none of the engine's family, whose range it has all the same.
      around === "nothing" ? OWN_RANGE_ALONE : undefined,
    );
    const { low, expected, high } = addRanges(prefillSeconds, AROUND[around]);
    return {
      section: title ?? `Time to first token: ${gpu.vendor === "aws" ? "Trainium1" : "one request"}, entered unseen`,
      name: `${row.engine ? `${row.engine}, ` : ""}${row.model} in ${row.precision.toUpperCase()}, ${row.tensorParallel} x ${row.accelerator}${row.batch ? `, ${row.batch} at once` : ""}, ${row.promptTokens} tokens`,
      unit: "ms",
      published: row.publishedMs,
      predicted: { low: low * 1e3, expected: expected * 1e3, high: high * 1e3 },
      aim: 0.2,
      set: row.calibrated ? "calibrated" : "held out",
      source: row.source,
      note: row.note,
      family:
        around === "nothing" ? servingFamily("first-token", publishedModel(row.model), gpu, row.precision) : undefined,
    };
  });
}
