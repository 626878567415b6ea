import { accelerator } from "../../catalog/accelerators";
import { instanceType } from "../../catalog/instance-types";
import type { Accelerator, InstanceType } from "../../catalog/types";
import type { NodePool } from "../../model/model";
import { GPU_RESOURCE, POOL_LABEL, SHARED_GPU_RESOURCE } from "../chart/names";
import type { PodFabric } from "../platform/fabric-driver";
import type { Platform } from "../platform/platform";
import type { NodeCheck } from "./node-check-props";
import { nodesAreStatic } from "./static-nodes";
import { poolTolerations, type Toleration } from "./taints";

/** A pool with the catalog rows that its manifests follow from. */
export interface KubernetesPool {
  readonly pool: NodePool;
  readonly type: InstanceType;
  /** Null for a pool without accelerators. */
  readonly accelerator: Accelerator | null;
  /** Where its nodes are. */
  readonly platform: Platform;
  /** Labels by which pods find its nodes. */
  readonly selector: Readonly<Record<string, string>>;
  /** What its nodes are tainted with. */
  readonly tolerations: readonly Toleration[];
  /** What its nodes offer of the fabric; null for nodes without. */
  readonly fabric: PodFabric | null;
  /** Whether the scheduler of the queues places the pool's pods by the layers of the network that its nodes' labels name. */
  readonly placedByTopology: boolean;
  /** What its new nodes must pass before they take work. @default - nothing */
  readonly check?: NodeCheck;
}

/** What the cluster has of a pool beyond its nodes. */
export interface PlacementOptions {
  /**
   * Whether pods wait for nodes that are there. Kueue's topology chooses among existing nodes and starts none: with nodes still to
   * be started a workload would wait for ever.
   * @default - whether managed node groups keep all nodes: blocks, or as many at least as at most
   * @see https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/
   */
  readonly nodesAreStatic?: boolean;
  /** What new nodes must pass before they take work. @default - nothing */
  readonly check?: NodeCheck;
}

/** A pool of a platform with its catalog rows; throws `unknown-name` where the catalog has no such type. */
export function kubernetesPool(pool: NodePool, platform: Platform, options: PlacementOptions = {}): KubernetesPool {
  return poolOfType(pool, instanceType(pool.instanceType), platform, options);
}

/** The same with a row that the catalog need not have. */
export function poolOfType(
  pool: NodePool,
  type: InstanceType,
  platform: Platform,
  options: PlacementOptions = {},
): KubernetesPool {
  const labeled = pool.fabric !== null && platform.fabric.topology !== null && platform.fabric.labeled(type);
  return {
    pool,
    type,
    accelerator: type.accelerator === null ? null : accelerator(type.accelerator),
    platform,
    selector: { [POOL_LABEL]: pool.name },
    tolerations: poolTolerations(pool),
    fabric: platform.fabric.onNodes({ pool, type }),
    placedByTopology: labeled && (options.nodesAreStatic ?? nodesAreStatic(pool)),
    ...(options.check ? { check: options.check } : {}),
  };
}

/** What a pod asks for to get a GPU of this pool, and how many of it a node has. */
export interface GpuResource {
  readonly name: string;
  readonly perGpu: number;
  readonly perNode: number;
}

/** Whether a pod takes one share of a GPU, never more: device plugins refuse two, since two shares may be of one GPU. */
export function takesOneShare({ pool }: KubernetesPool): boolean {
  return pool.sharing.kind === "mps" || pool.sharing.kind === "time-slicing";
}

/**
 * Where a pod's own shared memory is mounted. On a pool with MPS the device plugin mounts the daemon's over /dev/shm, through
 * which clients and daemon talk, so the pod's must be elsewhere. @see NVIDIA/k8s-device-plugin cmd/mps-control-daemon/mps/daemon.go
 */
export function sharedMemoryPath({ pool }: KubernetesPool): string {
  return pool.sharing.kind === "mps" ? "/ray-objects" : "/dev/shm";
}

/**
 * The resource that a pool's GPUs are advertised as: whole GPUs, MIG devices by profile (strategy `mixed`), or shared
 * replicas under a name of their own, so that a pod cannot take a slice for a whole GPU.
 */
export function gpuResource({ pool, type }: KubernetesPool): GpuResource {
  const gpus = type.acceleratorCount;
  switch (pool.sharing.kind) {
    case "none":
      return { name: GPU_RESOURCE, perGpu: 1, perNode: gpus };
    case "mig": {
      const { profile, instancesPerGpu } = pool.sharing;
      // the device plugin writes a profile's attributes with a dot: 1g.10gb+me is mig-1g.10gb.me
      return {
        name: `nvidia.com/mig-${profile.replace("+", ".")}`,
        perGpu: instancesPerGpu,
        perNode: gpus * instancesPerGpu,
      };
    }
    default:
      return { name: SHARED_GPU_RESOURCE, perGpu: pool.sharing.replicas, perNode: gpus * pool.sharing.replicas };
  }
}
