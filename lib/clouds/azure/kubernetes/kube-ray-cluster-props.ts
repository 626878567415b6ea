import type { MonitoringOptions, QueueOptions } from "../../common/workloads/cluster-options";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { LustreStorage } from "../storage/lustre-storage";
import type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "./workload-options";

/** When AKS updates the cluster by itself. */
export interface UpgradeOptions {
  /**
   * What it updates: `patch` and `stable` the Kubernetes version, `node-image` the nodes' images alone.
   * @see https://learn.microsoft.com/azure/aks/auto-upgrade-cluster
   */
  readonly channel: "patch" | "stable" | "node-image";
  /** Day of the week. @default Sunday */
  readonly day?: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /** Hour of that day that it starts at, UTC, 0 to 23. @default 3 */
  readonly hour?: number;
  /** Hours that it may take, 4 to 24. @default 4 */
  readonly hours?: number;
}

export interface KubeRayClusterProps {
  /** Network of the cluster and its nodes. */
  readonly network: IClusterNetwork;
  /** Pools whose nodes the cluster starts: a node pool of AKS each, whose name is the pool's id. */
  readonly pools: readonly GpuNodePool[];
  /**
   * Kubernetes version, `1.34`, as `az aks get-versions` prints for the Region. AKS refuses minors that have left standard support.
   * @default - AKS' default when the cluster is made
   */
  readonly kubernetesVersion?: string;
  /**
   * Address blocks that may reach the Kubernetes API from the internet. Without any the cluster is private, and Terraform must run where it
   * reaches the network (VPN, a runner in the virtual network).
   * @default [] - private
   */
  readonly publicEndpointCidrs?: readonly string[];
  /** Object ids of Microsoft Entra groups whose members may do everything in the cluster, besides whoever applies. @default - none */
  readonly administratorGroupIds?: readonly string[];
  /**
   * Updates that AKS makes by itself, in a weekly window. Each drains and replaces nodes, those that train too.
   * @default - none: update with `kubernetesVersion`, and images with `az aks nodepool upgrade --node-image-only`
   */
  readonly upgrades?: UpgradeOptions;
  /**
   * Who installs NVIDIA's driver on nodes: `aks` with the node image, or `operator`, NVIDIA's GPU operator, whose driver GPUs are reached by over
   * InfiniBand.
   * @default - operator where a pool has a fabric, else aks
   * @see https://learn.microsoft.com/azure/aks/use-nvidia-gpu
   */
  readonly gpuDriver?: "aks" | "operator";
  /** Block of the pods' addresses, outside the network's; nodes take a /24 of it each. Changing it replaces the cluster. @default 10.244.0.0/14 */
  readonly podCidr?: string;
  /** Block of Services' addresses, outside the network's. Changing it replaces the cluster. @default 10.240.0.0/16 */
  readonly serviceCidr?: string;
  /**
   * Blocks that pods of workloads and node agents may call by HTTPS, besides the network's own: network policies close all others.
   * @default - all: Blob Storage, registries and hubs have no fixed addresses
   */
  readonly egressCidrs?: readonly string[];
  /** Size of the nodes for controllers and Ray heads. @default Standard_D8as_v5 */
  readonly systemInstanceType?: string;
  /** How many of them always run, 2 to 20. @default 3 */
  readonly systemNodes?: number;
  /** Most of them, 2 to 100; AKS' autoscaler adds some while pods wait for them. Costs count `systemNodes` alone. @default - `systemNodes` */
  readonly maxSystemNodes?: number;
  /** Long-lived Ray clusters. @default - none */
  readonly rayClusters?: readonly RayClusterOptions[];
  /** Fine-tuning runs. @default - none */
  readonly fineTuning?: readonly FineTuningOptions[];
  /** Programs that run to their end, without Ray: torchrun, evaluations, data preparation. @default - none */
  readonly jobs?: readonly BatchJobOptions[];
  /** Models to serve. @default - none */
  readonly serving?: readonly ServingOptions[];
  /** Triton servers. @default - none */
  readonly triton?: readonly TritonOptions[];
  /** How teams share the pools (Kueue or KAI). @default - no queues: everything starts at once */
  readonly queues?: QueueOptions;
  /** File systems that every workload mounts. @default - none */
  readonly fileSystems?: readonly {
    /** The file system. */
    readonly storage: LustreStorage;
    /** Where every workload sees it: `/lustre`. */
    readonly path: string;
  }[];
  /** Prometheus, Grafana and DCGM metrics with alerts; false for none. @default - on, with the values of its comments */
  readonly monitoring?: MonitoringOptions | false;
  /**
   * Name of a Secret of type `kubernetes.io/dockerconfigjson` that you make in each workload namespace: the login of a registry that images come from.
   * @default - none
   */
  readonly imagePullSecret?: string;
}
