/**
 * What a cluster is, in plain and cloud-neutral terms. Sizing, review, slurm.conf, manifests and reports are pure functions
 * of these values; they never see a cloud resource.
 */

import type { ModelArchitecture } from "../catalog/model-architecture";
import type { AwsFabric, AwsNetworkInterface, AwsPool, EbsVolume, GivenResource, TakenName } from "./aws/aws-model";
import type { DeployedFineTuning, DeployedModel } from "./deployed-work";
import type { NodeTaint } from "./kubernetes/node-taint";
import type { Ownership } from "./ownership";
import type { CapacitySource, ExistingProfile, GpuSharing, Mount, NodePool, OwnedNodes, PoolFabric } from "./pool";
import type { Scheduler, SlurmPartition, Staging } from "./scheduler";
import type { DeclaredParallelism, Workload } from "./workload";

export type {
  AwsFabric,
  AwsNetworkInterface,
  AwsPool,
  CapacitySource,
  DeclaredParallelism,
  DeployedFineTuning,
  DeployedModel,
  EbsVolume,
  ExistingProfile,
  GpuSharing,
  ModelArchitecture,
  Mount,
  NodePool,
  NodeTaint,
  OwnedNodes,
  Ownership,
  PoolFabric,
  Scheduler,
  SlurmPartition,
  Staging,
  Workload,
};

export interface Fabric {
  readonly name: string;
  readonly kind: "efa" | "infiniband" | "roce" | "ethernet";
  readonly availabilityZone: string | null;
  /** What is true of EFA alone; absent elsewhere. */
  readonly aws?: AwsFabric;
  /** Downlink to uplink capacity of the leaf switches; 1 or absent for a non-blocking fabric, or one that a cloud runs. */
  readonly oversubscription?: number;
  /** Its switches, where they are planned with the cluster; absent where a cloud runs them. */
  readonly switches?: FabricSwitches;
}

/** Switches of a fat-tree by tier. */
export interface FabricSwitches {
  readonly leaves: number;
  /** 0 for a fabric of one switch. */
  readonly spines: number;
  /** 0 below three tiers. */
  readonly cores: number;
  /** Nodes that are connected to the same leaves: a scalable unit of a rail-optimized tree, else one leaf. */
  readonly nodesPerUnit: number;
  readonly units: number;
  /** Links between a tier and the next, and the rate of each, Gb/s; null where the rate is not known. */
  readonly leafSpineLinks: number;
  readonly spineCoreLinks: number;
  readonly linkGbps: number | null;
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
  /** Whether the design lets somebody write to it: nodes of a pool, pods; absent where it is not known. */
  readonly writable?: boolean;
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
  /** Whether alarms are sent to somebody: by mail, or to a topic that exists already; absent where it is not known. */
  readonly alarmsNotify?: boolean;
  /** Pools whose nodes send metrics and logs by an agent that the cloud bills for; absent where there are none. */
  readonly agentPools?: readonly string[];
  readonly monthlyBudgetUsd: number | null;
  readonly dashboards: boolean;
}

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
