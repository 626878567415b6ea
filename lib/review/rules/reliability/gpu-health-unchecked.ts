import { checkEach, type Rule } from "../../rule";

export const gpuHealthUnchecked: Rule = {
  id: "gpu-health-unchecked",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes that join without a health check",
  why: "A GPU that fell off the bus or a card that came up at half speed slows or hangs every job it is part of; the scheduler keeps giving it work.",
  fix: "Leave the health check on; a node whose check fails is drained with the reason.",
  verify: "On a node, `dcgmi diag -r 1` passes, and stopping nvidia-persistenced drains it.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html",
  check: (design) =>
    checkEach(design.gpuPools, ({ pool, path }) => {
      const slurm = design.slurm.find((s) => s.name === pool.adoptedBy?.name);
      if (pool.healthChecked && (slurm === undefined || slurm.healthChecked)) return null;
      const where = pool.healthChecked ? `schedulers.${slurm?.name}.healthChecked` : `${path}.healthChecked`;
      return { path: where, value: false, allowed: "true", fix: "leave the health check at its default" };
    }),
};
