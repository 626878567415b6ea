import { SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { kubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { NodePool } from "../../../../model/model";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { RayDefinition } from "../define-ray-cluster";
import { eksPlatform } from "../writers/eks-platform";
import type { KarpenterPool } from "../writers/node-pools";
import { SYSTEM_ROOT_GIB, type SystemNodes } from "./system-nodes";

/** Seconds from launch to a node that takes pods, without GPU drivers to load. */
const BOOT_SECONDS = 90;

/** What the nodes are that Karpenter adds to the group of system nodes, in the terms of pools. */
function addedPool({ systemInstanceType, systemNodes, maxSystemNodes, systemRelease }: RayDefinition): NodePool {
  return {
    name: SYSTEM_POOL,
    instanceType: systemInstanceType,
    nodes: { min: 0, max: maxSystemNodes - systemNodes },
    // heads must not be taken away by EC2
    capacity: [
      { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
    ],
    fabric: null,
    placement: "none",
    availabilityZone: null,
    image: { family: "eks-al2023", pinned: systemRelease !== null },
    sharing: { kind: "none" },
    nvmeCache: null,
    mounts: [],
    rootVolumeGiB: SYSTEM_ROOT_GIB,
    encrypted: true,
    healthChecked: true,
    labels: {},
    bootSeconds: BOOT_SECONDS,
    adoptedBy: { kind: "kubernetes", name: SYSTEM_POOL },
  };
}

/** The same image as the group's: `1.35.6-20260714` is `al2023@v20260714`. */
const imageAlias = (release: string | null) => `al2023@${release === null ? "latest" : `v${release.split("-")[1]}`}`;

/** System nodes that Karpenter adds while pods wait for one; undefined where there are none beyond those of the group. */
export function addedSystemNodes(
  of: RayDefinition,
  network: IClusterNetwork,
  system: SystemNodes,
  clusterSecurityGroupId: string,
): KarpenterPool | undefined {
  if (of.maxSystemNodes === of.systemNodes) return undefined;
  return {
    of: kubernetesPool(addedPool(of), eksPlatform, { nodesAreStatic: false }),
    // a head is never moved to save money: only empty nodes go
    use: "training",
    settings: {
      instanceProfile: system.role.instanceProfile.name,
      subnetIds: network.twoZoneSubnetIds(),
      securityGroupIds: [clusterSecurityGroupId],
      amiAlias: imageAlias(of.systemRelease),
      placementGroup: null,
      kmsKeyId: null,
      userData: null,
      tags: network.tagsFor(SYSTEM_POOL),
    },
  };
}
