import { set } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import type { Design } from "../../design";
import { type IdleTimeout, idleTimeoutOf } from "../../idle-timeout";
import { checkEach, type Rule } from "../../rule";

const LONG_MINUTES = 30;

/** Idle timeouts of the GPU pools that are billed by the hour, each once. */
function timeoutsOf(design: Design): readonly IdleTimeout[] {
  const each = design.slurm.flatMap((slurm) =>
    design.gpuPools
      .filter(({ pool }) => pool.adoptedBy?.name === slurm.name)
      .filter(({ pool }) => pool.capacity.some(({ kind }) => kind === "on-demand" || kind === "spot"))
      .map(({ pool }) => idleTimeoutOf(slurm, pool.name)),
  );
  return [...new Map(each.map((timeout) => [timeout.path, timeout])).values()];
}

export const idleNodesKeptLong: Rule = {
  id: "idle-nodes-kept-long",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Idle timeout of GPU nodes above 30 minutes",
  why: "Idle nodes are billed in full. With a dozen bursts per day, a one-hour idle timeout doubles the cost of short jobs.",
  fix: "Set `suspendMinutes` to 10–30: longer than a node takes to boot, and no longer than the usual gap between jobs.",
  verify: "Compare how long nodes stay in `sinfo -t idle` with `SuspendTime` in `scontrol show config`.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_SuspendTime",
  check: (design) =>
    checkEach(timeoutsOf(design), ({ path, minutes }) =>
      minutes > LONG_MINUTES
        ? {
            path,
            value: `${counted(minutes, "minutes")}`,
            allowed: `${LONG_MINUTES} minutes or less`,
            fix: set("suspendMinutes", 10),
          }
        : null,
    ),
};
