import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { MAX_PODS } from "./aks-nodes";

/** Karpenter's kind of node classes on Azure. */
export const AKS_NODE_CLASS = { group: "karpenter.azure.com", kind: "AKSNodeClass" } as const;

/** What Azure knows of nodes and the model does not; tags may be Helm values. */
export interface NodeClassSettings {
  readonly osSku: "Ubuntu2204" | "Ubuntu2404";
  readonly osDiskGiB: number;
  readonly gpuDriver: "aks" | "operator";
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * AKSNodeClass of one pool. Nodes are in the subnet of the system nodes, which is the default. The disk of the operating system is on the node's own
 * disks where those are large enough, which Karpenter decides.
 * @see https://learn.microsoft.com/azure/aks/node-auto-provisioning-aksnodeclass
 */
export function aksNodeClass(name: string, { osSku, osDiskGiB, gpuDriver, tags }: NodeClassSettings): KubernetesObject {
  return {
    apiVersion: `${AKS_NODE_CLASS.group}/v1beta1`,
    kind: AKS_NODE_CLASS.kind,
    metadata: { name },
    spec: {
      imageFamily: osSku,
      osDiskSizeGB: osDiskGiB,
      maxPods: MAX_PODS,
      gpu: { mode: gpuDriver === "aks" ? "Driver" : "None" },
      tags,
    },
  };
}
