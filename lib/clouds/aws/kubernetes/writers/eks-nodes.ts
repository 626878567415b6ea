import type { InstanceType } from "../../../../catalog/types";
import type { UsableNode } from "../../../../kubernetes/platform/platform";
import { GIB, MIB } from "../../../../units/bytes";

/** Share of a node's memory that Karpenter takes to be unusable (`vmMemoryOverheadPercent`). @see https://karpenter.sh/docs/reference/settings/ */
const VM_MEMORY_OVERHEAD = 0.075;

/** Hard eviction threshold of the kubelet on EKS images. @see awslabs/amazon-eks-ami nodeadm/internal/kubelet/config.go */
const EVICTION_BYTES = 100 * MIB;

/**
 * What DaemonSets ask for on every GPU node: VPC CNI, kube-proxy, EBS/FSx/S3 CSI nodes, node monitoring agent, device and
 * EFA plugins, DCGM exporter, node exporter. An allowance, not a sum: their requests change with their versions.
 */
const DAEMONSET_MILLICORES = 1000;
const DAEMONSET_BYTES = 2 * GIB;

/**
 * Pods a node may hold with prefix delegation: 110 below 30 vCPUs, else 250.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/choosing-instance-type.html
 */
export function maxPods(vcpus: number): number {
  return vcpus < 30 ? 110 : 250;
}

/**
 * CPU that the kubelet of an EKS image keeps: 6% of the first core, 1% of the second, 0.5% of the third and fourth, 0.25%
 * of every other. 192 vCPUs: 60 + 10 + 10 + 470 = 550 millicores.
 * @see awslabs/amazon-eks-ami nodeadm/internal/kubelet/config.go
 */
export function reservedMillicores(vcpus: number): number {
  const cores = (from: number, to: number) => Math.max(0, Math.min(vcpus, to) - from);
  return cores(0, 1) * 60 + cores(1, 2) * 10 + cores(2, 4) * 5 + cores(4, Number.POSITIVE_INFINITY) * 2.5;
}

/** Memory that the kubelet of an EKS image keeps: 255 MiB and 11 MiB a pod. @see awslabs/amazon-eks-ami nodeadm */
export function reservedBytes(vcpus: number): number {
  return (255 + 11 * maxPods(vcpus)) * MIB;
}

/** What an EKS node leaves to pods. */
export function usableOnEks({ vcpus, memoryGiB }: InstanceType): UsableNode {
  return {
    cpuMillicores: vcpus * 1000 - reservedMillicores(vcpus) - DAEMONSET_MILLICORES,
    memoryBytes: memoryGiB * GIB * (1 - VM_MEMORY_OVERHEAD) - reservedBytes(vcpus) - EVICTION_BYTES - DAEMONSET_BYTES,
  };
}
