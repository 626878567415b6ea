import { counted, duration } from "../../../units/quantity";
import type { Design } from "../../design";
import { type Figures, figuresOf } from "../../figures/figures";
import { searchedPlan } from "../../figures/searched-plan";
import { nodeCounts, request, trainingRun } from "../../figures/training-request";
import { type Breach, checkEach, type Rule } from "../../rule";

/** Share of the time from launch to the end of the run that may go to booting. */
const MOST_BOOT = 1 / 3;

/** The fewest nodes on which the run fits, and its seconds there. */
function smallerCluster(design: Design, nodes: number): { readonly nodes: number; readonly seconds: number } | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  if (workload === null || p === null) return null;
  for (const fewer of nodeCounts(nodes).slice(0, -1)) {
    const asked = request(workload, p, fewer);
    const speed = asked && searchedPlan(asked).plan?.step.tokensPerSecond.expected;
    if (speed) return { nodes: fewer, seconds: workload.tokens / speed };
  }
  return null;
}

/** The fewest nodes that do independent tasks within their deadline, and their seconds there. */
function fewerForTasks(
  { workload }: Design,
  { batch }: Figures,
): { readonly nodes: number; readonly seconds: number } | null {
  if (batch === null || workload?.kind !== "batch") return null;
  const perNode = batch.days.expected * batch.nodes;
  const perTask = Math.max(1, Math.ceil(batch.nodes / batch.tasks));
  const inTime = Math.max(perTask, Math.ceil(perNode / (workload.deadlineDays ?? Number.POSITIVE_INFINITY)));
  return inTime < batch.nodes ? { nodes: inTime, seconds: (perNode / inTime) * 86_400 } : null;
}

/** A run on one node, which has no fewer: what its time is besides that of the boot. */
function shortOnOneNode(path: string, seconds: number, bootSeconds: number): Breach | null {
  if (seconds >= bootSeconds) return null;
  return {
    path: `${path}.instanceType`,
    value: `${duration(seconds)} on 1 node that takes ${duration(bootSeconds)} to boot`,
    allowed: `${duration(bootSeconds)} or more: most of the bill pays for booting`,
    fix: "queue further runs on the same node, or use a smaller instance type",
    severity: "info",
  };
}

export const runShortForCluster: Rule = {
  id: "run-short-for-cluster",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Run that ends soon after its nodes have booted",
  why: "Every node is billed from launch. When the run takes less than twice its boot time, over a third of the bill pays for booting, and fewer nodes do the same work for less.",
  fix: "Use fewer nodes, or queue several runs for the same nodes.",
  verify: "Compare the time from launch to the first step with the time from the first to the last step.",
  source:
    "https://docs.aws.amazon.com/wellarchitected/latest/cost-optimization-pillar/cost_type_size_number_resources_size.html",
  check: (design) => {
    const figures = figuresOf(design);
    const { training, batch, run } = figures;
    const p = design.workPool;
    const on = training?.nodes ?? batch?.nodes ?? 0;
    if (run === null || p === null || on < 1) return checkEach([], () => null);
    const { bootSeconds } = p.pool;
    const seconds = run.days.expected * 86_400;
    const hours = (nodes: number, of: number) => `${duration(nodes * (of + bootSeconds))} of node time`;
    return checkEach([on], (nodes) => {
      if (nodes === 1) return shortOnOneNode(p.path, seconds, bootSeconds);
      if (bootSeconds <= MOST_BOOT * (seconds + bootSeconds)) return null;
      const smaller = training === null ? fewerForTasks(design, figures) : smallerCluster(design, nodes);
      if (smaller === null) return null;
      return {
        path: `${p.path}.nodes.max`,
        value: `${duration(seconds)} on ${counted(nodes, "nodes")} that take ${duration(bootSeconds)} to boot: ${hours(nodes, seconds)}`,
        allowed: `${duration(smaller.seconds)} on ${counted(smaller.nodes, "nodes")}: ${hours(smaller.nodes, smaller.seconds)}`,
        fix: `run it on ${counted(smaller.nodes, "nodes")}, or queue further runs`,
      };
    });
  },
};
