import { checkEach, type Rule } from "../../rule";

export const gpuHealthUnchecked: Rule = {
  id: "gpu-health-unchecked",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes without health checks",
  why: "A GPU that has fallen off the bus, or a NIC that came up at half speed, slows or hangs every job that uses it, and the scheduler keeps assigning work to the node.",
  fix: "Keep the health check enabled (the default). A node that fails the check is drained with the reason.",
  verify: "On a node, `dcgmi diag -r 1` passes, and stopping nvidia-persistenced drains it.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html",
  check: (design) =>
    checkEach(design.gpuPools, ({ pool, path }) => {
      const slurm = design.slurm.find((s) => s.name === pool.adoptedBy?.name);
      if (pool.healthChecked && (slurm === undefined || slurm.healthChecked)) return null;
      const where = pool.healthChecked ? `schedulers.${slurm?.name}.healthChecked` : `${path}.healthChecked`;
      return {
        path: where,
        value: false,
        allowed: "true",
        fix: "remove the setting; the health check is enabled by default",
      };
    }),
};
