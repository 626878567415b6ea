import {
  DEFAULT_BOTTLEROCKET_RELEASES,
  DEFAULT_EKS_VERSION,
  DEFAULT_NODE_GROUP_RELEASES,
  DEFAULT_NODE_IMAGE_VERSIONS,
} from "../../../../catalog/eks";
import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";

/** Release of the image that node groups boot unless told otherwise; undefined for the newest when a group is made. */
export function defaultGroupRelease(nodeImage: NodeImage, kubernetesVersion = DEFAULT_EKS_VERSION): string | undefined {
  const releases = nodeImage === "bottlerocket" ? DEFAULT_BOTTLEROCKET_RELEASES : DEFAULT_NODE_GROUP_RELEASES;
  return releases[kubernetesVersion];
}

/** Release of the pools' image unless told otherwise, as whoever starts their nodes names it. */
export function defaultNodeRelease(
  provisioner: "karpenter" | "managed",
  nodeImage: NodeImage,
  kubernetesVersion?: string,
): string | undefined {
  return provisioner === "karpenter"
    ? DEFAULT_NODE_IMAGE_VERSIONS[nodeImage]
    : defaultGroupRelease(nodeImage, kubernetesVersion);
}
