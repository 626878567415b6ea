// Slurm over 4 p5.48xlarge that boot images of their own: packages by date, nothing fetched from Ubuntu's archive at boot.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage, NodeImage, SlurmHeadNode } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "slurm-baked-image");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 4.8, throughputPerTiB: 250 });
const aptSnapshot = "20261101T000000Z";
const nodeImage = new NodeImage(stack, "node-image", { network, contents: ["slurm-node", "lustre"], aptSnapshot });
const headImage = new NodeImage(stack, "head-image", { network, contents: ["slurm-head", "lustre"], aptSnapshot });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 4 },
  image: nodeImage.image,
  mounts: [scratch.mount("/fsx")],
});
new SlurmHeadNode(stack, "slurm", {
  network,
  partitions: [{ name: "train", pools: [h100], exclusive: true }],
  image: headImage.image,
  mounts: [scratch.mount("/fsx")],
});

app.synth();
