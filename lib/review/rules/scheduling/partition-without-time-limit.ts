import { checkEach, type Rule } from "../../rule";

export const partitionWithoutTimeLimit: Rule = {
  id: "partition-without-time-limit",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "partition whose jobs may run for ever",
  why: "A job that hangs holds its GPUs until somebody notices, and without limits Slurm's backfill cannot plan: short jobs wait behind long ones although nodes are free.",
  fix: "Set `maxTimeMinutes`, and a `defaultTimeMinutes` for jobs that name none.",
  verify: "`sinfo -o '%P %l %L'` shows neither `infinite`.",
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
              fix: "set maxTimeMinutes, 10080 for a week",
            }
          : null,
    ),
};
