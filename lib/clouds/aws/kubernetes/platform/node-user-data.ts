import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import { bottlerocketSettings, type NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { NodePool } from "../../../../model/model";
import { mimeDocument } from "../../pools/launch/user-data";
import type { BootStep } from "../../shared/boot-step";
import { lustreClientStep } from "../../storage/lustre/lustre-mount";
import type { RayValues } from "../define-ray-cluster";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { maxPods } from "../writers/eks-nodes";

/** What the pods of a cluster need of its nodes. */
export interface NodeNeeds {
  /** Whether pods mount Lustre, whose client the nodes then need. */
  readonly lustre: boolean;
  /** Whether the layers of an image are downloaded and unpacked side by side. */
  readonly fastImagePull: boolean;
}

/** What they need in a cluster of these props, as it is defined. */
export function nodeNeeds(
  { fileSystems = [] }: Pick<KubeRayClusterProps, "fileSystems">,
  { fastImagePull }: Pick<RayValues, "fastImagePull">,
): NodeNeeds {
  return { lustre: fileSystems.length > 0, fastImagePull };
}

/** Puts containers, images and logs onto the array of the local disks. @see https://bottlerocket.dev/en/os/latest/#/api/settings/bootstrap-commands/ */
function localDisks({ fastImagePull }: NodeNeeds): string {
  const folders = ["/var/lib/containerd", "/var/lib/kubelet", "/var/log/pods"];
  if (fastImagePull) folders.push("/var/lib/soci-snapshotter");
  return `[settings.bootstrap-commands.local-disks]
commands = [
  ["apiclient", "ephemeral-storage", "init"],
  ["apiclient", "ephemeral-storage", "bind", "--dirs", ${folders.map((folder) => `"${folder}"`).join(", ")}],
]
essential = true
mode = "always"
`;
}

/** @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/examples/#enabling-fast-image-pull-experimental */
const FAST_IMAGE_PULL = { featureGates: { FastImagePull: true } };

/**
 * Bottlerocket's own defaults unpack one layer at a time; these are what AL2023's gate sets.
 * @see https://bottlerocket.dev/en/os/1.53.x/api/settings/container-runtime-plugins
 * @see https://github.com/aws-samples/karpenter-blueprints/blob/529b88c/blueprints/soci-snapshotter/README.md
 */
const BOTTLEROCKET_PARALLEL_PULL = `[settings.container-runtime]
snapshotter = "soci"

[settings.container-runtime-plugins.soci-snapshotter]
pull-mode = "parallel-pull-unpack"

[settings.container-runtime-plugins.soci-snapshotter.parallel-pull-unpack]
max-concurrent-downloads-per-image = 20
concurrent-download-chunk-size = "16mb"
max-concurrent-unpacks-per-image = 12
discard-unpacked-layers = true
`;

/**
 * What a node is told at boot beyond what EKS adds: AL2023's node agent joins the local disks to one array for containers and
 * pods; Bottlerocket takes the same as settings.
 * @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/
 */
export function nodeUserData(of: KubernetesPool, image: NodeImage, needs: NodeNeeds): string {
  return image === "bottlerocket" ? bottlerocketUserData(of, needs) : nodeConfigDocument(of, needs);
}

/**
 * What a node that Karpenter launches is told beyond what Karpenter adds; null for nothing.
 *
 * EKS' images leave the Lustre client to user data: https://github.com/awslabs/amazon-eks-ami/pull/2696
 */
export function karpenterUserData(of: KubernetesPool, image: NodeImage, needs: NodeNeeds): string | null {
  if (image === "bottlerocket") return settings(pulling(needs), bottlerocketSettings(of)) || null;
  const steps = [
    // the node agent merges it with the one that Karpenter adds
    ...(needs.fastImagePull ? [nodeConfig(FAST_IMAGE_PULL)] : []),
    ...(needs.lustre ? [lustreClientStep()] : []),
  ];
  return steps.length > 0 ? mimeDocument(steps) : null;
}

function nodeConfigDocument({ pool, type }: KubernetesPool, { lustre, fastImagePull }: NodeNeeds): string {
  const config = nodeConfig({
    ...(fastImagePull ? FAST_IMAGE_PULL : {}),
    kubelet: { config: { maxPods: maxPods(type.vcpus) } },
    ...localStorage(pool),
  });
  return mimeDocument([config, ...(lustre ? [lustreClientStep()] : [])]);
}

function nodeConfig(spec: object): BootStep {
  const text = manifestYaml({ apiVersion: "node.eks.aws/v1alpha1", kind: "NodeConfig", spec });
  return { name: "node-config", phase: "system", contentType: "application/node.eks.aws", text };
}

function localStorage(pool: NodePool) {
  return pool.nvmeCache ? { instance: { localStorage: { strategy: "RAID0" } } } : {};
}

function bottlerocketUserData(of: KubernetesPool, needs: NodeNeeds): string {
  return settings(
    `[settings.kubernetes]\nmax-pods = ${maxPods(of.type.vcpus)}\n`,
    of.pool.nvmeCache ? localDisks(needs) : "",
    pulling(needs),
    bottlerocketSettings(of),
  );
}

const pulling = ({ fastImagePull }: NodeNeeds) => (fastImagePull ? BOTTLEROCKET_PARALLEL_PULL : "");

/** Settings in TOML, a blank line between groups. */
function settings(...groups: readonly string[]): string {
  return groups.filter((group) => group !== "").join("\n");
}
