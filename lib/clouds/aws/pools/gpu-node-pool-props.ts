import type { GpuSharing } from "../../common/gpu-sharing";
import type { NodeTaint } from "../../../model/pool";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { BootStep, PoolMount } from "../shared/boot-step";
import type { Capacity } from "./capacity/capacity";
import type { Image } from "./image";
import type { NvmeCache } from "./nvme/nvme-cache";
import type { Placement } from "./placement";

export interface GpuNodePoolProps {
  /** Network whose compute subnet the nodes are in. */
  readonly network: IClusterNetwork;
  /** EC2 instance type of the catalog, `p5.48xlarge`; types without GPUs make CPU pools. */
  readonly instanceType: string;
  /**
   * Further instance types that Spot and On-Demand launches may take, in order of preference after `instanceType`: the same accelerators,
   * network cards, disks and architecture, and at least its vCPUs and memory, so that whatever fits `instanceType` fits all. At most 19.
   * Under Slurm they have as many CPUs. Karpenter takes the cheapest of them. Capacity Blocks and reservations hold `instanceType` alone.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-fleet-allocation-strategy.html
   * @default - none
   */
  readonly alternativeTypes?: readonly string[];
  /** How few and how many nodes there may be, whole numbers, 0 <= min <= max, max at least 1. */
  readonly nodes: {
    /** Fewest nodes. */
    readonly min: number;
    /** Most nodes. */
    readonly max: number;
  };
  /** Fabric that joins the nodes; the type must have EFA. @default - none: one plain network interface */
  readonly fabric?: InfiniBandFabric;
  /**
   * Where nodes come from, in order of preference. A Capacity Block's nodes count within `nodes.max`. On Kubernetes each source
   * may grow to its own `nodes`, else to `nodes.max`, independently: give sources `nodes` that add up where workloads outside of queues
   * could ask for more than the pool.
   * @default [Capacity.onDemand()]
   */
  readonly capacity?: readonly Capacity[];
  /**
   * How nodes are placed. Blocks and reservations never get a group of this library's making.
   * @default - a cluster placement group for on-demand and spot nodes of a pool with a fabric and more than one node; else none
   */
  readonly placement?: Placement;
  /**
   * Machine image.
   * @default - Ubuntu 24.04, in a NodeFleet that mounts Lustre 22.04: the Deep Learning base image for NVIDIA GPUs, the plain one
   * for CPU types
   */
  readonly image?: Image;
  /** Array of the local NVMe disks. @default - at /scratch where the type has such disks */
  readonly nvmeCache?: NvmeCache;
  /** File systems to mount: `scratch.mount("/fsx")`. @default - none */
  readonly mounts?: readonly PoolMount[];
  /** How GPUs are shared. @default - one user a GPU */
  readonly gpuSharing?: GpuSharing;
  /** Further steps at boot. @default - none */
  readonly bootSteps?: readonly BootStep[];
  /** Root volume, GiB, 30 to 65,536. @default 200 */
  readonly rootVolumeGiB?: number;
  /**
   * IOPS of the root volume (gp3), 3,000 to 80,000 and at most 500 per GiB. 3,000 are part of its price.
   * @default - 6000, and four per MiB/s of `rootVolumeMBps` where that is more
   * @see https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
   */
  readonly rootVolumeIops?: number;
  /**
   * Throughput of the root volume (gp3), MiB/s, 125 to 2,000 and at most a quarter of its IOPS. 125 are part of its price. Container images
   * unpack to this volume on nodes without local disks.
   * @default 500
   */
  readonly rootVolumeMBps?: number;
  /**
   * KMS key of the root volume. Its policy must let those who start nodes use it: for a NodeFleet the role
   * AWSServiceRoleForAutoScaling, without which nodes end at once with Client.InternalError.
   * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html
   * @default - the account's key for EBS
   */
  readonly volumeKmsKeyArn?: string;
  /**
   * Hops that instance-metadata answers may travel, 1 to 64; containers need 2.
   * @default - 2; on Kubernetes 1, so that pods do not take their node's role
   */
  readonly imdsHopLimit?: number;
  /**
   * Threads per core, 1 or 2: 1 turns simultaneous multithreading (SMT, Hyper-Threading) off, as many HPC codes want it. Nodes then have
   * half the vCPUs, in Slurm too, at the same price; vCPU quotas are counted as if they had all. Not for metal and hpc types, types of one
   * thread per core, nor on Kubernetes.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-cpu-options-rules.html
   * @default - as many as the type has
   */
  readonly threadsPerCore?: 1 | 2;
  /** Detailed (one-minute) EC2 monitoring. @default true */
  readonly detailedMonitoring?: boolean;
  /**
   * Name of an existing instance profile. Its role must hold AmazonSSMManagedInstanceCore and the policy that the stack's output
   * `<pool>_profile-policy` prints: without, nodes can neither report themselves healthy nor read what they need.
   * @default - one is made with least privilege
   */
  readonly instanceProfileName?: string;
  /** ARN of the permissions boundary for the role that is made. @default - none */
  readonly permissionsBoundaryArn?: string;
  /** Further security groups. @default - none */
  readonly securityGroupIds?: readonly string[];
  /** Free labels: Slurm features, Kubernetes labels. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Taints of the nodes on Kubernetes, in addition to `nvidia.com/gpu`, which keep off pods that do not tolerate them. Workloads of the
   * cluster that names the pool tolerate them, and so do its agents; pods of others do not.
   * @default - none of your own
   */
  readonly taints?: readonly NodeTaint[];
  /** Tags of instances, volumes and interfaces, in addition to the network's. @default - none */
  readonly tags?: Readonly<Record<string, string>>;
}
