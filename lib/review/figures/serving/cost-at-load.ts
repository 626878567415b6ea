import { mapRange, type Range } from "../../../sizing/inputs/range";
import type { Design, PoolFacts } from "../../design";
import type { CostFigures } from "../cost";
import { nodeSources, standingGpuNodes } from "../node-sources";
import type { ServingFigures } from "./serving";

/** What the design costs an hour with so many nodes of the service's pool running; null without a price. */
export function costByNodes(design: Design, p: PoolFacts, cost: CostFigures): ((running: number) => number) | null {
  const ofPool = nodeSources(design).filter(({ pool }) => pool.name === p.pool.name);
  if (ofPool.some(({ price }) => price === null) || cost.usdPerHour === 0) return null;
  const ofNodes = (running: number) => {
    let left = running;
    return ofPool.reduce((usd, { nodes, price }) => {
      const used = Math.min(nodes, left);
      left -= used;
      return usd + used * price!.usdPerHour;
    }, 0);
  };
  // volumes and metrics come and go with the nodes
  const withNodes = cost.parts.filter(({ kind, metered }) => kind !== "compute" && !metered);
  const comesAndGoes = withNodes.reduce((sum, part) => sum + (part.usdPerHour ?? 0) - (part.usdPerHourIdle ?? 0), 0);
  const started = Math.max(1, p.nodesAtOnce - p.pool.nodes.min);
  return (running) =>
    cost.usdPerHour -
    ofNodes(p.nodesAtOnce) +
    ofNodes(running) -
    (comesAndGoes * Math.min(started, p.nodesAtOnce - running)) / started;
}

/** Nodes on which all replicas run that may start. */
function nodesOfAll({ replicasAtMost, replicasHeld }: ServingFigures, p: PoolFacts): number {
  const needed = replicasHeld === 0 ? p.nodesAtOnce : Math.ceil((replicasAtMost * p.nodesAtOnce) / replicasHeld);
  return Math.min(p.nodesAtOnce, Math.max(standingGpuNodes(p), needed));
}

/**
 * The figures with what a million answered tokens costs, at the stated load and at full load: nodes that run then, and all that stands
 * around them.
 */
export function withCost(serving: ServingFigures | null, design: Design, cost: CostFigures): ServingFigures | null {
  const { workload, workPool: p } = design;
  if (serving === null || serving.nodesAtLoad === null || workload?.kind !== "inference" || p === null) return serving;
  const usdPerHour = costByNodes(design, p, cost);
  if (usdPerHour === null) return serving;
  const perMillion = (running: number, tokensPerHour: number) => (usdPerHour(running) / tokensPerHour) * 1e6;
  const { tokensPerSecondPerReplica: speed, replicasAtMost, nodesAtLoad, replicasNeeded } = serving;
  const carried = replicasNeeded !== null && replicasNeeded.expected <= replicasAtMost;
  return {
    ...serving,
    usdPerMillionTokensAtLoad: carried
      ? perMillion(nodesAtLoad, workload.requestsPerSecond * workload.outputTokens * 3600)
      : null,
    usdPerMillionTokensAtFullLoad:
      speed && replicasAtMost > 0
        ? inverse(mapRange(speed, (tokens) => perMillion(nodesOfAll(serving, p), tokens * replicasAtMost * 3600)))
        : null,
  };
}

/** Of a range of costs by speed: the slowest is the dearest. */
const inverse = ({ low, expected, high }: Range): Range => ({ low: high, expected, high: low });
