import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { type App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
} from "../../../../lib/clouds/aws/index";

/** A whole cluster whose queues KAI holds: two teams, one of which trains over EFA, file system and bucket mounted, a served model. */
export function kaiStack(app: App) {
  const stack = new TerraformStack(app, "kai");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const bucket = new CheckpointBucket(stack, "data", { network });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 12, throughputPerTiB: 250 });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 8 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 4 }), Capacity.onDemand()],
  });
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: [h100, l40s],
    maxSystemNodes: 5,
    fileSystems: [{ storage: scratch, path: "/fsx" }],
    bucketMounts: [{ bucket, path: "/data" }],
    queues: {
      scheduler: "kai",
      teams: [
        { name: "research", gpus: { h100: 64 } },
        { name: "product", gpus: { l40s: 12 }, borrowing: false },
      ],
    },
    rayClusters: [{ name: "train", pools: [h100], queue: "research", image: "registry.example/train:1" }],
    jobs: [
      {
        name: "torch",
        pool: h100,
        queue: "research",
        nodes: 2,
        image: "registry.example/train:1",
        command: ["torchrun", "train.py"],
      },
    ],
    fineTuning: [
      {
        name: "support-bot",
        pool: l40s,
        queue: "product",
        priority: "scavenger",
        model: "/data/models/llama-3.1-8b",
        data: "/data/support/train.jsonl",
        storage: "/fsx/checkpoints",
        adapters: "/fsx/adapters",
      },
    ],
    serving: [{ name: "llama", pool: l40s, model: "llama-3.1-8b", weights: "/data/models/llama-3.1-8b" }],
  });
  return { stack, ray };
}
