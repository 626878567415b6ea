import type { InstanceType } from "../../catalog/types";
import type { NodePool } from "../../model/model";
import type { ChartInstall } from "../chart/chart-install";
import type { EnvironmentVariable } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import type { FabricMonitoring } from "./fabric-monitoring";

/** A folder of the node that a fabric's pods see: NCCL plugins or devices that the node's image has. */
export interface NodeFolder {
  readonly name: string;
  readonly path: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
}

/** A file that a fabric's pods see and no node has: one of a ConfigMap in their namespace. */
export interface PodFile {
  /** Name of the ConfigMap. */
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly text: string;
}

/** Huge pages of nodes with a fabric. */
export interface HugePages {
  readonly bytesPerNode: number;
  readonly bytesPerPod: number;
  /** Whether a pod with that environment takes any. */
  readonly usedWith: (environment: readonly EnvironmentVariable[]) => boolean;
}

/** What the nodes of one pool offer, and what a pod has that uses the fabric over more than its own node. */
export interface PodFabric {
  /** Extended resource that pods ask for; null where they use the node's own network. */
  readonly resource: string | null;
  /** Devices of a node, or with `perPod` the most pods of a node that may ask. */
  readonly perNode: number;
  /** Whether a pod asks for its share of the node's devices, or for one, which opens all of them. */
  readonly request: "share" | "perPod";
  /** Pages of 2 MiB that the fabric's software sets aside; null where it sets none aside. */
  readonly hugePages: HugePages | null;
  /** What NCCL needs to use it. */
  readonly environment: readonly EnvironmentVariable[];
  /** Annotations of a pod with that many devices: networks to attach. */
  readonly annotations: (devices: number) => Readonly<Record<string, string>>;
  /** Linux capabilities beyond none. Kubernetes gives them to root alone, so that such a container runs as root. */
  readonly capabilities: readonly string[];
  /** Whether a container must see all devices of the node. */
  readonly privileged: boolean;
  /** Whether pods are in the node's network namespace. */
  readonly hostNetwork: boolean;
  readonly folders: readonly NodeFolder[];
  /** @default - none */
  readonly files?: readonly PodFile[];
  /** Labels that nodes must carry for what serves the fabric. */
  readonly nodeLabels: Readonly<Record<string, string>>;
}

/** A pool with its row of the catalog. */
export interface PoolNodes {
  readonly pool: NodePool;
  readonly type: InstanceType;
}

/** How pods of a platform reach the network between GPU nodes. */
export interface FabricDriver {
  /** What people call it: `InfiniBand`. */
  readonly name: string;
  /** What it has several of on a node: `interface`. */
  readonly unit: string;
  /** What an image must hold for NCCL to use it, in a sentence: `libibverbs`. */
  readonly software: string;
  /** Whether an image is known not to hold it. */
  readonly missingFrom: (image: string) => boolean;
  /** NIXL's backends that use it, where its usual one (UCX) does not. @default - UCX */
  readonly transferBackends?: readonly string[];
  /** Layers of the network as labels of nodes, outermost first, and what they are called together; null where nodes carry none. */
  readonly topology: { readonly name: string; readonly labels: readonly string[] } | null;
  /** Whether nodes of a type carry those labels. */
  readonly labeled: (type: InstanceType) => boolean;
  /** What a pool's nodes offer; null for nodes without the fabric. */
  readonly onNodes: (nodes: PoolNodes) => PodFabric | null;
  /** Charts that have nodes offer the fabric; none where the platform does so itself. */
  readonly plugins: (pools: readonly PoolNodes[]) => readonly ChartInstall[];
  /** What those charts are told by objects of their own kinds, once they are there. @default - nothing */
  readonly objects?: (pools: readonly PoolNodes[]) => readonly KubernetesObject[];
  readonly monitoring: FabricMonitoring;
}
