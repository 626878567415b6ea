import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

const LONG_MINUTES = 30;

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
    checkEach(
      design.slurm.filter((s) =>
        design.gpuPools.some(
          ({ pool }) =>
            pool.adoptedBy?.name === s.name && pool.capacity.some((c) => c.kind === "on-demand" || c.kind === "spot"),
        ),
      ),
      (s) =>
        s.suspendMinutes > LONG_MINUTES
          ? {
              path: `schedulers.${s.name}.suspendMinutes`,
              value: `${s.suspendMinutes} minutes`,
              allowed: `${LONG_MINUTES} minutes or less`,
              fix: set("suspendMinutes", 10),
            }
          : null,
    ),
};
