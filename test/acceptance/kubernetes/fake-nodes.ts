// Prints nodes of an instance type of the catalog as Kubernetes objects, and the type for Karpenter: tsx fake-nodes.ts POOL TYPE
// COUNT. Capacity is the catalog's; what pods may use is less what the kubelet keeps, as the EKS image reckons it.
import { efaInterfaces, instanceType } from "../../../lib/catalog/instance-types";
import { efaHugePagesBytes } from "../../../lib/clouds/aws/kubernetes/writers/efa-driver";
import { maxPods, reservedBytes, reservedMillicores } from "../../../lib/clouds/aws/kubernetes/writers/eks-nodes";
import { GIB, MIB } from "../../../lib/units/bytes";

const [pool, typeName, count] = process.argv.slice(2);
const type = instanceType(typeName!);
const hugePages = efaInterfaces(type) > 0 ? efaHugePagesBytes(type.vcpus) / MIB : 0;
const devices = {
  pods: String(maxPods(type.vcpus)),
  "ephemeral-storage": "1000Gi",
  ...(type.acceleratorCount > 0 ? { "nvidia.com/gpu": String(type.acceleratorCount) } : {}),
  ...(hugePages > 0 ? { "vpc.amazonaws.com/efa": String(efaInterfaces(type)), "hugepages-2Mi": `${hugePages}Mi` } : {}),
};
const memoryMiB = (type.memoryGiB * GIB - reservedBytes(type.vcpus)) / MIB - 100 - hugePages;
const gpu = type.acceleratorCount > 0;
const nodes = Array.from({ length: Number(count) }, (_, i) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: `${pool}-${i}`,
    annotations: { "kwok.x-k8s.io/node": "fake" },
    labels: {
      "kubernetes.io/hostname": `${pool}-${i}`,
      "warpform/pool": pool,
      "topology.kubernetes.io/zone": "us-east-2a",
    },
  },
  spec: gpu ? { taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }] } : {},
  status: {
    capacity: { ...devices, cpu: String(type.vcpus), memory: `${type.memoryGiB}Gi` },
    allocatable: {
      ...devices,
      cpu: `${Math.floor(type.vcpus * 1000 - reservedMillicores(type.vcpus))}m`,
      memory: `${Math.floor(memoryMiB)}Mi`,
    },
  },
}));
const offering = (capacityType: string, Price: number) => ({
  Price,
  Available: true,
  Requirements: [
    { key: "karpenter.sh/capacity-type", operator: "In", values: [capacityType] },
    { key: "topology.kubernetes.io/zone", operator: "In", values: ["us-east-2a"] },
  ],
});
const karpenter = {
  name: type.name,
  architecture: type.architecture === "arm64" ? "arm64" : "amd64",
  operatingSystems: ["linux"],
  resources: { ...devices, cpu: String(type.vcpus), memory: `${type.memoryGiB}Gi` },
  offerings: [offering("spot", 1), offering("on-demand", 2)],
};
console.log(JSON.stringify({ nodes, karpenter }));
