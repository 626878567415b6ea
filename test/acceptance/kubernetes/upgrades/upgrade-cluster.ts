import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
} from "../../../../lib/clouds/aws/index";
import type { Change } from "./upgrade-cells";

/** Synthesizes the cluster that all cells of the upgrade matrix start from, with a change, into a folder. */
export function synthesize(outdir: string, change: Change): void {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "matrix");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const bucket = new CheckpointBucket(stack, "data", { network });
  const scratch = new LustreStorage(stack, "scratch", {
    network,
    capacityTiB: 24,
    throughputPerTiB: 250,
    ...change.lustre,
  });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 6 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 6 })],
    ...change.h100,
  });
  const l40s = new GpuNodePool(stack, "l40s", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 4 },
    ...change.l40s,
  });
  const vllm = { image: "vllm/vllm-openai:v0.11.0", replicas: { min: 1, max: 1 } } as const;
  new KubeRayCluster(stack, "ray", {
    network,
    pools: [h100, l40s],
    provisioner: "managed",
    fileSystems: [{ storage: scratch, path: "/fsx" }],
    bucketMounts: [{ bucket, path: "/data", ...change.mount }],
    queues: {
      teams: [
        { name: "a", gpus: { h100: 16 } },
        { name: "b", gpus: { h100: 8 } },
      ],
    },
    rayClusters: [
      {
        name: "train",
        pools: [h100],
        queue: "a",
        image: "registry.example/train:1",
        rayVersion: "2.52.0",
        ...change.ray,
      },
    ],
    jobs: [
      {
        name: "torch",
        pool: h100,
        queue: "b",
        nodes: 1,
        gpusPerPod: 8,
        image: "registry.example/train:1",
        command: ["torchrun", "train.py"],
        ...change.job,
      },
    ],
    fineTuning: [
      {
        name: "tune",
        pool: l40s,
        model: "/data/llama",
        data: "/data/train.jsonl",
        storage: "/fsx/checkpoints",
        adapters: "/fsx/adapters",
        ...change.run,
      },
    ],
    serving: [
      { name: "llama", pool: l40s, model: "llama-3.1-8b", weights: "s3://models/v1", ...change.served },
      {
        name: "big",
        pool: h100,
        model: "llama-3.1-70b",
        weights: "s3://models/big",
        tensorParallel: 8,
        engine: "leader-worker-set",
        ...vllm,
        ...change.groups,
      },
    ],
    triton: [
      {
        name: "vision",
        pool: l40s,
        modelRepository: "s3://models/vision",
        replicas: { min: 1, max: 1 },
        ...change.triton,
      },
    ],
    ...change.cluster?.({ h100, l40s }),
  });
  app.synth();
}
