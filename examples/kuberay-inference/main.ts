// One base model with many LoRA adapters behind a gateway, llama.models.example.com; replicas follow the requests and the time to the first token.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, CheckpointBucket, ClusterNetwork, GpuNodePool, KubeRayCluster } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "kuberay-inference");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const bucket = new CheckpointBucket(stack, "models", { network });
const l40s = new GpuNodePool(stack, "l40s", {
  network,
  instanceType: "g6e.4xlarge",
  nodes: { min: 0, max: 8 },
  capacity: [Capacity.onDemand()],
});
const ray = new KubeRayCluster(stack, "ray", {
  network,
  pools: [l40s],
  gateway: { domain: "models.example.com" },
  serving: [
    {
      name: "llama",
      pool: l40s,
      model: "llama-3.1-8b",
      // fetched once to each node's NVMe, so that a cold start reads locally
      weights: `s3://${bucket.bucketName}/weights/llama-3.1-8b`,
      lora: { adapters: `s3://${bucket.bucketName}/adapters`, maxAdapters: 16, maxRank: 16 },
      replicas: { min: 1, max: 8 },
      targetTimeToFirstTokenSeconds: 2,
    },
  ],
});
bucket.grantRead(ray);

app.synth();
