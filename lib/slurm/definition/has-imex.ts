import { interconnectSpansNodes } from "../../catalog/instance-types";
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
  return (
    instance.ultraServer !== null || (interconnectSpansNodes(instance) && ranges.every(({ kind }) => kind !== "owned"))
  );
};
