/** What starts nodes and gives them work: Slurm, Kubernetes, or a fleet. */

import type { DeployedFineTuning, DeployedModel } from "./deployed-work";
import type { ExistingProfile } from "./pool";

export interface SlurmPartition {
  readonly name: string;
  readonly pools: readonly string[];
  readonly default: boolean;
  readonly exclusive: boolean;
  readonly priorityTier: number;
  readonly defaultTimeMinutes: number | null;
  readonly maxTimeMinutes: number | null;
  readonly preemptMode: "off" | "requeue" | "cancel";
  /** Idle time after which its nodes are stopped, minutes; absent where it is the scheduler's. */
  readonly suspendMinutes?: number;
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
      readonly accounting: "none" | "local" | "managed" | "external";
      /** Database that the cloud runs for `managed`; absent otherwise. */
      readonly database?: { readonly type: string; readonly storageGiB: number; readonly backupDays: number };
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
      /** Ray heads whose state a store may keep, those of clusters and of models that Ray serves; absent where they are not known. */
      readonly rayHeads?: number;
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
