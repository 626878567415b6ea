import { checkEach, type Rule } from "../../rule";

/** Where nothing that starts the nodes has a check of its own. */
const UNCHECKED_NODES =
  "run a check on the nodes that takes bad ones out of use: on Kubernetes DCGM with a node problem detector that cordons them, elsewhere the check of Slurm";

export const gpuHealthUnchecked: Rule = {
  id: "gpu-health-unchecked",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes without health checks",
  why: "A GPU that has fallen off the bus, or a NIC that came up at half speed, slows or hangs every job that uses it, and the scheduler keeps assigning work to the node.",
  fix: "Keep the health check enabled where it is the default: a node that fails it is drained with the reason. Where nothing checks the nodes, run a check that cordons bad ones; AKS reports bad GPUs of ND A100 v4 (40 GB) and ND H100 v5 nodes with its own driver.",
  verify: "On a node, `dcgmi diag -r 1` passes, and stopping nvidia-persistenced drains it.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html",
  check: (design) =>
    checkEach(design.gpuPools, ({ pool, path }) => {
      const slurm = design.slurm.find((s) => s.name === pool.adoptedBy?.name);
      const bySlurm = slurm !== undefined && !slurm.healthChecked;
      if (pool.healthChecked && !bySlurm) return null;
      return {
        path: bySlurm ? `schedulers.${slurm.name}.healthChecked` : `${path}.healthChecked`,
        value: false,
        allowed: "true",
        fix: bySlurm ? "remove the setting; the health check is enabled by default" : UNCHECKED_NODES,
      };
    }),
};
