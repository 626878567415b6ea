// Every Azure construct in a stack per way to orchestrate nodes, below the folder that is named.
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
} from "../../../lib/clouds/azure";

const app = new App({ outdir: process.argv[2] });
for (const orchestration of ["flexible", "uniform"] as const) {
  const stack = new TerraformStack(app, orchestration);
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: orchestration });
  const fabric = new InfiniBandFabric(stack, "fabric", { network, orchestration });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
  const results = new CheckpointBucket(stack, "results", { network, accountName: `${orchestration}results` });
  const adminPublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx9Z1mWnq3yq0l2bXk0Fj3nJr0C2s9Qn8b1kqv9o5aT user";
  const common = { network, adminPublicKey, mounts: [scratch.mount("/scratch")] };
  const h100 = new GpuNodePool(stack, "h100", {
    ...common,
    fabric,
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 16 },
  });
  const spot = new GpuNodePool(stack, "spot", {
    ...common,
    instanceType: "Standard_NC24ads_A100_v4",
    nodes: { min: 0, max: 4 },
    capacity: [Capacity.spot()],
  });
  for (const pool of [h100, spot]) {
    results.grantReadWrite(pool);
    new NodeFleet(stack, `${pool.node.id}-fleet`, { pool });
  }
}
app.synth();
