// QLoRA fine-tuning on spot g6e nodes, on-demand behind them; two teams share the GPUs through queues.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, CheckpointBucket, ClusterNetwork, GpuNodePool, KubeRayCluster } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "kuberay-lora");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const bucket = new CheckpointBucket(stack, "models", { network });
const l40s = new GpuNodePool(stack, "l40s", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 0, max: 4 },
  capacity: [Capacity.spot(), Capacity.onDemand()],
});
const ray = new KubeRayCluster(stack, "ray", {
  network,
  pools: [l40s],
  queues: {
    teams: [
      { name: "support", gpus: { l40s: 12 } },
      { name: "search", gpus: { l40s: 4 } },
    ],
  },
  fineTuning: [
    {
      name: "support-bot",
      queue: "support",
      pool: l40s,
      method: "qlora",
      model: `s3://${bucket.bucketName}/weights/llama-3.1-8b`,
      data: `s3://${bucket.bucketName}/datasets/support.jsonl`,
      storage: `s3://${bucket.bucketName}/checkpoints`,
      adapters: `s3://${bucket.bucketName}/adapters`,
    },
  ],
});
bucket.grantReadWrite(ray);

app.synth();
