import type { PlatformRdma, PlatformSoftware } from "../../../catalog/kubernetes-platforms";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import type { Workloads } from "../../../kubernetes/workloads";
import type { Ownership, Workload } from "../../../model/model";
import type { ExistingSlurm } from "./slurm/existing-slurm-props";

/** Platforms that `ExistingKubernetes` knows something of. */
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

/** How Terraform reaches the cluster: a kubeconfig, or an address with credentials. */
export interface ClusterConnection {
  /** Path of a kubeconfig, which the Helm provider reads at plan and apply. @default - host is given */
  readonly kubeconfigPath?: string;
  /** Context of that kubeconfig. @default - its current context */
  readonly kubeconfigContext?: string;
  /** Address of the API server: `https://…`. @default - kubeconfigPath is given */
  readonly host?: string;
  /** PEM of the cluster's certificate authority. @default - the system's authorities */
  readonly clusterCaCertificate?: string;
  /** Bearer token, as a reference: a sensitive `TerraformVariable`, never text. @default - exec is given */
  readonly token?: string;
  /** Program that prints a token for each run. @default - token is given */
  readonly exec?: {
    /** Program that Terraform runs, such as `gke-gcloud-auth-plugin`. */
    readonly command: string;
    /** Its arguments. @default - none */
    readonly args?: readonly string[];
  };
}

/** What a node of a pool is, in plain terms. */
export interface NodeShape {
  /** Accelerator of the catalog: `H100-SXM-80GB`. */
  readonly accelerator: string;
  /** GPUs per node. */
  readonly gpus: number;
  /** CPUs per node as Kubernetes counts them: hardware threads. */
  readonly vcpus: number;
  /** Memory per node, GiB. */
  readonly memoryGiB: number;
  /** CPU architecture. @default "x86_64" */
  readonly architecture?: "x86_64" | "arm64";
  /** Rate of the RDMA fabric per node, Gb/s, all cards: 3200 for eight cards of 400 Gb/s. @default - not known: the review tells no step over several nodes */
  readonly fabricGbps?: number;
}

/** GPU nodes that the cluster has. */
export interface ExistingPool {
  /** Name in workloads: lower-case letters, digits, dashes. */
  readonly name: string;
  /** Node of the catalog, with its fabric and list price: `gd-8xh100ib-i128`, `BM.GPU.H100.8`; `rentedNodes()` has them all. @default - node is given */
  readonly instanceType?: string;
  /** What a node is, for types that the catalog does not have. @default - instanceType is given */
  readonly node?: NodeShape;
  /** Fewest and most nodes; both the same for a pool that the platform does not scale. */
  readonly nodes: {
    /** Fewest nodes. */
    readonly min: number;
    /** Most nodes. */
    readonly max: number;
  };
  /** Labels by which pods find the pool's nodes: `{ "node.kubernetes.io/instance-type": "gd-8xh100ib-i128" }`. @default - `warpform/pool: <name>`, which you set on the nodes */
  readonly nodeLabels?: Readonly<Record<string, string>>;
  /** Keys of the taints on the nodes, in addition to `nvidia.com/gpu`. @default - none */
  readonly taintKeys?: readonly string[];
  /** Whether pods on several nodes use the RDMA fabric. @default true */
  readonly fabric?: boolean;
}

/** A shared file system that every workload mounts. */
export interface ExistingVolume {
  /** Name of the claim. */
  readonly name: string;
  /** Where it is mounted: `/data`. */
  readonly path: string;
  /** Storage class of ReadWriteMany volumes; each namespace gets its own volume. @default - the platform's, where known and no nfs is given */
  readonly storageClass?: string;
  /** Size of what the storage class makes, GiB. @default 1024 */
  readonly capacityGiB?: number;
  /** An NFS export, the same for all namespaces. @default - storageClass */
  readonly nfs?: {
    /** Host name or address of the server. */
    readonly server: string;
    /** Exported directory. */
    readonly path: string;
  };
  /** What serves it, for the review. @default "nfs" */
  readonly type?: "nfs" | "lustre" | "beegfs" | "cephfs" | "spectrum-scale" | "weka";
  /** Data rate that it sustains for all clients together, MB/s, as its owner states. @default - not known */
  readonly throughputMBps?: number;
}

/** A long-lived Ray cluster. */
export interface ExistingRayCluster {
  /** Name of the RayCluster object: lower-case letters, digits, dashes. */
  readonly name: string;
  /** Namespace of its pods. @default - the team's with a queue, else "ray" */
  readonly namespace?: string;
  /** Names of the pools that workers run on. */
  readonly pools: readonly string[];
  /** GPUs per worker pod. @default - a whole node's */
  readonly gpusPerPod?: number;
  /** Worker pods per pool, fewest and most. @default - as many as the pool holds */
  readonly workers?: {
    /** Fewest worker pods per pool. */
    readonly min: number;
    /** Most worker pods per pool. */
    readonly max: number;
  };
  /** Image of head and workers; over several nodes it must hold the fabric's software. */
  readonly image: string;
  /** Ray version of the image. @default - that of the library's images */
  readonly rayVersion?: string;
  /** Variables of head and workers; they win over the platform's. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
  /** Team whose queue admits the cluster. @default - it starts at once */
  readonly queue?: string;
}

/** A team that shares the GPUs by Kueue. */
export interface ExistingTeam {
  /** Name of the team and of its queue: lower-case letters, digits, dashes. */
  readonly name: string;
  /** Namespace of its workloads. @default - `team-<name>` */
  readonly namespace?: string;
  /** GPUs of each pool that are the team's own. */
  readonly gpus: Readonly<Record<string, number>>;
}

/** A cluster with queues: `ExistingKubernetes` with `teams`, or `KubeRayCluster` with `queues`. */
export interface IQueueingCluster {
  /** What runs in the cluster, in plain terms. */
  readonly workloads: Workloads;
}

/** A cluster that runs what a manager's queues admit. */
export interface WorkerCluster {
  /** Name of the cluster on the manager: lower-case letters, digits, dashes. */
  readonly name: string;
  /** Secret in Kueue's namespace (`kueue-system`) on the manager with a kubeconfig of the worker under the key `kubeconfig`; you make it. @default - `<name>-kubeconfig` */
  readonly kubeconfigSecret?: string;
  /** The worker, where the same program has it: its teams and GPUs are then checked against the manager's. @default - not checked */
  readonly cluster?: IQueueingCluster;
}

/** Nodes without GPUs, for Ray heads and controllers. */
export interface ExistingSystemNodes {
  /** Labels by which pods find them. @default - none: any node without a taint */
  readonly labels?: Readonly<Record<string, string>>;
  /** Number of these nodes. */
  readonly nodes: number;
  /** CPUs per node as Kubernetes counts them: hardware threads. */
  readonly vcpus: number;
  /** Memory per node, GiB. */
  readonly memoryGiB: number;
}

export interface ExistingKubernetesProps extends ClusterConnection {
  /** What the cluster is; a table of the catalog says what it has already and how its pods reach the fabric. */
  readonly platform: PlatformName;
  /** GPU nodes. */
  readonly pools: readonly ExistingPool[];
  /** Nodes without GPUs. */
  readonly systemNodes: ExistingSystemNodes;
  /** Address block of the nodes, where the fabric has pods use their network. @default "10.0.0.0/8" */
  readonly networkCidr?: string;
  /** Ray clusters. @default - none */
  readonly rayClusters?: readonly ExistingRayCluster[];
  /** Teams that share the GPUs by Kueue. @default - no queues */
  readonly teams?: readonly ExistingTeam[];
  /** Clusters that run what the queues admit (MultiKueue), the preferred one first; this one is then a manager without GPUs of its own, and `pools` and `systemNodes` are those of all workers together. @default - none: this cluster runs it */
  readonly workerClusters?: readonly WorkerCluster[];
  /** Slurm on pools of its own, by Slinky's operator. @default - none */
  readonly slurm?: ExistingSlurm;
  /** Shared file systems. @default - none */
  readonly volumes?: readonly ExistingVolume[];
  /** How pods use the fabric, where the table does not know it or yours differs. @default - the table's */
  readonly rdma?: Partial<PlatformRdma>;
  /** What the cluster has of NVIDIA's software, Kueue and the Prometheus operator. @default - the table's; what is unknown is taken to be there, and not installed */
  readonly software?: Partial<PlatformSoftware>;
  /** Region in the provider's words, for list prices. @default - that of the catalog's prices */
  readonly region?: string;
  /** What the cluster is for; the review needs it. @default - none */
  readonly workload?: Workload;
  /** What the nodes cost, as quoted, for clusters on nodes of your own. @default - no cost is counted there */
  readonly ownership?: Ownership;
}
