import type { SlurmPool } from "./slurm-cluster";

/** Whether NVLink goes on from node to node, in an UltraServer of NVIDIA's: only jobs for which IMEX runs can use it. */
export const hasImex = ({ instance, accelerator }: Pick<SlurmPool, "instance" | "accelerator">): boolean =>
  instance.ultraServer !== null && accelerator?.vendor === "nvidia";
