import {
  DEFAULT_BOTTLEROCKET_RELEASES,
  DEFAULT_EKS_VERSION,
  DEFAULT_NODE_GROUP_RELEASES,
} from "../../../../catalog/eks";
import { type KubernetesPool, kubernetesPool } from "../../../../kubernetes/nodes/pool";
import { isKnown } from "../../../common/terraform-text";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";

/** Image of the pools' nodes: its release is pinned unless it is `latest`, or the catalogue has none for the Kubernetes version. */
export function nodeImageOf(props: KubeRayClusterProps): { readonly family: string; readonly pinned: boolean } {
  const { nodeImage, nodeImageVersion, provisioner } = props;
  const pinned = provisioner === "managed" ? nodeGroupRelease(props) !== undefined : nodeImageVersion !== "latest";
  return { family: `eks-${nodeImage ?? "al2023"}`, pinned };
}

/** Release of the pools' node groups; undefined for the newest when a group is made. */
export function nodeGroupRelease(props: KubeRayClusterProps): string | undefined {
  const { nodeImage, nodeImageVersion, kubernetesVersion } = props;
  if (nodeImageVersion !== undefined) return nodeImageVersion === "latest" ? undefined : nodeImageVersion;
  const releases = nodeImage === "bottlerocket" ? DEFAULT_BOTTLEROCKET_RELEASES : DEFAULT_NODE_GROUP_RELEASES;
  return releases[kubernetesVersion ?? DEFAULT_EKS_VERSION];
}

/** Where the image family mounts the array of the local disks. */
const NVME_PATH = { al2023: "/mnt/k8s-disks/0", bottlerocket: "/mnt/.ephemeral" } as const;

/** A reservation that only Terraform knows, as it stands; nothing else. */
function unresolved(reservationId: string | undefined): string | null {
  return reservationId !== undefined && !isKnown(reservationId) ? reservationId : null;
}

/** The pool in plain terms, with what only Kubernetes nodes have: another mount point of the array, one hop. */
export function poolOnKubernetes(props: KubeRayClusterProps, pool: GpuNodePool): KubernetesPool {
  const model = pool.describe();
  const { queues } = props;
  const description = {
    ...model,
    image: nodeImageOf(props),
    imdsHopLimit: pool.props.imdsHopLimit ?? 1,
    nvmeCache: model.nvmeCache && { ...model.nvmeCache, mountPath: NVME_PATH[props.nodeImage ?? "al2023"] },
    capacity: model.capacity.map((source, i) => ({
      ...source,
      reservationId: source.reservationId ?? unresolved(pool.capacity[i]!.reservationId),
    })),
  };
  // KAI prefers what is near and takes what comes; Karpenter has no node before a pod
  if (queues?.scheduler === "kai") return kubernetesPool(description, { nodesStand: true });
  return kubernetesPool(description, (props.provisioner ?? "karpenter") === "karpenter" ? { nodesStand: false } : {});
}
