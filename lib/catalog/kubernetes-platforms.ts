import rows from "./data/kubernetes-platforms.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** What a cluster has before anything is installed. */
export interface PlatformSoftware {
  /** Whether nodes have NVIDIA's driver. */
  readonly driver: boolean;
  /** Whether containers see GPUs: NVIDIA's container toolkit is set up on the nodes. */
  readonly toolkit: boolean;
  /** Whether nodes offer `nvidia.com/gpu`: NVIDIA's device plugin runs. */
  readonly devicePlugin: boolean;
  /** Whether Kueue runs; null where unknown. */
  readonly kueue: boolean | null;
  /** Whether the Prometheus operator runs; null where unknown. */
  readonly monitoring: boolean | null;
}

/** How pods of a platform use its fabric. */
export interface PlatformRdma {
  /** Fabric of the nodes: InfiniBand, or RDMA over Ethernet (RoCE). */
  readonly kind: "infiniband" | "roce";
  /** Extended resource that pods ask for; null where they ask for none. */
  readonly resource: string | null;
  /** Whether a pod asks for one, which opens all devices, or for its share of the node's. */
  readonly request: "perPod" | "share";
  /** How many a node offers; null for as many as it has GPUs. */
  readonly perNode: number | null;
  /** Environment variables of pods that use it: NCCL's settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Annotations of pods that use it, such as the networks that they attach. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotation that repeats a word for each device. */
  readonly perDeviceAnnotation: {
    /** Key of the annotation. */
    readonly key: string;
    /** Word that is repeated, separated by commas: the name of a network. */
    readonly word: string;
  } | null;
  /** Linux capabilities of containers that use it, such as `IPC_LOCK`. */
  readonly capabilities: readonly string[];
  /** Whether containers that use it are privileged and see all devices of the node. */
  readonly privileged: boolean;
  /** Whether pods that use it are in the node's network namespace. */
  readonly hostNetwork: boolean;
  /** Directories of the node that pods mount, such as NCCL's plugin. */
  readonly folders: readonly {
    /** Name of the volume. */
    readonly name: string;
    /** Directory on the node. */
    readonly path: string;
    /** Directory in the container. */
    readonly mountPath: string;
    /** Whether containers can only read it. */
    readonly readOnly: boolean;
  }[];
}

/** A managed Kubernetes, or one's own, as it is found. Null is unknown. */
export interface KubernetesPlatform extends Sourced {
  readonly name: string;
  readonly title: string;
  /** Cloud by which the review finds prices; `onprem` for nodes of one's own. */
  readonly cloud: string;
  readonly software: PlatformSoftware | null;
  readonly rdma: PlatformRdma | null;
  /** Node labels with the layers of the network, outermost first. */
  readonly topologyLabels: readonly string[] | null;
  /** Storage class of ReadWriteMany volumes. */
  readonly sharedStorageClass: string | null;
  /** Annotations of a Service whose load balancer is reached from the network alone; null where unknown, or without load balancers. */
  readonly internalLoadBalancer: Readonly<Record<string, string>> | null;
  /** Where a node's own NVMe disks are mounted. */
  readonly localDisk: string | null;
  /** Socket of containerd where it is not at /run/containerd, for NVIDIA's container toolkit. */
  readonly containerdSocket: string | null;
  /** What the user installs or sets before the fabric works. */
  readonly needs: string | null;
}

const table = new NamedTable<KubernetesPlatform>(
  "Kubernetes platform",
  rows as unknown as readonly KubernetesPlatform[],
);

/** All platforms. */
export function kubernetesPlatforms(): readonly KubernetesPlatform[] {
  return table.rows;
}

/** The platform of that name, or undefined. */
export function findKubernetesPlatform(name: string): KubernetesPlatform | undefined {
  return table.find(name);
}
