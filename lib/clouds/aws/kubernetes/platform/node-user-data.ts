import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import { bottlerocketSettings, type NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { NodePool } from "../../../../model/model";
import { mimeDocument } from "../../pools/user-data";
import { lustreClientStep } from "../../storage/lustre/lustre-mount";
import { maxPods } from "../writers/eks-nodes";

/** Puts containers, images and logs onto the array of the local disks. @see https://bottlerocket.dev/en/os/latest/#/api/settings/bootstrap-commands/ */
const BOTTLEROCKET_LOCAL_DISKS = `[settings.bootstrap-commands.local-disks]
commands = [
  ["apiclient", "ephemeral-storage", "init"],
  ["apiclient", "ephemeral-storage", "bind", "--dirs", "/var/lib/containerd", "/var/lib/kubelet", "/var/log/pods"],
]
essential = true
mode = "always"
`;

/**
 * What a node is told at boot beyond what EKS adds: AL2023's node agent joins the local disks to one array for containers and
 * pods; Bottlerocket takes the same as settings.
 * @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/
 */
export function nodeUserData(of: KubernetesPool, image: NodeImage, lustre: boolean): string {
  return image === "bottlerocket" ? bottlerocketUserData(of) : nodeConfigDocument(of, lustre);
}

/**
 * What a node that Karpenter launches is told beyond what Karpenter adds; null for nothing.
 *
 * EKS' images leave the Lustre client to user data: https://github.com/awslabs/amazon-eks-ami/pull/2696
 */
export function karpenterUserData(of: KubernetesPool, image: NodeImage, lustre: boolean): string | null {
  if (image === "bottlerocket") return bottlerocketSettings(of) || null;
  return lustre ? mimeDocument([lustreClientStep()]) : null;
}

function nodeConfigDocument({ pool, type }: KubernetesPool, lustre: boolean): string {
  const text = manifestYaml({
    apiVersion: "node.eks.aws/v1alpha1",
    kind: "NodeConfig",
    spec: {
      kubelet: { config: { maxPods: maxPods(type.vcpus) } },
      ...localStorage(pool),
    },
  });
  return mimeDocument([
    { name: "node-config", phase: "system", contentType: "application/node.eks.aws", text },
    ...(lustre ? [lustreClientStep()] : []),
  ]);
}

function localStorage(pool: NodePool) {
  return pool.nvmeCache ? { instance: { localStorage: { strategy: "RAID0" } } } : {};
}

function bottlerocketUserData(of: KubernetesPool): string {
  return [
    `[settings.kubernetes]\nmax-pods = ${maxPods(of.type.vcpus)}\n`,
    of.pool.nvmeCache ? BOTTLEROCKET_LOCAL_DISKS : "",
    bottlerocketSettings(of),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
