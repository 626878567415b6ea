import { findInstanceType } from "../../catalog/instance-types";
import type { Answers } from "./answers";
import { linesOf } from "./scalars";

/** A run on nodes of a Kubernetes cluster that exists. */
export function existingBlueprint(name: string, { workload, instanceType, existing }: Answers): string {
  const { platform, nodes, storageClass } = existing!;
  const { acceleratorCount } = findInstanceType(instanceType!)!;
  return `# A run on GPU nodes that exist. Replace the image with your own, and remove volumes whose storage class you do not have.
cloud: kubernetes
name: ${name}
platform: ${platform}
kubeconfigPath: ~/.kube/config

pools:
  - { name: gpu, instanceType: "${instanceType}", nodes: { min: ${nodes}, max: ${nodes} } }
# Nodes without GPUs that run Ray heads and controllers.
systemNodes: { nodes: 3, vcpus: 16, memoryGiB: 64 }

volumes:
  - { name: data, path: /data, storageClass: ${storageClass}, type: nfs, capacityGiB: 10240 }
teams:
  - { name: research, gpus: { gpu: ${nodes * acceleratorCount} } }
rayClusters:
  - { name: train, queue: research, pools: [gpu], image: "registry.example.com/train:2.52.0" }

workload:
${linesOf({ ...workload, checkpointMinutes: 60 })}`;
}
