/**
 * What a cluster is, in plain and cloud-neutral terms. Sizing, review, slurm.conf, manifests and reports are pure functions
 * of these values; they never see a cloud resource.
 */

import type { ModelArchitecture } from "../catalog/model-architecture";
import type { AdopterKind } from "./adopters";
import type { AwsFabric, AwsNetworkInterface, AwsPool, GivenResource, TakenName } from "./aws/aws-model";
import type { DeployedFineTuning, DeployedModel } from "./deployed-work";
import type { Ownership } from "./ownership";
import type { DeclaredParallelism, Workload } from "./workload";

export type {
  AwsFabric,
  AwsNetworkInterface,
  AwsPool,
  DeclaredParallelism,
  DeployedFineTuning,
  DeployedModel,
  ModelArchitecture,
  Ownership,
  Workload,
};

/** Where nodes come from. The pool's list is an order: the first that can be had wins. */
export interface CapacitySource {
  readonly kind: "block" | "reservation" | "spot" | "on-demand";
  /** Reservation id of a block or reservation; null where only Terraform knows it. */
  readonly reservationId: string | null;
  /** Nodes that this source holds; null means as many as the pool wants. */
  readonly nodes: number | null;
  /** Zone the source is tied to; null where it follows the network. */
  readonly availabilityZone: string | null;
  /** Start and end of a Capacity Block, ISO 8601; null where not given. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

export interface Mount {
  /** Name of the file system in `Cluster.fileSystems`. */
  readonly fileSystem: string;
  /** Absolute path on the node. */
  readonly path: string;
  readonly readOnly: boolean;
}

/** How one GPU serves several users: hardware partitions (MIG), shares at the same time (MPS), turns, or not at all. */
export type GpuSharing =
  | { readonly kind: "none" }
  | { readonly kind: "mig"; readonly profile: string; readonly instancesPerGpu: number }
  | { readonly kind: "mps"; readonly replicas: number }
  | { readonly kind: "time-slicing"; readonly replicas: number };

/** How each node of a pool joins its fabric, in the same terms for every cloud. */
export interface PoolFabric {
  /** Name of the fabric in `Cluster.fabrics`. */
  readonly name: string;
  /** RDMA devices of each node: EFA interfaces, InfiniBand or RoCE ports; null where only their total rate is known. */
  readonly devices: number | null;
  /** Bandwidth of each device, Gb/s; null where it is not known. */
  readonly gbpsEach: number | null;
  /** Whether the fabric reads and writes GPU memory without a copy in host memory (GPUDirect RDMA); null where it is not known. */
  readonly gpuDirect: boolean | null;
}

/** A run of nodes that somebody owns: `dgx001` to `dgx016` at consecutive addresses of one /24. */
export interface OwnedNodes {
  readonly prefix: string;
  /** Digits of a number, with leading zeros; 0 for as many as it takes. */
  readonly width: number;
  readonly first: number;
  readonly last: number;
  /** IPv4 address of the first; null where DNS knows the nodes. */
  readonly address: string | null;
}

/** An instance profile that somebody else owns; its role must hold the policy that the stack's output of that name prints. */
export interface ExistingProfile {
  readonly name: string;
  readonly output: string;
  readonly actions: readonly string[];
}

export interface NodePool {
  readonly name: string;
  /** Catalog name; accelerators, cards, NVMe and CPU follow from it. */
  readonly instanceType: string;
  /** Types that Spot and On-Demand launches may take instead, in order; absent without. */
  readonly alternativeTypes?: readonly string[];
  readonly nodes: { readonly min: number; readonly max: number };
  readonly capacity: readonly CapacitySource[];
  /** The fabric that its nodes are on, and with what; null without. */
  readonly fabric: PoolFabric | null;
  /** Placement of on-demand and spot nodes, and, where it is `existing`, of a reservation's; blocks are placed already. */
  readonly placement: "cluster" | "partition" | "spread" | "existing" | "none";
  readonly availabilityZone: string | null;
  readonly image: { readonly family: string; readonly pinned: boolean };
  readonly sharing: GpuSharing;
  /** Security groups on each network interface; absent where they are not known at synth. */
  readonly securityGroups?: number;
  /** Where the node-local NVMe array is mounted; null without one. */
  readonly nvmeCache: { readonly mountPath: string; readonly sizeGB: number } | null;
  readonly mounts: readonly Mount[];
  readonly rootVolumeGiB: number;
  /** Operations and MB a second that the root volume is provisioned for; absent where they are not known. */
  readonly rootVolumeIops?: number;
  readonly rootVolumeMBps?: number;
  /** Threads that each core runs where simultaneous multithreading is off; absent for all that the type has. */
  readonly threadsPerCore?: number;
  readonly encrypted: boolean;
  readonly healthChecked: boolean;
  /** Absent where the library makes the role. */
  readonly existingProfile?: ExistingProfile;
  /** What is true of instances on AWS alone; absent elsewhere. */
  readonly aws?: AwsPool;
  /** Free labels: Slurm features, Kubernetes labels. */
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds from launch to a node that takes work; what timeouts are derived from. */
  readonly bootSeconds: number;
  /** Nodes that somebody owns, by the names that they have; absent where a cloud starts them. */
  readonly owned?: readonly OwnedNodes[];
  /** Nodes kept aside that take over from failed ones; absent where there are none besides `nodes`. */
  readonly spares?: number;
  /** Who starts the nodes; null until adopted. */
  readonly adoptedBy: { readonly kind: AdopterKind; readonly name: string } | null;
}

export interface Fabric {
  readonly name: string;
  readonly kind: "efa" | "infiniband" | "roce" | "ethernet";
  readonly availabilityZone: string | null;
  /** What is true of EFA alone; absent elsewhere. */
  readonly aws?: AwsFabric;
  /** Downlink to uplink capacity of the leaf switches; 1 or absent for a non-blocking fabric, or one that a cloud runs. */
  readonly oversubscription?: number;
}

export interface FileSystem {
  readonly name: string;
  readonly kind: "lustre" | "efs" | "openzfs" | "nfs" | "beegfs" | "cephfs" | "spectrum-scale" | "weka";
  readonly capacityGiB: number | null;
  /** Lustre only: tier of the catalog. */
  readonly deploymentType: string | null;
  readonly storageType: string | null;
  readonly throughputPerTiB: number | null;
  /** Whether clients reach it over the fabric (on AWS, EFA) instead of TCP. */
  readonly overFabric: boolean;
  /** Metadata IOPS provisioned; null for automatic or none. */
  readonly metadataIops: number | null;
  /**
   * MB/s provisioned for the whole file system (Intelligent-Tiering, OpenZFS, EFS in MiB/s); null or absent where it goes with the
   * capacity or the use.
   */
  readonly throughputMBps?: number | null;
  /** SSD read cache of Intelligent-Tiering, GiB; "proportional" where AWS sizes it by the throughput; null or absent without one. */
  readonly readCacheGiB?: number | "proportional" | null;
  readonly compression: boolean;
  readonly encrypted: boolean;
  /** Whether root on nodes is an unprivileged user there; absent where it is not known. */
  readonly rootSquashed?: boolean;
  readonly deletionProtected: boolean;
  readonly backupRetentionDays: number;
  /** Buckets it imports from or exports to. */
  readonly dataRepositories: readonly {
    readonly bucket: string;
    readonly path: string;
    readonly imports: boolean;
    readonly exports: boolean;
  }[];
  readonly availabilityZones: readonly string[];
  readonly existing: boolean;
}

export interface Bucket {
  readonly name: string;
  readonly purpose: "checkpoints" | "datasets" | "programs" | "logs";
  readonly versioned: boolean;
  readonly encrypted: boolean;
  readonly publicAccessBlocked: boolean;
  readonly deletionProtected: boolean;
}

export interface Network {
  readonly name: string;
  readonly region: string | null;
  readonly existing: boolean;
  readonly egress: "nat" | "endpoints-only";
  readonly natGateways: number;
  /** Whether object storage is reached by an endpoint in the network that costs nothing (on AWS a gateway endpoint for S3), not through NAT. */
  readonly objectStorageEndpoint: boolean;
  /** Private endpoints of the cloud's services in the network, by short name (on AWS, interface endpoints). */
  readonly privateEndpoints: readonly string[];
  readonly flowLogs: boolean;
  readonly dnsSupport: boolean;
  readonly dnsHostnames: boolean;
  /** Subnets that nodes are launched into. */
  readonly computeSubnets: readonly {
    readonly availabilityZone: string | null;
    /** Addresses that instances may take (AWS keeps five of each subnet); null for an existing one of unknown size. */
    readonly usableAddresses: number | null;
    readonly public: boolean;
  }[];
  /** Security groups of nodes that let the whole internet in by SSH; absent where they are not read. */
  readonly sshOpenGroups?: readonly string[];
}

export interface Monitoring {
  readonly name: string;
  readonly idleGpuMinutes: number | null;
  readonly alarms: readonly string[];
  readonly monthlyBudgetUsd: number | null;
  readonly dashboards: boolean;
}

export interface SlurmPartition {
  readonly name: string;
  readonly pools: readonly string[];
  readonly default: boolean;
  readonly exclusive: boolean;
  readonly priorityTier: number;
  readonly defaultTimeMinutes: number | null;
  readonly maxTimeMinutes: number | null;
  readonly preemptMode: "off" | "requeue" | "cancel";
}

/** Data that moves between a site and the cloud where its further nodes are. */
export interface Staging {
  /** Dataset that must be in the cloud before the first run, TB (10^12 bytes). */
  readonly toCloudTB: number;
  /** Results that go back, TB per month. */
  readonly toSitePerMonthTB: number;
  /** Rate of the link, Gb/s. */
  readonly linkGbps: number;
}

export type Scheduler =
  | {
      readonly kind: "slurm";
      readonly name: string;
      readonly version: string;
      /** Empty where it is not an instance of the cluster: on premises, or managed. */
      readonly headInstanceType: string;
      /** A controller that the cloud runs, with what it is billed by; absent for one of the cluster's own. */
      readonly managed?: {
        readonly service: string;
        readonly size: "small" | "medium" | "large";
        /** Instances that it manages at most, login nodes too. */
        readonly nodes: number;
        readonly accounting: boolean;
      };
      readonly backupController: boolean;
      readonly autoRecovery: boolean;
      readonly stateProtected: boolean;
      readonly accounting: "none" | "local" | "external";
      readonly loginNodes: number;
      /** Login nodes by pool; absent where only their number is known. */
      readonly loginPools?: readonly { readonly name: string; readonly instanceType: string; readonly nodes: number }[];
      /** EBS volumes of head and login nodes and of the state, GiB together; absent where they are not known. */
      readonly volumesGiB?: number;
      /** Volume of Slurm's state whose snapshots are kept, GiB, and how many are; absent where the schedule is not known. */
      readonly stateSnapshots?: { readonly volumeGiB: number; readonly everyHours: number; readonly keep: number };
      /** Where head and login nodes mount a shared file system for home directories; null where they do not, absent where not known. */
      readonly homePath?: string | null;
      /** Of head and login nodes; absent where the library makes their roles. */
      readonly existingProfiles?: readonly ExistingProfile[];
      /** CIDRs that may reach the login nodes; empty with Session Manager only. */
      readonly loginCidrs: readonly string[];
      readonly suspendMinutes: number;
      readonly resumeTimeoutSeconds: number;
      readonly preemption: "none" | "qos" | "partition";
      readonly healthChecked: boolean;
      /** Cluster of a site that its partitions are added to, whose controllers and own partitions are there; absent where the cluster is whole. */
      readonly joins?: string;
      /** What moves between the cloud and the site that its controllers are on; absent where they are in the cloud or it is not known. */
      readonly staging?: Staging;
      readonly partitions: readonly SlurmPartition[];
    }
  | {
      readonly kind: "kubernetes";
      readonly name: string;
      readonly version: string;
      readonly publicEndpoint: boolean;
      readonly publicEndpointCidrs: readonly string[];
      readonly secretsEncrypted: boolean;
      readonly provisioner: "managed" | "karpenter";
      readonly queueing: "kueue" | "kai" | "none";
      readonly gcsFaultTolerance: boolean;
      /** Services of the cloud that its nodes and pods call, by the short names of their private endpoints; absent where they are not known. */
      readonly calledServices?: readonly string[];
      readonly workerGroups: readonly {
        readonly name: string;
        readonly pool: string;
        readonly gpusPerPod: number;
        /** Devices of the fabric that each pod requests (on EKS `vpc.amazonaws.com/efa`). */
        readonly rdmaDevicesPerPod: number;
        /** Huge pages of 2 MiB that each pod requests; null where its fabric's software is told to use none. */
        readonly hugePages2MiB: number | null;
        readonly hosts: number;
        /** Whether its pods may work alone, as those of a cluster that people submit to; absent where they work as one. */
        readonly independent?: boolean;
      }[];
      /** Nodes for controllers and Ray heads, which always run; absent where they are not known. */
      readonly systemNodes?: { readonly instanceType: string; readonly nodes: number; readonly rootVolumeGiB: number };
      /** Valkey for the state of Ray heads; null without, absent where it is not known. */
      readonly stateStore?: { readonly nodeType: string; readonly nodes: number } | null;
      /** Whether nodes unpack the layers of an image side by side; absent where it is not known. */
      readonly parallelImagePull?: boolean;
      /** Seconds that new nodes of a pool are checked before they take work, by pool; absent without. */
      readonly nodeCheckSeconds?: Readonly<Record<string, number>>;
      /** Whether logs of pods are shipped to a log service; absent where it is not known. */
      readonly podLogs?: boolean;
      /** Load balancers that Kubernetes makes; absent where they are not known. */
      readonly loadBalancers?: number;
      /** Models that it serves; absent where they are not known at synth. */
      readonly serving?: readonly DeployedModel[];
      /** Fine-tuning runs; absent where they are not known at synth. */
      readonly fineTuning?: readonly DeployedFineTuning[];
    }
  | {
      readonly kind: "fleet";
      readonly name: string;
      readonly pool: string;
      readonly replaceUnhealthy: boolean;
      readonly scaling: "fixed" | "target-tracking";
      /** Nodes that it starts, which stay where nothing scales it; absent where it is not known. */
      readonly size?: number;
      /** Nodes that are kept stopped to start faster, and the root volume that each keeps; absent without. */
      readonly stoppedNodes?: {
        readonly nodes: number;
        readonly rootVolumeGiB: number;
        readonly rootVolumeIops: number;
        readonly rootVolumeMBps: number;
      };
    };

/** What a role of the cluster may do: allowed actions and the resources they are allowed on. */
export interface Role {
  readonly name: string;
  readonly statements: readonly { readonly actions: readonly string[]; readonly resources: readonly string[] }[];
}

/** A cloud by name, one of a user's own included; `onprem` is nodes that somebody owns. */
export type CloudName = "aws" | "azure" | "gcp" | "onprem" | (string & {});

export interface Cluster {
  readonly name: string;
  readonly cloud: CloudName;
  readonly region: string | null;
  readonly networks: readonly Network[];
  readonly fabrics: readonly Fabric[];
  readonly fileSystems: readonly FileSystem[];
  readonly buckets: readonly Bucket[];
  readonly pools: readonly NodePool[];
  readonly schedulers: readonly Scheduler[];
  readonly monitoring: readonly Monitoring[];
  readonly workload: Workload | null;
  /** What the site can feed, for clusters on premises; absent where a cloud sees to it. */
  readonly site?: {
    /** Power for the nodes, kW; null where not known. */
    readonly powerKilowatts: number | null;
    /** Power of one rack, kW; null where not known. */
    readonly rackKilowatts: number | null;
    /** Power usage effectiveness of the site; absent where not known. */
    readonly pue?: number;
  };
  /** What nodes of one's own would cost, as quoted; absent where it is not asked. */
  readonly ownership?: Ownership;
  /** Resources of AWS that exist already and that the design names; absent where there are none. */
  readonly given?: readonly GivenResource[];
  /** Names that AWS takes once and that begin with the cluster's, as far as they are known at synth; absent where there are none. */
  readonly names?: readonly TakenName[];
  /** How many Terraform resources of each type it has; absent where it is not read from resources. */
  readonly resources?: Readonly<Record<string, number>>;
  /** Roles that nodes and services of the cluster take on, as far as their policies are known at synth. */
  readonly roles?: readonly Role[];
}
