import type { NodeTaint } from "../../../model/kubernetes/node-taint";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { PoolMount } from "../shared/mount";
import type { Capacity } from "./capacity";

export interface GpuNodePoolProps {
  /** Network of the nodes. */
  readonly network: IClusterNetwork;
  /** Size of the nodes, `Standard_ND96isr_H100_v5`. Changing it replaces the nodes. */
  readonly instanceType: string;
  /** Minimum and maximum number of nodes. In a fabric of racks (GB200, GB300) both are multiples of 18. */
  readonly nodes: {
    /** Number of nodes that always run. */
    readonly min: number;
    /** Maximum number of nodes. */
    readonly max: number;
  };
  /** SSH key of the administrator `warpform`, as `ssh-ed25519 …` or `ssh-rsa …`. @default - the Terraform variable `admin_public_key` */
  readonly adminPublicKey?: string;
  /** InfiniBand fabric between the nodes; it belongs to this pool alone, because it ends at a scale set. @default - none: nodes communicate over Ethernet */
  readonly fabric?: InfiniBandFabric;
  /** Purchase option of the nodes: a scale set has one, without fallback. @default - on demand */
  readonly capacity?: readonly [Capacity];
  /**
   * Version of the image microsoft-dsvm:ubuntu-hpc, as `az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --all` prints.
   * @default - the newest when a node is made
   */
  readonly imageVersion?: string;
  /** Size of the OS disk, GiB. 64 GiB are too small for containers. @default 256 */
  readonly rootVolumeGiB?: number;
  /** Path of the local NVMe disks as one array, lost when a node is deallocated. @default /scratch-local where the size has them */
  readonly nvmePath?: string;
  /** File systems to mount: `lustre.mount("/scratch")`. @default - none */
  readonly mounts?: readonly PoolMount[];
  /** How GPUs are shared, on a pool of a KubeRayCluster: `GpuSharing.timeSlicing(4)`. @default - one user a GPU */
  readonly gpuSharing?: GpuSharing;
  /**
   * Taints of the nodes on Kubernetes, in addition to `nvidia.com/gpu`, which keep off pods that do not tolerate them. Workloads of the
   * cluster that names the pool tolerate them, and so do its agents; pods of others do not.
   * @default - none of your own
   */
  readonly taints?: readonly NodeTaint[];
}
