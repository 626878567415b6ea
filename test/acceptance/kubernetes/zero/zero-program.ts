// A model that scales to zero. OUTDIR says where it goes.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { ClusterNetwork, GpuNodePool, KubeRayCluster } from "../../../../lib/clouds/aws/index";

const app = new App({ outdir: process.argv[2] });
const stack = new TerraformStack(app, "zero");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.xlarge", nodes: { min: 0, max: 2 } });
new KubeRayCluster(stack, "ray", {
  network,
  pools: [l40s],
  serving: [
    {
      name: "chat",
      pool: l40s,
      model: "llama-3.1-8b",
      weights: "s3://models/llama",
      image: "registry.example/ray-llm:2.60.0",
      rayVersion: "2.60.0",
      replicas: { min: 0, max: 2 },
      exposure: "internal",
    },
  ],
});
app.synth();
