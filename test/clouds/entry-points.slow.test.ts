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
    const { ClusterNetwork } = require("../../lib/clouds/azure/index") as typeof import("../../lib/clouds/azure/index");
    new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    expect(loaded().filter((file) => file.includes("/provider-aws/"))).toEqual([]);
  });
});
