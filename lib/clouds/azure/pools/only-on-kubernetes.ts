import type { Unused } from "../../common/unused-props";

/** Props of a pool that nodes of a fleet or of Slurm have no use for: nothing there shares GPUs out or reads taints. */
export const ONLY_ON_KUBERNETES: Unused = {
  without: {
    gpuSharing: "which only Kubernetes does on Azure; leave it out, or make a KubeRayCluster",
    taints: "which are Kubernetes' alone; leave them out",
  },
};
