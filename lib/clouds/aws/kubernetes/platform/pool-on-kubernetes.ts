import type { NodeCheck } from "../../../../kubernetes/nodes/node-check-props";
import { type KubernetesPool, kubernetesPool } from "../../../../kubernetes/nodes/pool";
import { isKnown } from "../../../common/terraform-text";
import type { NodesDefinition } from "../../pools/define-pool";
import { describePool } from "../../pools/gpu-node-pool-model";
import type { PoolAdopter } from "../../pools/pool-adopter";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER, NODE_CHECK } from "../kube-ray-cluster-table";
import { eksPlatform } from "../writers/eks-platform";
import { fileSystemGroups } from "./file-system-groups";
import { kubernetesAdopter } from "./kubernetes-adopter";
import { defaultNodeRelease } from "./node-releases";

/** Release of the pools' node groups; undefined for the newest when a group is made. */
export function nodeGroupRelease(props: KubeRayClusterProps): string | undefined {
  const { nodeImage, nodeImageVersion, kubernetesVersion } = props;
  if (nodeImageVersion !== undefined) return nodeImageVersion === "latest" ? undefined : nodeImageVersion;
  return defaultNodeRelease("managed", nodeImage ?? KUBE_RAY_CLUSTER.nodeImage.default, kubernetesVersion);
}

/** Whoever starts a cluster's nodes, in the terms of their pools. */
export function clusterAdopter(name: string, props: KubeRayClusterProps, clusterSecurityGroupId: string): PoolAdopter {
  const { nodeImage = KUBE_RAY_CLUSTER.nodeImage.default, nodeImageVersion, provisioner } = props;
  return kubernetesAdopter({
    name,
    nodeImage,
    imagePinned: provisioner === "managed" ? nodeGroupRelease(props) !== undefined : nodeImageVersion !== "latest",
    clusterSecurityGroupId,
    securityGroupIds: fileSystemGroups(props),
  });
}

/** A reservation that only Terraform knows, as it stands; nothing else. */
function unresolved(reservationId: string | undefined): string | null {
  return reservationId !== undefined && !isKnown(reservationId) ? reservationId : null;
}

/** What new nodes of a pool must pass; undefined where they take work at once. */
function nodeCheckOf({ nodeCheck }: KubeRayClusterProps, pool: string): NodeCheck | undefined {
  if (nodeCheck === undefined) return undefined;
  return {
    level: nodeCheck.level ?? NODE_CHECK.level.default,
    busBandwidthGBps: nodeCheck.busBandwidthGBps?.[pool] ?? null,
  };
}

/** The nodes in the terms of manifests, which take reservations that only Terraform knows. */
export function poolOnKubernetes(props: KubeRayClusterProps, nodes: NodesDefinition): KubernetesPool {
  const model = describePool(nodes);
  const capacity = model.capacity.map((source, i) => ({
    ...source,
    reservationId: source.reservationId ?? unresolved(nodes.capacity[i]!.reservationId),
  }));
  const description = { ...model, capacity };
  // KAI prefers what is near and takes what comes; Karpenter has no node before a pod
  const check = nodeCheckOf(props, model.name);
  if (props.queues?.scheduler === "kai")
    return kubernetesPool(description, eksPlatform, { nodesAreStatic: true, check });
  const karpenter = (props.provisioner ?? KUBE_RAY_CLUSTER.provisioner.default) === "karpenter";
  return kubernetesPool(description, eksPlatform, { ...(karpenter ? { nodesAreStatic: false } : {}), check });
}
