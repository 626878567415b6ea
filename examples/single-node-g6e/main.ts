// One g6e.12xlarge (4 L40S) with its NVMe array, for development and small LoRA runs. No fabric: there is nobody to talk to.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { CheckpointBucket, ClusterNetwork, GpuNodePool, NodeFleet, NvmeCache } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "single-node-g6e");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const bucket = new CheckpointBucket(stack, "checkpoints", { network });
const l40s = new GpuNodePool(stack, "l40s", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 0, max: 1 },
  nvmeCache: new NvmeCache({ mountPath: "/scratch" }),
});
bucket.grantReadWrite(l40s);
new NodeFleet(stack, "node", { pool: l40s, size: 1 });

app.synth();
