import { checkEach, type Rule } from "../../rule";

const LONG_MINUTES = 30;

export const idleNodesKeptLong: Rule = {
  id: "idle-nodes-kept-long",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes kept for more than half an hour after their last job",
  why: "Each idle node is billed in full. At a dozen bursts a day an hour of waiting doubles the bill of short jobs.",
  fix: "Set `suspendMinutes` to 10 to 30: longer than a node takes to boot, shorter than a meeting.",
  verify: "`sinfo -t idle` against `SuspendTime` of `scontrol show config`.",
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
              fix: "set suspendMinutes to 10",
            }
          : null,
    ),
};
