import { checkEach, type Rule } from "../../rule";

export const partitionWithoutTimeLimit: Rule = {
  id: "partition-without-time-limit",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "Partition without time limit",
  why: "A hung job holds its GPUs until it is noticed. Without time limits, Slurm backfill cannot plan, and short jobs wait behind long ones although nodes are free.",
  fix: "Set `maxTimeMinutes`, and `defaultTimeMinutes` for jobs without an explicit time.",
  verify: "`sinfo -o '%P %l %L'` shows no `infinite`.",
  source: "https://slurm.schedmd.com/sched_config.html https://slurm.schedmd.com/slurm.conf.html#OPT_MaxTime",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => s.partitions.map((p) => ({ s, p }))),
      ({ s, p }) =>
        p.maxTimeMinutes === null
          ? {
              path: `schedulers.${s.name}.partitions.${p.name}.maxTimeMinutes`,
              value: null,
              allowed: "a number of minutes",
              fix: "set maxTimeMinutes, for example to 10080 (one week)",
            }
          : null,
    ),
};
