import type { Figures } from "./every-figure";
import type { Part } from "./training";

/** What a part of the cost is for. */
export interface CostUsePart extends Part {
  /** Whether nothing is had for it. */
  readonly isUnused?: true;
}

/** Where the money goes. */
export interface CostUse {
  /** What is split: the cost of a run or of independent tasks, or the hourly cost of a service. */
  readonly of: "Cost to train" | "Cost of all tasks" | "Hourly cost";
  readonly parts: readonly CostUsePart[];
}

/** A run's cost: progress that is kept, what failures and checkpoints undo, and what is prepaid and left over. */
function ofRun({ run, reliability, batch }: Figures): CostUse | null {
  if (!run?.usd || !run.usedUsd) return null;
  const kept = reliability?.effectiveTrainingTime.expected ?? 1;
  const used = run.usedUsd.expected;
  return {
    of: batch === null ? "Cost to train" : "Cost of all tasks",
    parts: [
      { name: batch === null ? "used: training progress" : "used: tasks", value: used * kept },
      { name: "used: checkpoints, restarts and repeated work", value: used * (1 - kept) },
      { name: "prepaid and unused", value: Math.max(0, run.usd.expected - used), isUnused: true },
    ],
  };
}

/** A service's hourly cost with every node running, by the share of its replicas that the stated peak takes. */
function ofService({ serving, cost }: Figures): CostUse | null {
  const taken = serving?.utilizationAtMost;
  if (taken === null || taken === undefined || cost.usdPerHour === 0) return null;
  const nodes = cost.parts
    .filter(({ kind }) => kind === "compute")
    .reduce((sum, { usdPerHour }) => sum + (usdPerHour ?? 0), 0);
  return {
    of: "Hourly cost",
    parts: [
      { name: "nodes: stated peak load", value: nodes * Math.min(1, taken) },
      { name: "nodes: idle at the peak", value: nodes * Math.max(0, 1 - taken), isUnused: true },
      { name: "storage, network and control plane", value: Math.max(0, cost.usdPerHour - nodes) },
    ],
  };
}

/** What is paid, by what it is used for; null without a price or a workload. */
export function costUse(figures: Figures): CostUse | null {
  const use = ofRun(figures) ?? ofService(figures);
  const parts = use?.parts.filter(({ value }) => value > 0) ?? [];
  return use && parts.length > 0 ? { ...use, parts } : null;
}
