import { instanceType as catalogType } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import { type LaunchFacts, launchFacts } from "../../../model/aws/launch-facts";
import { networkInterfaces } from "../../../model/aws/nic-layout";
import { ROOT_VOLUME } from "../../../model/aws/pool-defaults";
import { bootSeconds } from "../../../model/boot-seconds";
import { byDefault, type Definition, defined, derived, given, type Sourced } from "../../../model/definition";
import type { AwsNetworkInterface, NodeTaint } from "../../../model/model";
import type { AnyTable } from "../../../props/field";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
import { INFINIBAND_FABRIC } from "../fabric/infiniband-fabric-table";
import type { PoolMount } from "../shared/boot-step";
import { needsLustreClient } from "../storage/lustre/lustre-mount";
import { Capacity } from "./capacity/capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { GPU_NODE_POOL } from "./gpu-node-pool-table";
import { validateGpuNodePool } from "./gpu-node-pool-validation";
import { Image } from "./image";
import { NvmeCache } from "./nvme/nvme-cache";
import { Placement } from "./placement";
import type { PoolAdopter } from "./pool-adopter";
import { defaultImdsHopLimit, defaultOs, defaultPlacement, NVME_PATH, type PoolFacts } from "./pool-defaults";
import { defaultRootIops } from "./root-volume";

/** Facts of a launch that follow from who starts the nodes, where they are not given. */
type AdopterDecides = "imdsHopLimit";

/** What a pool is, whoever starts its nodes. */
export interface PoolValues extends Omit<LaunchFacts, AdopterDecides> {
  readonly name: string;
  readonly instanceType: InstanceType;
  /** Names of types that Spot and On-Demand launches may take instead, in order. */
  readonly alternativeTypes: readonly string[];
  readonly nodes: { readonly min: number; readonly max: number };
  readonly capacity: readonly Capacity[];
  /** Name of the fabric; null without. */
  readonly fabric: string | null;
  readonly networkInterfaces: readonly AwsNetworkInterface[];
  readonly availabilityZone: string;
  /** Placement of on-demand and spot nodes, and, where it is a group that was there, of a reservation's. */
  readonly placement: Placement;
  /** Array of the local disks by our own boot steps; null without. */
  readonly nvmeCache: NvmeCache | null;
  readonly mounts: readonly PoolMount[];
  readonly gpuSharing: GpuSharing | null;
  readonly rootVolumeGiB: number;
  readonly rootVolumeIops: number;
  readonly rootVolumeMBps: number;
  /** Key of the root volume; null for the account's. */
  readonly volumeKmsKeyArn: string | null;
  /** Threads that each core runs; fewer than the type has where SMT is off. */
  readonly threadsPerCore: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Taints of nodes on Kubernetes. */
  readonly taints: readonly NodeTaint[];
  /** Tags of instances, volumes and interfaces. */
  readonly tags: Readonly<Record<string, string>>;
  readonly bootSeconds: number;
}

/** What its nodes are once it is known who starts them. */
export interface NodeValues extends PoolValues, Pick<LaunchFacts, AdopterDecides> {
  readonly adopter: PoolAdopter | null;
  /** Image that nodes boot from the pool's templates; null where the adopter names images of its own. */
  readonly image: Image | null;
  /** Where the array of the local disks is mounted; null without one. */
  readonly nvmePath: string | null;
  /** Device of the volume that holds images and logs. */
  readonly rootDevice: string;
  /** Groups on every interface, each once. */
  readonly securityGroupIds: readonly string[];
}

export type NodesDefinition = Definition<NodeValues>;

/** What stands around a pool and is no prop of it. */
export interface PoolSurroundings {
  /** Path of its construct, for messages. */
  readonly path: string;
  readonly id: string;
}

/** A pool with every default filled in, and what an adopter makes of it. */
export type PoolDefinition = Definition<PoolValues> & {
  /**
   * The nodes that `adopter` starts; null for a pool that nobody adopted yet. `ownGroupId` is the pool's own security group.
   */
  readonly for: (adopter: PoolAdopter | null, ownGroupId: string) => NodesDefinition;
};

/**
 * A pool with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function definePool(props: GpuNodePoolProps, { path, id }: PoolSurroundings): PoolDefinition {
  validateGpuNodePool(path, id, props);
  const type = catalogType(props.instanceType);
  const capacity = props.capacity ?? [Capacity.onDemand()];
  const mounts = props.mounts ?? [];
  const { fabric, network } = props;
  const facts = {
    type,
    maxNodes: props.nodes.max,
    sources: capacity.map(({ kind }) => kind),
    onFabric: fabric !== undefined,
    mountsLustre: mounts.some(needsLustreClient),
  };
  const pool = {
    name: derived(id, "id"),
    instanceType: given(type)!,
    alternativeTypes: given(props.alternativeTypes) ?? byDefault([]),
    nodes: given(props.nodes)!,
    capacity: given(props.capacity) ?? byDefault(capacity),
    fabric: given(fabric?.name) ?? byDefault(null),
    networkInterfaces: derived(
      networkInterfaces(type, fabric?.nicLayout ?? INFINIBAND_FABRIC.nicLayout.default, facts.onFabric),
      "instanceType",
      "fabric",
    ),
    availabilityZone: derived(network.availabilityZone, "network"),
    placement: given(props.placement) ?? placementOf({ ...facts, adopter: undefined }),
    nvmeCache: given(props.nvmeCache) ?? derived(type.localNvme ? new NvmeCache() : null, "instanceType"),
    mounts: given(props.mounts) ?? byDefault(mounts),
    gpuSharing: given(props.gpuSharing) ?? byDefault(null),
    rootVolumeGiB: given(props.rootVolumeGiB) ?? byDefault(ROOT_VOLUME.sizeGiB),
    rootVolumeIops: given(props.rootVolumeIops) ?? defaultRootIops(props),
    rootVolumeMBps: given(props.rootVolumeMBps) ?? byDefault(ROOT_VOLUME.throughputMBps),
    volumeKmsKeyArn: given(props.volumeKmsKeyArn) ?? byDefault(null),
    threadsPerCore: given(props.threadsPerCore) ?? derived(type.cpu.threadsPerCore, "instanceType"),
    ...launchOf(props),
    labels: given(props.labels) ?? byDefault({}),
    taints: given(props.taints) ?? byDefault([]),
    tags: derived({ ...network.tagsFor(id), ...props.tags, "warpform:pool": id }, "network", "tags"),
    bootSeconds: derived(bootSeconds(type), "instanceType"),
  } satisfies Parts<PoolValues>;
  return {
    ...defined<PoolValues>(pool),
    for: (adopter, ownGroupId) =>
      defined<NodeValues>({
        ...pool,
        ...completed(props, adopter, ownGroupId, { ...facts, adopter: adopter ?? undefined }),
      }),
  };
}

/** Facts of a launch as they were given, else what the table of props says. */
function launchOf(props: GpuNodePoolProps): Parts<Omit<LaunchFacts, AdopterDecides>> {
  const table: AnyTable = GPU_NODE_POOL;
  return Object.fromEntries(
    launchFacts
      .filter(([name]) => name !== ("imdsHopLimit" satisfies AdopterDecides))
      .map(([name]) => [name, given(props[name]) ?? byDefault(table[name]?.default ?? null)]),
  ) as unknown as Parts<LaunchFacts>;
}

type Parts<T> = { readonly [K in keyof T]: Sourced<T[K]> };

function placementOf(facts: PoolFacts): Sourced<Placement> {
  const placement = defaultPlacement(facts) === "cluster" ? Placement.cluster() : Placement.none();
  return derived(placement, "fabric", "nodes", "capacity");
}

/** What follows from who starts the nodes. */
function completed(
  props: GpuNodePoolProps,
  adopter: PoolAdopter | null,
  ownGroupId: string,
  facts: PoolFacts,
): Parts<Omit<NodeValues, keyof PoolValues>> {
  const shared = {
    adopter: given(adopter)!,
    imdsHopLimit: given(props.imdsHopLimit) ?? derived(defaultImdsHopLimit(facts), "adopter"),
    securityGroupIds: derived(groups(props, adopter, ownGroupId), "fabric", "mounts", "securityGroupIds", "adopter"),
  };
  if (adopter?.ownNodes) {
    const { nvmePath, rootDevice } = adopter.ownNodes;
    return {
      ...shared,
      image: derived(null, "adopter"),
      nvmePath: derived(facts.type.localNvme ? nvmePath : null, "instanceType", "adopter"),
      rootDevice: derived(rootDevice, "adopter"),
    };
  }
  const image = given(props.image) ?? derived(newestImage(facts), "instanceType", "mounts", "adopter");
  const cache = facts.type.localNvme ? NVME_PATH : null;
  return {
    ...shared,
    image,
    nvmePath: given(props.nvmeCache?.mountPath) ?? derived(cache, "instanceType"),
    rootDevice: derived(image.value.os === "al2023" ? "/dev/xvda" : "/dev/sda1", "image"),
  };
}

function newestImage(facts: PoolFacts): Image {
  if (facts.adopter?.image !== undefined) return facts.adopter.image;
  const os = defaultOs(facts);
  return facts.type.acceleratorCount > 0 ? Image.dlami(os) : Image.plain(os);
}

/** The adopter's cluster group, the pool's own, the fabric's, those of file systems, and those that were given. */
function groups(props: GpuNodePoolProps, adopter: PoolAdopter | null, ownGroupId: string): string[] {
  const fromMounts = (props.mounts ?? []).flatMap((mount) => mount.clientSecurityGroupId ?? []);
  const fabric = props.fabric ? [props.fabric.securityGroupId] : [];
  const ofCluster = adopter?.clusterSecurityGroupId === undefined ? [] : [adopter.clusterSecurityGroupId];
  const given = [...(props.securityGroupIds ?? []), ...(adopter?.securityGroupIds ?? [])];
  return [...new Set([...ofCluster, ownGroupId, ...fabric, ...fromMounts, ...given])];
}
