import { checkEach, type Rule } from "../../rule";

export const preemptionWithoutOrder: Rule = {
  id: "preemption-without-order",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "preemption on, but nothing may preempt anything",
  why: "Partition preemption moves jobs of a lower `PriorityTier` aside. With one tier for all, or no partition that may be preempted, urgent jobs wait like any other.",
  fix: 'Give urgent partitions a higher `priorityTier`, and the others `preemptMode: "requeue"`.',
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
          allowed: "two tiers, the lower with preemptMode requeue or cancel",
          fix: `give urgent partitions priorityTier ${Number.isFinite(lowest) ? lowest + 1 : 2} and the others preemptMode "requeue"`,
        };
      },
    ),
};
