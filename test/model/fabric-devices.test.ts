import { instanceType, rentedInstanceTypes } from "../../lib/catalog/instance-types";
import { defineOnPremCluster } from "../../lib/clouds/onprem/define-on-prem-cluster";
import { describeOnPremCluster } from "../../lib/clouds/onprem/describe-on-prem";
import { poolFabric, shareOfDevices } from "../../lib/model/fabric-devices";
import { small } from "../clouds/onprem/sites";

describe("the fabric of a node, in the same terms for every cloud", () => {
  it.each([
    ["p5.48xlarge", { devices: 32, gbpsEach: 100, gpuDirect: true }],
    ["p5en.48xlarge", { devices: 16, gbpsEach: 200, gpuDirect: true }],
    // 17 cards, of which four reach the bandwidth
    ["p6e-gb200.36xlarge", { devices: 4, gbpsEach: 400 }],
    ["Standard_ND96isr_H100_v5", { devices: 8, gbpsEach: 400 }],
  ])("%s", (name, devices) => {
    expect(poolFabric("fabric", instanceType(name))).toMatchObject({ name: "fabric", ...devices });
  });

  it("is not known device by device of nodes that are rented", () => {
    const type = rentedInstanceTypes("coreweave").find(({ rdma }) => rdma !== undefined)!;
    const fabric = poolFabric("fabric", type);
    expect(fabric).toMatchObject({ devices: null, gbpsEach: null });
    expect(shareOfDevices(fabric, type)).toBe(1);
  });

  it("has the ports and planned links of nodes on premises", () => {
    const [pool] = describeOnPremCluster(defineOnPremCluster(small)).pools;
    expect(pool!.fabric).toEqual({ name: "fabric", devices: 8, gbpsEach: 400, gpuDirect: null });
  });

  it("counts fewer devices than the type has as a share of its bandwidth, and more as all", () => {
    const type = instanceType("Standard_ND96isr_H100_v5");
    const share = (devices: number) => shareOfDevices(poolFabric("fabric", type, { devices }), type);
    expect([share(4), share(8), share(16)]).toEqual([0.5, 1, 1]);
  });
});
