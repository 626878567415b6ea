import type { PlatformRdma, PlatformSoftware } from "../../../catalog/kubernetes-platforms";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import type { Workloads } from "../../../kubernetes/workloads";
import type { Ownership, Workload } from "../../../model/model";
import type { ExistingSlurm } from "./slurm/existing-slurm-props";

/** Kubernetes platforms that the catalog describes. */
export const PLATFORM_NAMES = [
  "coreweave",
  "nebius",
  "crusoe",
  "together",
  "lambda",
  "oke",
  "gke",
  "aks",
  "doks",
  "vultr",
  "rke2",
  "kubeadm",
] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** How Terraform connects to the cluster: a kubeconfig, or an address with credentials. */
export interface ClusterConnection {
  /** Path of a kubeconfig file, which the Helm provider reads at plan and apply. @default - none: give host */
  readonly kubeconfigPath?: string;
  /** Context in that kubeconfig. @default - its current context */
  readonly kubeconfigContext?: string;
  /** URL of the Kubernetes API server, `https://…`; requires `exec` or `token`. @default - none: give kubeconfigPath */
  readonly host?: string;
  /** PEM of the cluster's certificate authority (CA). @default - the CAs that the operating system trusts */
  readonly clusterCaCertificate?: string;
  /** Bearer token, as a reference such as a sensitive `TerraformVariable`; plain text is rejected. @default - none: give exec */
  readonly token?: string;
  /** Program that prints a short-lived token at each Terraform run. @default - none: give token */
  readonly exec?: {
    /** Program that Terraform runs, such as `gke-gcloud-auth-plugin`. */
    readonly command: string;
    /** Arguments of the program. @default - none */
    readonly args?: readonly string[];
  };
}

/** Hardware of a node that is not in the catalog. */
export interface NodeShape {
  /** Accelerator from the catalog, such as `H100-SXM-80GB`. */
  readonly accelerator: string;
  /** GPUs per node, 1 to 16. */
  readonly gpus: number;
  /** CPUs per node as Kubernetes counts them: hardware threads. */
  readonly vcpus: number;
  /** Memory per node, GiB. */
  readonly memoryGiB: number;
  /** CPU architecture. @default "x86_64" */
  readonly architecture?: "x86_64" | "arm64";
  /** Bandwidth of the RDMA fabric per node over all network cards, Gb/s: 3200 for eight cards of 400 Gb/s. @default - unknown: the review gives no step time for jobs on several nodes */
  readonly fabricGbps?: number;
}

/** A pool of existing GPU nodes. */
export interface ExistingPool {
  /** Name by which workloads refer to the pool: lower-case letters, digits and `-`. */
  readonly name: string;
  /** Instance type from the catalog, which adds fabric and list price: `gd-8xh100ib-i128`, `BM.GPU.H100.8`; `rentedNodes()` lists all. @default - none: give node */
  readonly instanceType?: string;
  /** Hardware of a node, for types that are not in the catalog. @default - none: give instanceType */
  readonly node?: NodeShape;
  /** Minimum and maximum number of nodes; set both to the same value if the platform does not scale the pool. */
  readonly nodes: {
    /** Minimum number of nodes. */
    readonly min: number;
    /** Maximum number of nodes. */
    readonly max: number;
  };
  /** Node labels that select the nodes of the pool: `{ "node.kubernetes.io/instance-type": "gd-8xh100ib-i128" }`. @default - `warpform/pool: <name>`, which you set on the nodes */
  readonly nodeLabels?: Readonly<Record<string, string>>;
  /** Keys of taints on the nodes that pods tolerate in addition to `nvidia.com/gpu`. @default - none */
  readonly taintKeys?: readonly string[];
  /** Whether multi-node jobs use the RDMA fabric. @default true */
  readonly fabric?: boolean;
}

/** A shared file system that all workloads mount. */
export interface ExistingVolume {
  /** Name of the PersistentVolumeClaim. */
  readonly name: string;
  /** Mount path in the pods, such as `/data`. */
  readonly path: string;
  /** StorageClass for ReadWriteMany volumes; each namespace gets its own volume. @default - that of the platform if known; not with nfs */
  readonly storageClass?: string;
  /** Requested volume size, GiB. @default 1024 */
  readonly capacityGiB?: number;
  /** An NFS export, shared by all namespaces. @default - none: storageClass is used */
  readonly nfs?: {
    /** Host name or IP address of the server. */
    readonly server: string;
    /** Exported directory. */
    readonly path: string;
  };
  /** File system type, for the review. @default "nfs" */
  readonly type?: "nfs" | "lustre" | "beegfs" | "cephfs" | "spectrum-scale" | "weka";
  /** Sustained throughput of all clients together, MB/s, as measured or stated by its operator. @default - unknown */
  readonly throughputMBps?: number;
}

/** A long-lived Ray cluster. */
export interface ExistingRayCluster {
  /** Name of the RayCluster object: lower-case letters, digits and `-`. */
  readonly name: string;
  /** Namespace of the pods. @default - that of the team with a queue, otherwise "ray" */
  readonly namespace?: string;
  /** Names of the pools that workers run on. */
  readonly pools: readonly string[];
  /** GPUs per worker pod. @default - all GPUs of a node */
  readonly gpusPerPod?: number;
  /** Minimum and maximum number of worker pods per pool. @default - as many as fit on the pool */
  readonly workers?: {
    /** Minimum number of worker pods per pool. */
    readonly min: number;
    /** Maximum number of worker pods per pool. */
    readonly max: number;
  };
  /** Container image of head and workers; for multi-node jobs it must include the fabric libraries, such as NCCL and libibverbs. */
  readonly image: string;
  /** Ray version in the image. @default - that of the default images of warpform */
  readonly rayVersion?: string;
  /** Environment variables of head and workers; they override those of the platform. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of the pods; each key overrides the derived value.
   * @default - derived from the other props
   */
  readonly pods?: PodOptions;
  /** Team whose queue admits the cluster. @default - none: it starts immediately */
  readonly queue?: string;
}

/** A team that shares the GPUs through Kueue. */
export interface ExistingTeam {
  /** Name of the team and of its queue: lower-case letters, digits and `-`. */
  readonly name: string;
  /** Namespace of the team's workloads. @default - `team-<name>` */
  readonly namespace?: string;
  /** GPU quota of the team per pool, by pool name. */
  readonly gpus: Readonly<Record<string, number>>;
}

/** A cluster with queues: `ExistingKubernetes` with `teams`, or `KubeRayCluster` with `queues`. */
export interface IQueueingCluster {
  /** What runs in the cluster, in plain terms. */
  readonly workloads: Workloads;
}

/** A worker cluster, which runs the jobs that the queues of a manager cluster admit (MultiKueue). */
export interface WorkerCluster {
  /** Name of the worker on the manager: lower-case letters, digits and `-`. */
  readonly name: string;
  /** Secret that you create in Kueue's namespace (`kueue-system`) on the manager, with a kubeconfig for the worker under the key `kubeconfig`. @default - `<name>-kubeconfig` */
  readonly kubeconfigSecret?: string;
  /** Construct of the worker, if the same program defines it: its teams and GPUs are then checked against the manager. @default - none: not checked */
  readonly cluster?: IQueueingCluster;
}

/** Nodes without GPUs, for Ray heads and controllers. */
export interface ExistingSystemNodes {
  /** Node labels that select them. @default - none: any node without a taint */
  readonly labels?: Readonly<Record<string, string>>;
  /** Number of nodes. */
  readonly nodes: number;
  /** CPUs per node as Kubernetes counts them: hardware threads. */
  readonly vcpus: number;
  /** Memory per node, GiB. */
  readonly memoryGiB: number;
}

export interface ExistingKubernetesProps extends ClusterConnection {
  /** Kubernetes platform. The catalog knows its installed software and how pods request its fabric. */
  readonly platform: PlatformName;
  /** GPU nodes. */
  readonly pools: readonly ExistingPool[];
  /** Nodes without GPUs. */
  readonly systemNodes: ExistingSystemNodes;
  /** IPv4 CIDR block of the nodes, for the NetworkPolicy of pods that use the host network for the fabric. @default "10.0.0.0/8" */
  readonly networkCidr?: string;
  /** Ray clusters. @default - none */
  readonly rayClusters?: readonly ExistingRayCluster[];
  /** Teams that share the GPUs through Kueue. @default - none: no queues */
  readonly teams?: readonly ExistingTeam[];
  /** Worker clusters that run the admitted jobs (MultiKueue), in order of preference. This cluster is then a manager without its own GPUs, and `pools` and `systemNodes` describe all workers together. @default - none: jobs run on this cluster */
  readonly workerClusters?: readonly WorkerCluster[];
  /** Slurm on dedicated pools, deployed by the Slinky operator. @default - none */
  readonly slurm?: ExistingSlurm;
  /** Shared file systems. @default - none */
  readonly volumes?: readonly ExistingVolume[];
  /** Namespaces of `teams`, `rayClusters` and `slurm` that already exist: they are not created, labeled or deleted. Pods of a fabric that needs privileges (`IPC_LOCK`, the host network) need one that allows them. @default - none: all namespaces are created, and deleted with what is in them */
  readonly existingNamespaces?: readonly string[];
  /** How pods request and use the fabric, if the catalog does not know it or your cluster differs. @default - that of the platform in the catalog */
  readonly rdma?: Partial<PlatformRdma>;
  /** Which NVIDIA software, Kueue and Prometheus operator the cluster already has. @default - that of the platform in the catalog; unknown software is assumed to exist and is not installed */
  readonly software?: Partial<PlatformSoftware>;
  /** Region by the provider's name, for list prices. @default - the Region of the prices in the catalog */
  readonly region?: string;
  /** Workload of the cluster, which the review evaluates. @default - none: no figures for memory, time or cost to train */
  readonly workload?: Workload;
  /** Cost of ownership from your quotes, for clusters on hardware that you own. @default - none: no cost figures for such nodes */
  readonly ownership?: Ownership;
}
