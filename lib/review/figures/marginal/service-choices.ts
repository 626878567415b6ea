import { count, counted } from "../../../units/quantity";
import type { Design, PoolFacts } from "../../design";
import type { Figures } from "../every-figure";
import { nodeSources } from "../node-sources";
import { type MarginalChoice, withNodes, withWorkload } from "./marginal-choice";

type FiguresOf = (design: Design) => Figures;

/** Formats of weights of half the size, and what serves them. */
const SMALLER = { bf16: "fp8", fp8: "fp4" } as const;

/** Price of one node of the work pool, US dollars per hour; null without one. */
function nodePrice(design: Design, { pool }: PoolFacts): number | null {
  return nodeSources(design).find((source) => source.pool.name === pool.name)?.price?.usdPerHour ?? null;
}

/** What another size or setting does to a service: nodes that it needs at the stated load, and their cost. */
export function serviceChoices(design: Design, before: Figures, figuresOf: FiguresOf): MarginalChoice[] {
  const { workload, workPool: p, served } = design;
  const serving = before.serving;
  if (p === null || workload?.kind !== "inference" || !serving?.replicasNeeded || !serving.tokensPerSecondPerReplica) {
    return [];
  }
  const max = p.nodesAtOnce;
  const price = nodePrice(design, p);
  const needed = (figures: Figures) => {
    const of = figures.serving;
    if (!of?.replicasNeeded || of.replicasHeld === 0) return null;
    return Math.ceil(of.replicasNeeded.expected / (of.replicasHeld / max));
  };
  const now = needed(before);
  if (now === null) return [];
  const row = (kind: MarginalChoice["kind"], change: string, nodes: number, note: string): MarginalChoice => ({
    kind,
    change,
    days: null,
    usd: null,
    nodesNeeded: nodes,
    usdPerHour: price === null ? null : nodes * price,
    daysSaved: null,
    usdSaved: price === null ? null : (now - nodes) * price,
    note,
  });
  const requests = (serving.tokensPerSecondPerReplica.expected * serving.replicasHeld) / max / workload.outputTokens;
  const change = (to: Partial<typeof workload>) => needed(figuresOf(withWorkload(design, workload, to)));
  const smaller = workload.precision === "bf16" || workload.precision === "fp8" ? SMALLER[workload.precision] : null;
  const native = smaller !== null && Boolean(p.accelerator?.tflops[smaller]);
  // What is deployed keeps its own format and objectives: another size is then the only change.
  const packed = served === null && native ? change({ precision: smaller! }) : null;
  const tpot = workload.timePerOutputTokenSeconds;
  const relaxed = served === null && tpot !== null ? change({ timePerOutputTokenSeconds: 2 * tpot }) : null;
  const more = figuresOf(withNodes(design, p, max + 1)).serving;
  /** Another count of nodes against those that the design has. */
  const sized = (nodes: number, note: string): MarginalChoice => ({
    ...row("nodes", `${counted(nodes, "nodes")} instead of ${max}`, nodes, note),
    usdSaved: price === null ? null : (max - nodes) * price,
  });
  return [
    ...(now > max ? [sized(now, "what the stated load needs")] : []),
    ...(more?.replicasHeld && now !== max + 1
      ? [sized(max + 1, `if all of them run; carries ${count(requests)} more requests/s`)]
      : []),
    ...(packed === null
      ? []
      : [
          row(
            "utilization",
            `${smaller!.toUpperCase()} weights`,
            packed,
            "evaluate the quantized model on your own prompts",
          ),
        ]),
    ...(relaxed === null
      ? []
      : [row("utilization", `TPOT of ${count(2 * tpot! * 1000)} ms`, relaxed, "larger batches per replica")]),
    ...(max > now ? [sized(now, "if all of them run; enough for the stated load, without spares")] : []),
  ];
}
