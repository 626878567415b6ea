import { checkEach, type Rule } from "../../rule";

export const preemptionWithoutOrder: Rule = {
  id: "preemption-without-order",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "Preemption enabled without priority tiers",
  why: "Partition preemption acts on jobs in partitions with a lower `PriorityTier`. With a single tier, or no preemptible partition, urgent jobs wait like any other.",
  fix: 'Set a higher `priorityTier` on urgent partitions, and on the others `preemptMode: "requeue"`.',
  verify: "`scontrol show partition | grep -E 'PartitionName|PriorityTier|PreemptMode'` shows at least two tiers.",
  source: "https://slurm.schedmd.com/preempt.html",
  check: (design) =>
    checkEach(
      design.slurm.filter((s) => s.preemption === "partition"),
      (s) => {
        const tiers = s.partitions.map((p) => p.priorityTier);
        const lowest = Math.min(...tiers);
        const yields = s.partitions.some((p) => p.preemptMode !== "off" && p.priorityTier < Math.max(...tiers));
        if (yields) return null;
        return {
          path: `schedulers.${s.name}.preemption`,
          value: `partition, tiers ${[...new Set(tiers)].sort((a, b) => a - b).join(", ") || "none"}`,
          allowed: "two tiers, with preemptMode requeue or cancel on the lower one",
          fix: `set priorityTier ${Number.isFinite(lowest) ? lowest + 1 : 2} on urgent partitions and preemptMode "requeue" on the others`,
        };
      },
    ),
};
