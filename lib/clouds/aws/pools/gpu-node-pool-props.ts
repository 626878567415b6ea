import type { NodeTaint } from "../../../model/kubernetes/node-taint";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
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
  /** Minimum and maximum number of nodes: whole numbers, 0 <= min <= max, max at least 1. */
  readonly nodes: {
    /** Minimum number of nodes. */
    readonly min: number;
    /** Maximum number of nodes. */
    readonly max: number;
  };
  /** Fabric between the nodes; the instance type must support EFA. @default - none: one plain network interface */
  readonly fabric?: InfiniBandFabric;
  /**
   * Where nodes come from, in order of preference. Nodes of a Capacity Block count toward `nodes.max`. On Kubernetes, each source
   * scales independently to its own `nodes`, or to `nodes.max`: set `nodes` of the sources so that they add up to it if workloads
   * outside queues could request more than the pool.
   * @default [Capacity.onDemand()]
   */
  readonly capacity?: readonly Capacity[];
  /**
   * Placement of nodes. Nodes of Capacity Blocks and reservations get no placement group.
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
  /** How pods or jobs share a GPU. @default - one workload per GPU */
  readonly gpuSharing?: GpuSharing;
  /** Additional boot steps. @default - none */
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
   * KMS key of the root volume. Its key policy must allow the service that launches nodes: for a NodeFleet the role
   * AWSServiceRoleForAutoScaling. Otherwise nodes terminate at launch with Client.InternalError.
   * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html
   * @default - the account's key for EBS
   */
  readonly volumeKmsKeyArn?: string;
  /**
   * Hop limit of instance metadata responses, 1 to 64; containers need 2.
   * @default - 2; on Kubernetes 1, so that pods cannot use the role of their node
   */
  readonly imdsHopLimit?: number;
  /**
   * Threads per core, 1 or 2: 1 turns off simultaneous multithreading (SMT, Hyper-Threading), which many HPC codes require. Nodes then have
   * half the vCPUs, in Slurm too, at the same price; vCPU quotas are counted as if they had all. Not for metal and hpc types or
   * types with one thread per core, and not on Kubernetes.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-cpu-options-rules.html
   * @default - as many as the type has
   */
  readonly threadsPerCore?: 1 | 2;
  /** Detailed (one-minute) EC2 monitoring. @default true */
  readonly detailedMonitoring?: boolean;
  /**
   * Name of an existing instance profile. Its role must have AmazonSSMManagedInstanceCore and the policy in the stack output
   * `<pool>_profile-policy`. Without them, nodes cannot report that they are healthy or read their configuration.
   * @default - one is created with least privilege
   */
  readonly instanceProfileName?: string;
  /** ARN of the permissions boundary for the role that is created. @default - none */
  readonly permissionsBoundaryArn?: string;
  /** IDs of additional security groups. @default - none */
  readonly securityGroupIds?: readonly string[];
  /** Your own labels: features in Slurm, node labels in Kubernetes. @default - none */
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
