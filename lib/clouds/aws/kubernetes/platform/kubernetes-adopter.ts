import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import { launchFacts } from "../../../../model/aws/launch-facts";
import type { AdopterTraits, OwnNodes, PoolAdopter } from "../../pools/pool-adopter";

/** Facts of a launch that Karpenter has no word for, though node groups would. */
const NOT_BY_KARPENTER = Object.fromEntries(
  launchFacts
    .filter(([, { nodeClass }]) => nodeClass === null)
    .map(([name]) => [
      name,
      "which Karpenter cannot set, and a pool means the same with managed node groups; leave it out",
    ]),
);

/** What holds of Kubernetes' nodes: pods get credentials from Pod Identity, and one hop keeps them from the node's. */
export const KUBERNETES: AdopterTraits = {
  kind: "kubernetes",
  imdsHopLimit: 1,
  os: { usual: "ubuntu-24.04", withLustre: "ubuntu-24.04" },
  templatesNameSubnet: false,
  readsTagsFromMetadata: false,
  // Containers run as root.
  keepsRootOnMounts: true,
  gpuSharing: ["mig", "time-slicing", "mps"],
  without: {
    ...NOT_BY_KARPENTER,
    nvmeCache: "but EKS's images mount the local disks, and give each pod a directory there; leave it out",
    bootSteps: "which Kubernetes images do not run; put them into the container image",
    instanceProfileName: "but the cluster must know the role to let its nodes in; leave it out",
  },
};

/** Where each image mounts the array of the local disks; Bottlerocket keeps images and pods on its second disk. */
const IMAGES: Readonly<Record<NodeImage, Pick<OwnNodes, "nvmePath" | "rootDevice">>> = {
  al2023: { nvmePath: "/mnt/k8s-disks/0", rootDevice: "/dev/xvda" },
  bottlerocket: { nvmePath: "/mnt/.ephemeral", rootDevice: "/dev/xvdb" },
};

/** What a cluster tells the pools whose nodes it starts. */
export interface KubernetesAdopterProps {
  readonly name: string;
  readonly nodeImage: NodeImage;
  readonly imagePinned: boolean;
  readonly clusterSecurityGroupId: string;
  readonly securityGroupIds: readonly string[];
}

/** A Kubernetes cluster, in the terms of its pools: it has images and a boot of its own. */
export function kubernetesAdopter({ nodeImage, imagePinned, ...groups }: KubernetesAdopterProps): PoolAdopter {
  const ownNodes = { imageFamily: `eks-${nodeImage}`, imagePinned, ...IMAGES[nodeImage] };
  return { ...KUBERNETES, ...groups, ownNodes };
}
