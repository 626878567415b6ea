import { DEFAULT_EKS_VERSION } from "../../../../catalog/eks";
import type { InstanceType } from "../../../../catalog/types";
import type { Problems } from "../../../../errors";
import { spansNodes } from "../../../../kubernetes/gpus/compute-domain";
import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { interfacesOf } from "../../../../model/aws/aws-model";

/** What of the cluster decides which pools it can have. */
export interface EksCluster {
  readonly nodeImage: NodeImage;
  readonly kubernetesVersion: string;
  /** Pools of which teams of queues own GPUs. */
  readonly queued: readonly string[];
}

/** First Kubernetes with Dynamic Resource Allocation as a stable API (`resource.k8s.io/v1`). */
const DRA_MINOR = 34;

/**
 * NVLink over nodes takes claims of Dynamic Resource Allocation.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html
 * @see kubernetes-sigs/kueue pkg/features/kube_features.go (`KueueDRARejectWorkloadsWhenDRADisabled`)
 */
function checkUltraServer(
  problems: Problems,
  path: string,
  { pool, type }: KubernetesPool,
  provisioner: "managed" | "karpenter",
  { nodeImage, kubernetesVersion, queued }: EksCluster,
): void {
  const what = `${path} "${pool.name}" is of ${type.name}, whose NVLink spans the ${type.ultraServer!.instances} nodes of an UltraServer`;
  if (provisioner === "karpenter")
    problems.add(
      "conflict",
      path,
      `${what}: Karpenter does not support the resource claims that it takes; use provisioner "managed"`,
    );
  if (Number(kubernetesVersion.split(".")[1]) < DRA_MINOR)
    problems.add(
      "conflict",
      "kubernetesVersion",
      `${what}: the resource claims that it takes (resource.k8s.io/v1) come with Kubernetes 1.${DRA_MINOR}, got ${kubernetesVersion}; use 1.${DRA_MINOR} or newer`,
    );
  if (nodeImage === "bottlerocket")
    problems.add("conflict", path, `${what}: EKS supports it only with AL2023; use nodeImage "al2023"`);
  if (queued.includes(pool.name))
    problems.add(
      "conflict",
      path,
      `${what}: Kueue and KAI do not admit pods with its resource claims here; take the pool out of queues.teams, and start its workloads without a queue`,
    );
}

/** Checks what EKS and Karpenter want of pools, beyond what any Kubernetes does. */
export function checkEksPools(
  problems: Problems,
  pools: readonly KubernetesPool[],
  provisioner: "managed" | "karpenter",
  cluster: EksCluster = { nodeImage: "al2023", kubernetesVersion: DEFAULT_EKS_VERSION, queued: [] },
): void {
  pools.forEach((of, i) => {
    const { pool, type, accelerator } = of;
    const path = `pools[${i}]`;
    if (spansNodes(of)) checkUltraServer(problems, path, of, provisioner, cluster);
    if (provisioner === "karpenter" && interfacesOf(pool).some(({ interfaceType }) => interfaceType === "efa"))
      problems.add("conflict", path, `${path} "${pool.name}" ${efaForKarpenter(type)}`);
    if (
      type.architecture === "arm64" &&
      accelerator?.vendor === "nvidia" &&
      !type.aws?.images.eks.some((name) => name.includes("ARM"))
    )
      problems.add(
        "not-allowed",
        path,
        `${path} "${pool.name}" is of ${type.name}, for which EKS has no NVIDIA image; use an x86_64 type`,
      );
  });
}

/** Why a node has an "efa" interface, which Karpenter cannot launch, and the way out. */
function efaForKarpenter({ name, networkCards }: InstanceType): string {
  const first = networkCards.find(({ index }) => index === 0);
  return first?.maxInterfaces === 1
    ? `is of ${name}, whose first card takes one interface only, which must then be an "efa" that Karpenter cannot launch; use provisioner "managed", or leave the pool out of the fabric`
    : 'has nicLayout "legacy-all-efa", whose "efa" interfaces Karpenter cannot launch; use nicLayout "ip-saving" or provisioner "managed"';
}
