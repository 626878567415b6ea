import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/index";
import { ClusterNetwork, GpuNodePool, GpuSharing, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { messageOf, testStack } from "../synthesized";

describe("a pool that Slurm cannot take", () => {
  it.each<[string, Partial<GpuNodePoolProps>, string]>([
    [
      "by how it shares its GPUs",
      { gpuSharing: GpuSharing.mps(6) },
      "gpuSharing needs the MPS daemon, which only Kubernetes' device plugin runs; use time slicing or MIG",
    ],
    [
      "by a label that no job could ask for",
      { labels: { team: "-vision" } },
      'labels.team must be letters, digits, -, _, . and /, since it is a feature of Slurm, got "-vision"; use vision',
    ],
  ])("%s is named by the props of the head and its own", (_, more, message) => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", clusterName: "lab" });
    const around = { network, nodes: { min: 0, max: 4 } };
    const cpu = new GpuNodePool(stack, "cpu", { ...around, instanceType: "c7i.4xlarge" });
    const gpu = new GpuNodePool(stack, "gpu", { ...around, instanceType: "g6e.12xlarge", ...more });
    const partitions = [
      { name: "all", pools: [cpu] },
      { name: "train", pools: [cpu, gpu] },
    ];
    expect(messageOf(() => new SlurmHeadNode(stack, "slurm", { network, partitions }))).toContain(
      `SlurmHeadNode "test/slurm": partitions[1].pools[1].${message}`,
    );
  });
});
