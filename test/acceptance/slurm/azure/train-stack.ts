import { App, TerraformStack } from "cdktf";
import { ClusterNetwork, declareProvider, GpuNodePool, InfiniBandFabric } from "../../../../lib/clouds/azure";

/** A stack with a network and two racks of GB300, to which a lab adds what it is about. */
export function trainStack() {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const common = { network, adminPublicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user" };
  const gb300 = new GpuNodePool(stack, "gb300", {
    ...common,
    fabric: new InfiniBandFabric(stack, "racks", { network }),
    instanceType: "Standard_ND128isr_GB300_v6",
    nodes: { min: 36, max: 36 },
  });
  const site = { ...common, siteAccountName: "trainsite", vaultName: "train-slurm" };
  return { stack, common, gb300, site };
}
