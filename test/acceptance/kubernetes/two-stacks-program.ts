// A cluster in one stack and all that is installed into it in another; OUTDIR says where they go.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, CheckpointBucket, ClusterNetwork, GpuNodePool, KubeRayCluster } from "../../../lib/clouds/aws/index";

const app = new App({ outdir: process.argv[2] });
const infra = new TerraformStack(app, "infra");
new AwsProvider(infra, "aws", { region: "us-east-2" });
const workloads = new TerraformStack(app, "workloads");
new AwsProvider(workloads, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(infra, "network", { availabilityZone: "us-east-2a" });
const bucket = new CheckpointBucket(infra, "models", { network });
const l40s = new GpuNodePool(infra, "l40s", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 0, max: 4 },
  capacity: [Capacity.spot(), Capacity.onDemand()],
});
const ray = new KubeRayCluster(infra, "ray", {
  network,
  pools: [l40s],
  workloadsScope: workloads,
  gcsFaultTolerance: true,
  queues: { teams: [{ name: "research", gpus: { l40s: 12 } }] },
  rayClusters: [{ name: "dev", queue: "research", pools: [l40s] }],
  serving: [
    { name: "llama", pool: l40s, model: "llama-3.1-8b", weights: `s3://${bucket.bucketName}/weights/llama-3.1-8b` },
  ],
});
bucket.grantRead(ray);
app.synth();
