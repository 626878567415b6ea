import type { InstanceType } from "../../../../catalog/types";
import type { UsableNode } from "../../../../kubernetes/platform/platform";
import { GIB, MIB } from "../../../../units/bytes";

/** Pods that a node may hold. AKS allows 250; fewer leave more memory. */
export const MAX_PODS = 110;

/**
 * CPU that AKS keeps of a node, millicores by vCPUs; between and beyond, 10 more for each further vCPU, which is the table's own step from 16 on.
 * @see https://learn.microsoft.com/azure/aks/node-resource-reservations
 */
const RESERVED_MILLICORES: readonly (readonly [number, number])[] = [
  [64, 740],
  [32, 420],
  [16, 260],
  [8, 180],
  [4, 140],
  [2, 100],
  [1, 60],
];

/** Memory that AKS keeps of a node since Kubernetes 1.29: 20 MB a pod and 50 MB, a quarter of the node at most. @see the same page */
const RESERVED_BYTES = (20 * MAX_PODS + 50) * 1e6;

/** Hard eviction threshold of the kubelet. @see the same page */
const EVICTION_BYTES = 100 * MIB;

/**
 * What DaemonSets ask for on every GPU node: network and CSI agents of AKS, device and network plugins, DCGM and node exporters. An allowance, not a
 * sum: their requests change with their versions.
 */
const DAEMONSETS = { millicores: 1000, bytes: 2 * GIB };

function reservedMillicores(vcpus: number): number {
  const [from, kept] = RESERVED_MILLICORES.find(([least]) => vcpus >= least) ?? [1, 60];
  return kept + (vcpus - from) * 10;
}

/** What a node of AKS leaves to pods. */
export function usableOnAks({ vcpus, memoryGiB }: InstanceType): UsableNode {
  const memory = memoryGiB * GIB;
  return {
    cpuMillicores: vcpus * 1000 - reservedMillicores(vcpus) - DAEMONSETS.millicores,
    memoryBytes: memory - Math.min(RESERVED_BYTES, memory / 4) - EVICTION_BYTES - DAEMONSETS.bytes,
  };
}
