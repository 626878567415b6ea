import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const defaultTimeAboveLimit: Rule = {
  id: "default-time-above-limit",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Partition default time above its time limit",
  why: "Jobs without an explicit time then request more than the partition allows, and Slurm leaves them pending with PartitionTimeLimit.",
  fix: "Set `defaultTimeMinutes` to `maxTimeMinutes` or less.",
  verify: "`sbatch --wrap hostname` without a time limit starts instead of pending with PartitionTimeLimit.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_DefaultTime",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) =>
        s.partitions.flatMap((p) =>
          p.defaultTimeMinutes === null || p.maxTimeMinutes === null
            ? []
            : [
                {
                  path: `schedulers.${s.name}.partitions.${p.name}`,
                  usual: p.defaultTimeMinutes,
                  most: p.maxTimeMinutes,
                },
              ],
        ),
      ),
      ({ path, usual, most }) =>
        usual <= most
          ? null
          : {
              path: `${path}.defaultTimeMinutes`,
              value: usual,
              allowed: `${most} or less`,
              fix: set("defaultTimeMinutes", most),
            },
    ),
};
