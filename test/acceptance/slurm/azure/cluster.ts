// Prints cluster.json as a SlurmHeadNode of warpform/azure writes it, with each reference that only Terraform resolves in a plausible form.
import { Testing } from "cdktf";
import { Capacity, GpuNodePool, InfiniBandFabric, SlurmHeadNode } from "../../../../lib/clouds/azure";
import { GROUP, written } from "./known";
import { trainStack } from "./train-stack";

const { stack, common, gb300, site } = trainStack();
const h100 = new GpuNodePool(stack, "h100", {
  ...common,
  fabric: new InfiniBandFabric(stack, "fabric", { network: common.network }),
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
new SlurmHeadNode(stack, "slurm", {
  ...site,
  partitions: [
    { name: "train", pools: [h100] },
    { name: "other", pools: [spot, cpu] },
    { name: "racks", pools: [gb300] },
  ],
});
const { locals } = JSON.parse(Testing.synth(stack)) as { locals: Record<string, string> };
const text = Object.values(locals).find((one) => one.startsWith('{\n "format"'))!;
process.stdout.write(written(text));
