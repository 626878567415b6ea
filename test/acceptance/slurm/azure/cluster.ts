// Prints cluster.json as a SlurmHeadNode of warpform/azure writes it, with each reference that only Terraform resolves in a plausible form.
import { App, TerraformStack, Testing } from "cdktf";
import {
  Capacity,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  SlurmHeadNode,
} from "../../../../lib/clouds/azure";
import { GROUP, written } from "./known";

const stack = new TerraformStack(new App(), "train");
declareProvider(stack);
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
const adminPublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
const common = { network, adminPublicKey };
const h100 = new GpuNodePool(stack, "h100", {
  ...common,
  fabric: new InfiniBandFabric(stack, "fabric", { network }),
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 0, max: 16 },
});
const spot = new GpuNodePool(stack, "spot", {
  ...common,
  instanceType: "Standard_NC24ads_A100_v4",
  nodes: { min: 0, max: 4 },
  capacity: [Capacity.spot()],
});
const cpu = new GpuNodePool(stack, "cpu", {
  ...common,
  instanceType: "Standard_D8as_v5",
  nodes: { min: 1, max: 4 },
  capacity: [Capacity.reservation(`${GROUP}/providers/Microsoft.Compute/capacityReservationGroups/cpu`)],
});
const gb300 = new GpuNodePool(stack, "gb300", {
  ...common,
  fabric: new InfiniBandFabric(stack, "racks", { network }),
  instanceType: "Standard_ND128isr_GB300_v6",
  nodes: { min: 36, max: 36 },
});
new SlurmHeadNode(stack, "slurm", {
  ...common,
  siteAccountName: "trainsite",
  vaultName: "train-slurm",
  partitions: [
    { name: "train", pools: [h100] },
    { name: "other", pools: [spot, cpu] },
    { name: "racks", pools: [gb300] },
  ],
});
const { locals } = JSON.parse(Testing.synth(stack)) as { locals: Record<string, string> };
const text = Object.values(locals).find((one) => one.startsWith('{\n "format"'))!;
process.stdout.write(written(text));
