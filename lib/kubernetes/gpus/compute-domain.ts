import type { KubernetesObject } from "../chart/manifest";
import type { KubernetesPool } from "../nodes/pool";

/** Name of a pod's claim of its domain's channel. */
const CLAIM = "nvlink";

const domainName = (workload: string) => `${workload}-nvlink`;

/** Whether NVLink joins nodes of a pool, whose pods then need a channel of their domain (IMEX) to use it. */
export function spansNodes({ type, accelerator, platform }: KubernetesPool): boolean {
  const joined = platform.nvlinkSpansNodes?.(type) ?? type.ultraServer !== null;
  return joined && accelerator?.vendor === "nvidia";
}

/** Nodes of a workload between which NVLink is used: NVIDIA's driver starts IMEX on those that its pods come to. */
export function computeDomain(workload: string, namespace: string): KubernetesObject {
  const name = domainName(workload);
  return {
    apiVersion: "resource.nvidia.com/v1beta1",
    kind: "ComputeDomain",
    metadata: { name, namespace },
    // with names as addresses, as by default, no number of nodes is waited for
    spec: { numNodes: 0, channel: { resourceClaimTemplate: { name } } },
  };
}

/** What a pod has to use NVLink over nodes. */
export interface DomainParts {
  /** Of the pod. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Of the container's resources. */
  readonly resources: Readonly<Record<string, unknown>>;
}

/**
 * A pod's part in the domain of its workload; nothing where NVLink ends at the node. A node has one channel, so that it is for
 * pods that take all GPUs of their node.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu (v0.4.1 demo/specs/imex)
 */
export function domainParts(of: KubernetesPool, workload: string | null, gpusOfPod: number): DomainParts {
  if (workload === null || !spansNodes(of) || gpusOfPod < of.type.acceleratorCount) return { spec: {}, resources: {} };
  return {
    spec: { resourceClaims: [{ name: CLAIM, resourceClaimTemplateName: domainName(workload) }] },
    resources: { claims: [{ name: CLAIM }] },
  };
}
