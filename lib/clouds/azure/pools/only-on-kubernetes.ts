import { part, say } from "../../../remedies/sentence";
import { KUBERNETES_ALONE, type Unused } from "../../common/pools/unused-props";

/** Props of a pool that nodes of a fleet or of Slurm have no use for: nothing there shares GPUs out or reads taints. */
export const ONLY_ON_KUBERNETES: Unused = {
  without: {
    gpuSharing: say`which only Kubernetes does on Azure; leave it out, or give the pool to ${part("kubernetes")}`,
    taints: KUBERNETES_ALONE,
  },
};
