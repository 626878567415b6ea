// Sixteen p5.48xlarge (128 H100) on EFA from a Capacity Block, as managed node groups, admitted as a gang.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, KubeRayCluster, LustreStorage } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "kuberay-training-p5");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 16 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 16 })],
});
new KubeRayCluster(stack, "ray", {
  network,
  pools: [h100],
  provisioner: "managed",
  queues: { teams: [{ name: "research", gpus: { h100: 128 } }] },
  fileSystems: [{ storage: scratch, path: "/fsx" }],
  gcsFaultTolerance: true,
  rayClusters: [
    // an image of your own: NCCL needs libfabric and aws-ofi-nccl in it to use EFA
    { name: "pretrain", queue: "research", pools: [h100], image: "registry.example.com/train:2.52.0-efa" },
  ],
});

app.synth();
