import type { SlurmPool } from "./slurm-cluster";

/**
 * Whether NVLink goes on from node to node, in an UltraServer or another rack that a cloud sells: only jobs for which IMEX runs can use it. On nodes that
 * somebody owns, IMEX is its owner's.
 */
export const hasImex = ({
  instance,
  accelerator,
  ranges,
}: Pick<SlurmPool, "instance" | "accelerator" | "ranges">): boolean => {
  if (accelerator?.vendor !== "nvidia") return false;
  const spans = (instance.interconnect?.accelerators ?? 0) > instance.acceleratorCount;
  return instance.ultraServer !== null || (spans && ranges.every(({ kind }) => kind !== "owned"));
};
