import type { Range } from "../../sizing/inputs/range";
import { GIB } from "../../units/bytes";
import { count, counted, duration, gib, percent, span, usd } from "../../units/quantity";
import type { Figures } from "../figures/figures";
import { replicaSize, type ServingFigures } from "../figures/serving/serving";
import { joined, spread } from "./headline-notes";
import type { Headline } from "./headline-type";

/** What a replica keeps in the memory of each of its GPUs. */
function memoryOfReplica(serving: ServingFigures): Headline {
  const { memoryParts, memoryLimitBytes, gpusPerReplica, kvCacheBytes, memoryFit } = serving;
  const ofGpu = (name: string) => (memoryParts.find((part) => part.name === name)?.value ?? 0) / gpusPerReplica;
  const atLeast = (bytes: number) => gib(Math.max(0, bytes) / gpusPerReplica);
  const left = `${gib(ofGpu("KV cache"))} (${span(kvCacheBytes.low, kvCacheBytes.high, atLeast)} by published engines)`;
  const open =
    memoryFit === "borderline" ? "; borderline, decided by the engine's activations and graphs: start it once" : "";
  return {
    label: `Weights per ${serving.device}`,
    value: `${count(ofGpu("weights") / GIB)} of ${gib(memoryLimitBytes / gpusPerReplica)}`,
    note: `${left} left for the KV cache, ${gib(ofGpu("engine"))} for the engine${open}`,
  };
}

/** From the fast to the slow end of the rates. */
function reach(range: Range | null): string {
  if (range === null) return "";
  return Number.isFinite(range.high)
    ? spread(range, duration)
    : `${duration(range.low)} or more; at the slow end of the rates, the queue never empties`;
}

/** What answers cost at the stated load; at full load alone where that is beyond what may start. */
function costOfTokens(serving: ServingFigures): Headline[] {
  const { usdPerMillionTokensAtLoad: atLoad, usdPerMillionTokensAtFullLoad: full } = serving;
  if (full === null) return [];
  const label = "Cost per million output tokens";
  const [value, range] = [usd(full.expected), span(full.low, full.high, usd)];
  return atLoad === null
    ? [
        {
          label,
          value,
          note: `${range}; at full load, since the stated request rate needs more replicas than may start`,
        },
      ]
    : [{ label, value: usd(atLoad), note: `at the stated request rate; ${value} (${range}) at full load` }];
}

/** With which replicas the first token comes after that time, where fewer may start; null where they suffice. */
function shortText({ replicasNeeded: needed, replicasAtMost: most }: ServingFigures): string | null {
  if (needed === null || needed.expected <= most) return null;
  return `with ${counted(needed.expected, "replicas")}; the queue of ${most} never empties`;
}

/** What a service needs, and how it answers. */
export function servingLines({ serving }: Figures): Headline[] {
  if (serving === null) return [];
  if (!serving.fits) return [{ label: "Fit", value: "does not fit", note: serving.why ?? "" }];
  const {
    replicasNeeded: needed,
    openRanges: open,
    timeToFirstTokenRange: ttft,
    timePerOutputTokenRange: tpot,
  } = serving;
  return [
    {
      label: "Replicas needed",
      value: needed ? `${count(needed.expected)} of ${serving.replicasAtMost}` : "none sufficient",
      note: needed ? joined(spread(needed, count), open.throughput) : (serving.why ?? ""),
    },
    {
      label: "Concurrent requests per replica",
      value: count(serving.concurrencyPerReplica),
      note: `replica of ${replicaSize(serving)}`,
    },
    memoryOfReplica(serving),
    ...(serving.timeToFirstTokenSeconds === null
      ? []
      : [
          {
            label: "TTFT (p95)",
            value: duration(serving.timeToFirstTokenSeconds),
            note: joined(reach(ttft), shortText(serving), "time to first token, 95th percentile", open["first-token"]),
          },
        ]),
    ...(serving.timePerOutputTokenSeconds === null
      ? []
      : [
          {
            label: "TPOT",
            value: duration(serving.timePerOutputTokenSeconds),
            note: joined(reach(tpot), "time per output token, at full batch", open["time-per-token"]),
          },
        ]),
    ...(serving.utilizationAtMost === null
      ? []
      : [{ label: "Peak utilization", value: percent(serving.utilizationAtMost), note: "with every node running" }]),
    ...(serving.coldStartSeconds === null
      ? []
      : [
          {
            label: "Cold start",
            value: duration(serving.coldStartSeconds.expected),
            note: spread(serving.coldStartSeconds, duration),
          },
        ]),
    ...costOfTokens(serving),
  ];
}
