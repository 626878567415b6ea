// Which packages an entry point loads: Jest's module registry, as node's.
const loaded = () => Object.keys(require.cache).filter((file) => file.includes("/@cdktf/provider-"));

describe("the entry points", () => {
  it("need no other cloud's packages: on premises, on a cluster that exists, on Azure", () => {
    const { TerraformStack, Testing } = require("cdktf") as typeof import("cdktf");
    const stack = new TerraformStack(Testing.app(), "ml");
    const { OnPremCluster } =
      require("../../lib/clouds/onprem/index") as typeof import("../../lib/clouds/onprem/index");
    const { ExistingKubernetes } =
      require("../../lib/clouds/anywhere/index") as typeof import("../../lib/clouds/anywhere/index");
    expect([typeof OnPremCluster, typeof ExistingKubernetes]).toEqual(["function", "function"]);
    expect(loaded()).toEqual([]);
    const azure = require("../../lib/clouds/azure/index") as typeof import("../../lib/clouds/azure/index");
    // each name is loaded when it is read, and what it imports when it is used
    expect(Object.values(azure).filter((one) => one === undefined)).toEqual([]);
    azure.declareProvider(stack);
    const network = new azure.ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const fabric = new azure.InfiniBandFabric(stack, "fabric", { network });
    const data = new azure.CheckpointBucket(stack, "data", { network, accountName: "traindata01" });
    const scratch = new azure.LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
    const instanceType = "Standard_ND96isr_H100_v5";
    const mounts = [scratch.mount("/scratch")];
    const nodes = { min: 0, max: 2 };
    const pool = new azure.GpuNodePool(stack, "gpu", { network, fabric, instanceType, nodes, mounts });
    data.grantReadWrite(pool);
    new azure.NodeFleet(stack, "fleet", { pool });
    expect(Testing.synth(stack, true)).toContain("azurerm_managed_lustre_file_system");
    expect(loaded().filter((file) => file.includes("/provider-aws/"))).toEqual([]);
  });
});
