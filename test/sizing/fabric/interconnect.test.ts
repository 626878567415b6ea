import { accelerator } from "../../../lib/catalog/accelerators";
import { instanceType } from "../../../lib/catalog/instance-types";
import { instanceInterconnect } from "../../../lib/sizing/fabric/interconnect";

/** Gb/s of a node between nodes. */
function gbps(name: string, efa?: boolean): number {
  const type = instanceType(name);
  const link = instanceInterconnect(type, accelerator(type.accelerator!), efa);
  return (link.fabricBytesPerSecondPerGpu * 8 * type.acceleratorCount) / 1e9;
}

describe("instanceInterconnect", () => {
  it.each([
    ["p5.48xlarge", 3200],
    ["p5en.48xlarge", 3200],
    ["p4d.24xlarge", 400],
  ])("gives %s all of its cards with EFA", (name, all) => {
    expect(gbps(name)).toBeCloseTo(all, 6);
  });

  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-eni.html#network-cards: bandwidth is that of each card
  it.each([
    ["p5.48xlarge", 100],
    ["p5en.48xlarge", 200],
    ["p4d.24xlarge", 100],
    ["g6e.48xlarge", 100],
  ])("leaves %s without EFA the interface on its first card", (name, one) => {
    expect(gbps(name, false)).toBeCloseTo(one, 6);
  });

  it("counts on no credits: g5.4xlarge has up to 25 Gb/s, and 10 that last", () => {
    expect(gbps("g5.4xlarge")).toBeCloseTo(10, 6);
  });
});
