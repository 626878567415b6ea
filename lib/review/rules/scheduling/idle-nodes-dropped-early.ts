import { set } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import { idleTimeoutOf } from "../../idle-timeout";
import { checkEach, type Rule } from "../../rule";

export const idleNodesDroppedEarly: Rule = {
  id: "idle-nodes-dropped-early",
  area: "scheduling",
  severity: "info",
  clouds: "all",
  title: "Idle timeout shorter than node boot time",
  why: "A node suspended between two jobs of a series is launched again: you pay for the boot time twice, and the next launch may find no capacity.",
  fix: "Set `suspendMinutes` to at least the boot time.",
  verify: "Compare `SuspendTime` with the time between `resume` and `idle` of a node in slurmctld.log.",
  source: "https://slurm.schedmd.com/elastic_computing.html",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) =>
        design.gpuPools
          .filter(({ pool }) => pool.adoptedBy?.name === s.name && pool.owned === undefined)
          .map(({ pool }) => ({ pool, ...idleTimeoutOf(s, pool.name) })),
      ),
      ({ pool, path, minutes }) =>
        minutes * 60 >= pool.bootSeconds
          ? null
          : {
              path,
              value: `${counted(minutes, "minutes")}`,
              allowed: `${counted(Math.ceil(pool.bootSeconds / 60), "minutes")} or more, the boot time of ${pool.name}`,
              fix: set("suspendMinutes", Math.max(10, Math.ceil(pool.bootSeconds / 60))),
            },
    ),
};
