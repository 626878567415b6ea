// A training cluster of 16 p5.48xlarge (128 H100) in a Pulumi program: Slurm, EFA and Lustre, in a network of its own.
import { Vpc } from "@pulumi/aws/ec2/vpc";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage, SlurmHeadNode } from "warpform";
import { GpuCluster } from "warpform/pulumi";

const cluster = new GpuCluster("train", {
  region: "us-east-2",
  build: (stack) => {
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
    const fabric = new InfiniBandFabric(stack, "fabric", { network });
    const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
    const h100 = new GpuNodePool(stack, "h100", {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 16 },
      // the id of your own Capacity Block
      capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 16 })],
      mounts: [scratch.mount("/fsx")],
    });
    new SlurmHeadNode(stack, "slurm", {
      network,
      partitions: [{ name: "train", pools: [h100] }],
      mounts: [scratch.mount("/fsx")],
    });
    return { vpcId: network.vpcId };
  },
});

export const vpcId = cluster.outputs.vpcId;
export const vpcArn = cluster.resource(Vpc, "network/vpc").arn;
