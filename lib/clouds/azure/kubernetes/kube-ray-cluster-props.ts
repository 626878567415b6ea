import type { MonitoringOptions, QueueOptions } from "../../common/workloads/cluster-options";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { LustreStorage } from "../storage/lustre-storage";
import type { RegistryOptions } from "./registry/registry-props";
import type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "./workload-options";

/** Automatic upgrades by AKS: what is upgraded, and the weekly maintenance window. */
export interface UpgradeOptions {
  /**
   * Upgrade channel. `patch` and `stable` upgrade the Kubernetes version; `node-image` upgrades only the node images.
   * @see https://learn.microsoft.com/azure/aks/auto-upgrade-cluster
   */
  readonly channel: "patch" | "stable" | "node-image";
  /** Day of the week on which the maintenance window opens. @default Sunday */
  readonly day?: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /** Start of the maintenance window: hour of the day in UTC, 0 to 23. @default 3 */
  readonly hour?: number;
  /** Length of the maintenance window in hours, 4 to 24. @default 4 */
  readonly hours?: number;
}

export interface KubeRayClusterProps {
  /** Network for the cluster and its nodes. */
  readonly network: IClusterNetwork;
  /** GPU pools of the cluster. Each becomes an AKS node pool named after the pool's ID, or a Karpenter NodePool. */
  readonly pools: readonly GpuNodePool[];
  /**
   * What launches nodes. `managed`: AKS node pools with the AKS cluster autoscaler. `karpenter`: node auto-provisioning (NAP), where Karpenter launches
   * the VMs of pools without a fabric and without a reservation; AKS has no autoscaler with it, so other pools have a fixed size (`nodes.min` equal to
   * `nodes.max`). NAP needs the Terraform provider azurerm 4.57 or later and the Cilium data plane. A change replaces the cluster.
   * @default managed
   * @see https://learn.microsoft.com/azure/aks/node-auto-provisioning
   */
  readonly provisioner?: "karpenter" | "managed";
  /**
   * Kubernetes minor version, for example `1.34`. `az aks get-versions` lists those of a Region. One outside of AKS' standard support is an error.
   * @default - AKS' default when the cluster is made
   */
  readonly kubernetesVersion?: string;
  /**
   * CIDR blocks that can reach the Kubernetes API from the internet. If the list is empty, the cluster is private: run Terraform where it can reach
   * the virtual network (over a VPN, or on a runner inside it).
   * @default [] - private
   */
  readonly publicEndpointCidrs?: readonly string[];
  /** Object IDs of Microsoft Entra groups whose members are cluster administrators, in addition to the identity that applies. @default - none */
  readonly administratorGroupIds?: readonly string[];
  /**
   * Automatic upgrades by AKS in a weekly maintenance window. An upgrade drains and replaces nodes, including nodes with running training jobs.
   * @default - none: upgrade with `kubernetesVersion`, and node images with `az aks nodepool upgrade --node-image-only`
   */
  readonly upgrades?: UpgradeOptions;
  /**
   * What installs the NVIDIA driver on the nodes: `aks` (part of the node image) or `operator` (NVIDIA GPU Operator, whose driver supports GPUDirect
   * RDMA over InfiniBand).
   * @default - operator where a pool has a fabric or shares its GPUs, else aks
   * @see https://learn.microsoft.com/azure/aks/use-nvidia-gpu
   */
  readonly gpuDriver?: "aks" | "operator";
  /** CIDR block for pods. It must not overlap the network; each node takes a /24. A change replaces the cluster. @default 10.244.0.0/14 */
  readonly podCidr?: string;
  /** CIDR block for Services. It must not overlap the network. A change replaces the cluster. @default 10.240.0.0/16 */
  readonly serviceCidr?: string;
  /**
   * CIDR blocks that workload pods and node agents can reach over HTTPS, in addition to the network itself. Network policies deny all others.
   * @default - all, because Blob Storage, registries and model hubs have no fixed addresses
   */
  readonly egressCidrs?: readonly string[];
  /** VM size of the system nodes, which run controllers and Ray heads. @default Standard_D8as_v5 */
  readonly systemInstanceType?: string;
  /** Number of system nodes that always run, 2 to 20. @default 3 */
  readonly systemNodes?: number;
  /** Maximum number of system nodes, 2 to 100. The AKS autoscaler adds nodes while pods are pending. Cost estimates include only `systemNodes`. @default - `systemNodes` */
  readonly maxSystemNodes?: number;
  /** Long-lived Ray clusters. @default - none */
  readonly rayClusters?: readonly RayClusterOptions[];
  /** Fine-tuning runs. @default - none */
  readonly fineTuning?: readonly FineTuningOptions[];
  /** Batch jobs without Ray: torchrun, evaluations, data preparation. @default - none */
  readonly jobs?: readonly BatchJobOptions[];
  /** Models to serve. @default - none */
  readonly serving?: readonly ServingOptions[];
  /** Triton Inference Server deployments. @default - none */
  readonly triton?: readonly TritonOptions[];
  /** Queues by which teams share the pools (Kueue or KAI Scheduler). @default - no queues: workloads start immediately */
  readonly queues?: QueueOptions;
  /** File systems that every workload mounts. @default - none */
  readonly fileSystems?: readonly {
    /** The file system. */
    readonly storage: LustreStorage;
    /** Mount path in every workload: `/lustre`. */
    readonly path: string;
  }[];
  /** Prometheus, Grafana and DCGM metrics with alerts; `false` turns monitoring off. @default - on, with the defaults of `MonitoringOptions` */
  readonly monitoring?: MonitoringOptions | false;
  /**
   * Name of a Secret of type `kubernetes.io/dockerconfigjson` with the registry credentials for image pulls. Create it in each workload namespace.
   * @default - none
   */
  readonly imagePullSecret?: string;
  /** Where images of public registries come from. @default - nodes pull from those registries */
  readonly registry?: RegistryOptions;
  /**
   * Whom pods act as in Azure: one identity for all workloads of the cluster (`shared`), or one for each namespace (`per-namespace`), so that what
   * `bucket.grantRead(cluster.namespace("team-a"))` lets team A read no other team can. A change replaces the identities and the roles that they have.
   * @default shared
   * @see https://learn.microsoft.com/azure/aks/workload-identity-overview
   */
  readonly podIdentities?: "shared" | "per-namespace";
  /**
   * Monthly budget of all resources with the cluster's tag `warpform:cluster`, in the currency of the subscription's bill: nodes, system nodes and storage. Emails
   * at 80 and 100 percent of the budget, and when the forecast of the month exceeds it; needs `budgetEmails` and `budgetStartsOn`. Leave it out where a
   * ClusterMonitoring of the network has one: both would have the same name.
   * @default - no budget
   */
  readonly monthlyBudgetUsd?: number;
  /** Up to 50 email addresses for budget notifications. @default - none; required with a budget */
  readonly budgetEmails?: readonly string[];
  /** First day of the month from which the budget counts, `2026-12-01`: Azure requires a date and rejects past months. */
  readonly budgetStartsOn?: string;
}
