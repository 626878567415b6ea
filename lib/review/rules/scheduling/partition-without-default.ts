import { checkEach, type Rule } from "../../rule";

export const partitionWithoutDefault: Rule = {
  id: "partition-without-default",
  area: "scheduling",
  severity: "info",
  clouds: "all",
  title: "Slurm cluster without default partition",
  why: "`sbatch` without `-p` fails with `No partition specified`, the first error that a new user sees.",
  fix: "Set `default: true` on the partition that most jobs use.",
  verify: "`sinfo -h -o %P` marks one partition with an asterisk.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_Default",
  check: (design) =>
    checkEach(
      // A site whose Slurm they are added to has its own.
      design.slurm.filter((s) => s.partitions.length > 0 && s.joins === undefined),
      (s) => {
        const defaults = s.partitions.filter((p) => p.default).length;
        if (defaults === 1) return null;
        return {
          path: `schedulers.${s.name}.partitions`,
          value: `${defaults} default partitions`,
          allowed: "one",
          fix: "set default: true on one partition",
        };
      },
    ),
};
