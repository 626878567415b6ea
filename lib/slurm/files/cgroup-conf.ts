/**
 * cgroup.conf: a job can use the cores, the memory and the GPUs that it was given, and no others. `autodetect` takes cgroup v2 where
 * the kernel has it; swap is closed, since a GPU job that swaps is lost anyway.
 * @see https://slurm.schedmd.com/cgroup.conf.html
 */
export function cgroupConf(): string {
  return `# cgroup.conf, written by warpform
CgroupPlugin=autodetect
ConstrainCores=yes
ConstrainDevices=yes
ConstrainRAMSpace=yes
ConstrainSwapSpace=yes
AllowedSwapSpace=0
`;
}
