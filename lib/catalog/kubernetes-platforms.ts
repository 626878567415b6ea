import rows from "./data/kubernetes-platforms.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** What a cluster has before anything is installed. */
export interface PlatformSoftware {
  readonly driver: boolean;
  readonly toolkit: boolean;
  readonly devicePlugin: boolean;
  /** Null where unknown. */
  readonly kueue: boolean | null;
  readonly monitoring: boolean | null;
}

/** How pods of a platform use its fabric. */
export interface PlatformRdma {
  readonly kind: "infiniband" | "roce";
  /** Extended resource that pods ask for; null where they ask for none. */
  readonly resource: string | null;
  /** Whether a pod asks for one, which opens all devices, or for its share of the node's. */
  readonly request: "perPod" | "share";
  /** How many a node offers; null for as many as it has GPUs. */
  readonly perNode: number | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotation that repeats a word for each device. */
  readonly perDeviceAnnotation: { readonly key: string; readonly word: string } | null;
  readonly capabilities: readonly string[];
  readonly privileged: boolean;
  readonly hostNetwork: boolean;
  readonly folders: readonly {
    readonly name: string;
    readonly path: string;
    readonly mountPath: string;
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
