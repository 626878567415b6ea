// Inference on L40S without any way to the internet: images by ECR's pull-through cache, AWS services by interface endpoints.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { CheckpointBucket, ClusterNetwork, GpuNodePool, KubeRayCluster } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "kuberay-private");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", egress: "endpoints-only" });
const weights = new CheckpointBucket(stack, "weights", { network });
const l40s = new GpuNodePool(stack, "l40s", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 0, max: 4 },
});
// logins that you make in Secrets Manager: ECR caches these two registries with one only
const secret = (name: string) =>
  `arn:aws:secretsmanager:us-east-2:111122223333:secret:ecr-pullthroughcache/${name}-AbCdEf`;
const cluster = new KubeRayCluster(stack, "ray", {
  network,
  pools: [l40s],
  registry: { pullThrough: { credentials: { "docker.io": secret("docker-hub"), "ghcr.io": secret("github") } } },
  serving: [
    {
      name: "llama-8b",
      pool: l40s,
      model: "llama-3.1-8b",
      weights: `s3://${weights.bucketName}/llama-3.1-8b`,
      replicas: { min: 1, max: 4 },
    },
  ],
});
weights.grantReadWrite(cluster);
// what to copy or pull once before the cluster's first apply
new TerraformOutput(stack, "images", { value: cluster.images });

app.synth();
