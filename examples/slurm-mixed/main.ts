// One Slurm for three teams: training on a block, fine-tuning on spot, preprocessing on CPUs; fair share, and urgent work first.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, SharedHome, SlurmHeadNode } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "slurm-mixed");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const home = new SharedHome(stack, "home", { network });
const mounts = [home.mount("/home")];
const h100 = new GpuNodePool(stack, "h100", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 8 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8, endsOn: "2027-01-31T11:30:00Z" })],
  mounts,
});
const l40s = new GpuNodePool(stack, "l40s", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 0, max: 16 },
  capacity: [Capacity.spot(), Capacity.onDemand()],
  mounts,
});
const cpu = new GpuNodePool(stack, "cpu", {
  network,
  instanceType: "c7i.24xlarge",
  nodes: { min: 0, max: 20 },
  mounts,
});

new SlurmHeadNode(stack, "slurm", {
  network,
  mounts,
  partitions: [
    { name: "train", pools: [h100], exclusive: true, maxTimeMinutes: 3 * 24 * 60 },
    { name: "lora", pools: [l40s], maxTimeMinutes: 12 * 60 },
    { name: "cpu", pools: [cpu], maxTimeMinutes: 24 * 60, suspendMinutes: 5 },
  ],
  preemption: "qos",
  qos: [{ name: "urgent", priority: 100, preempts: ["normal"], maxGpusPerUser: 16 }],
  priority: { usageReset: "monthly" },
  accounts: [
    { name: "research", share: 5, users: ["ada"] },
    { name: "product", share: 3, users: ["bob"] },
    { name: "interns", share: 1, gpuHours: 500, users: ["eve"], qos: ["normal"] },
  ],
  users: [
    { name: "ada", uid: 2001, administrator: true },
    { name: "bob", uid: 2002 },
    { name: "eve", uid: 2003 },
  ],
  loginNodes: 1,
  // Metrics of a whole quarter, to see which team used what was allocated to it.
  monitoring: { retentionDays: 92 },
});

app.synth();
