import { wholeUltraServers } from "../../../catalog/ultra-servers";
import { set } from "../../../remedies/remedy";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const nodesBeyondPlan: Rule = {
  id: "nodes-beyond-plan",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "More nodes than the best parallelism plan can use",
  why: "Batch size, attention heads and layers must be divisible by the parallel ranks. Nodes beyond the largest count that divides evenly, plus the spares that the run needs, idle at full price.",
  fix: "Set `nodes.max` to the count in the finding, or change the global batch size so that more ranks divide it.",
  verify: "`globalBatchSequences` divided by the data-parallel ranks must be a whole number.",
  source: "https://docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/features/parallelisms.html",
  check: (design) =>
    checkEach(
      [figuresOf(design)].flatMap(({ training, reliability }) =>
        training?.fits ? [{ training, spares: Math.max(1, reliability?.sparesNeeded.high ?? 1) }] : [],
      ),
      ({ training, spares }) => {
        const max = design.workPool?.pool.nodes.max ?? 0;
        const enough = wholeUltraServers(design.workPool?.type ?? null, training.nodes + spares);
        if (max <= enough) return null;
        return {
          path: `pools.${training.pool}.nodes.max`,
          value: `${max}, of which the run uses ${training.nodes}`,
          allowed: `${enough}: ${training.nodes} for the run and ${enough - training.nodes} spare`,
          fix: [set("nodes.max", enough), `set globalBatchSequences of the workload to a multiple of ${max}`],
        };
      },
    ),
};
