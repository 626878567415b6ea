import { interconnectSpansNodes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";

/**
 * AKS' feature for InfiniBand must be registered when a pool of x86 sizes is made, and not when one of racks is.
 * @see Azure/ai-infrastructure-on-azure infrastructure_references/aks/README.md
 */
export function checkRacks(problems: Problems, { pools }: KubeRayClusterProps): void {
  const rack = pools.find(({ instanceType }) => interconnectSpansNodes(instanceType));
  const other = pools.find(({ instanceType, fabric }) => fabric !== undefined && !interconnectSpansNodes(instanceType));
  if (rack === undefined || other === undefined) return;
  const index = pools.indexOf(rack);
  problems.add(
    "conflict",
    `pools[${index}]`,
    `pools[${index}] "${rack.name}" is of racks (${rack.instanceType.name}, arm64) and "${other.name}" has InfiniBand on ${other.instanceType.name}: AKSInfinibandSupport must be registered for one and unregistered for the other; make a cluster for each`,
  );
}
