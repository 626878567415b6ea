// Two teams that own a node of 8 GPUs each, and Ray clusters of theirs; OUTDIR says where the stack goes. Prints the configuration
// of Kueue's manager that the library installs.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, KubeRayCluster } from "../../../lib/clouds/aws/index";
import { kueueManagerConfig } from "../../../lib/kubernetes/queues/kueue";

const app = new App({ outdir: process.argv[2] });
const stack = new TerraformStack(app, "queues");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 2 },
});
// nodes that all stand, so that Kueue places pods by the network
const standing = new GpuNodePool(stack, "standing", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 2, max: 2 },
});
const of = { pools: [h100], image: "registry.example/train:1", rayVersion: "2.52.0" };
const one = { min: 1, max: 1 };
new KubeRayCluster(stack, "ray", {
  network,
  pools: [h100, standing],
  provisioner: "managed",
  systemNodes: 5,
  queues: {
    teams: [
      { name: "a", gpus: { h100: 8, standing: 16 } },
      { name: "b", gpus: { h100: 8 } },
    ],
  },
  rayClusters: [
    { ...of, name: "own-a", queue: "a", workers: one },
    { ...of, name: "more-a", queue: "a", workers: one },
    { ...of, name: "own-b", queue: "b", workers: one },
    { ...of, name: "elastic-a", queue: "a", workers: { min: 1, max: 2 } },
  ],
});
app.synth();
console.log(JSON.stringify(kueueManagerConfig(300)));
