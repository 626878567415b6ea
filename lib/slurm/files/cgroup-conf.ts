/**
 * A job can use the cores, the memory and the GPUs that it was given, and no others; swap is closed, since a GPU job that swaps is
 * lost anyway. Slurm holds it to them only with `task/cgroup` among the task plugins.
 * @see https://slurm.schedmd.com/cgroup.conf.html
 */
export const CONSTRAINED = `ConstrainCores=yes
ConstrainDevices=yes
ConstrainRAMSpace=yes
ConstrainSwapSpace=yes
AllowedSwapSpace=0
`;

/** Task plugins that hold a job to what it was given and bind its tasks. @see https://slurm.schedmd.com/slurm.conf.html#OPT_TaskPlugin */
export const TASK_PLUGINS = "task/cgroup,task/affinity";

/** cgroup.conf of a node of its own: `autodetect` takes cgroup v2 where the kernel has it. */
export function cgroupConf(): string {
  return `# cgroup.conf, written by warpform
CgroupPlugin=autodetect
${CONSTRAINED}`;
}
