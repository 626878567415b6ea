import { instanceType, instanceTypes } from "../../../lib/catalog/instance-types";
import type { InstanceType } from "../../../lib/catalog/types";
import type { NicLayout } from "../../../lib/model/aws/nic-layout";
import { addressesPerNode, efaCount, efaDevicesFor, networkInterfaces } from "../../../lib/model/aws/nic-layout";

const layouts: NicLayout[] = ["ip-saving", "ena-bandwidth", "legacy-all-efa"];

/** What a type could not take of its interfaces in a layout. */
function faultsOf(type: InstanceType, layout: NicLayout): string[] {
  const interfaces = networkInterfaces(type, layout, true);
  const cards = new Map(type.networkCards.map((card) => [card.index, card]));
  const onCard = (index: number) => interfaces.filter((one) => one.networkCardIndex === index);
  const misplaced = interfaces.filter(({ networkCardIndex, deviceIndex, interfaceType }) => {
    const card = cards.get(networkCardIndex);
    const more = deviceIndex === 0 || (deviceIndex === 1 && (card?.maxInterfaces ?? 0) > 1);
    return !more || (interfaceType !== "interface" && !card?.efa);
  });
  const places = new Set(interfaces.map((one) => `${one.networkCardIndex}/${one.deviceIndex}`));
  const claims: [string, boolean][] = [
    [`misplaced ${JSON.stringify(misplaced)}`, misplaced.length === 0],
    ["more interfaces than a card takes", [...cards].every(([i, card]) => onCard(i).length <= card.maxInterfaces)],
    ["no single first interface", onCard(0).filter(({ deviceIndex }) => deviceIndex === 0).length === 1],
    ["the first interface has no address", interfaces[0]!.interfaceType !== "efa-only"],
    ["two interfaces in one place", places.size === interfaces.length],
    ["more EFA devices than the type has", efaCount(interfaces) <= type.aws!.maxEfaInterfaces],
    ["more than one address", layout !== "ip-saving" || addressesPerNode(interfaces) === 1],
  ];
  return claims.flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

describe("networkInterfaces", () => {
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html
  it("gives a p5.48xlarge one plain interface and 32 EFA devices with one address", () => {
    const interfaces = networkInterfaces(instanceType("p5.48xlarge"), "ip-saving", true);
    expect(interfaces.slice(0, 3)).toEqual([
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
      { networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa-only" },
      { networkCardIndex: 1, deviceIndex: 0, interfaceType: "efa-only" },
    ]);
    expect(interfaces).toHaveLength(33);
    expect(addressesPerNode(interfaces)).toBe(1);
  });

  it("gives a p5.48xlarge eight ENA interfaces, one on every fourth card, where IP bandwidth is wanted", () => {
    const interfaces = networkInterfaces(instanceType("p5.48xlarge"), "ena-bandwidth", true);
    const ena = interfaces.filter(({ interfaceType }) => interfaceType === "interface");
    expect(ena.map(({ networkCardIndex }) => networkCardIndex)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(ena.slice(1).every(({ deviceIndex }) => deviceIndex === 1)).toBe(true);
    expect(efaCount(interfaces)).toBe(32);
  });

  // aws/aws-parallelcluster#7143: an EFA on card 0 of this type fails the launch.
  it("puts no EFA on card 0 of a p6-b300.48xlarge, in any layout", () => {
    for (const layout of layouts) {
      const onCard0 = networkInterfaces(instanceType("p6-b300.48xlarge"), layout, true).filter(
        (card) => card.networkCardIndex === 0,
      );
      expect(onCard0).toEqual([{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" }]);
    }
  });

  // Counts of EFA devices: awsome-distributed-training instance profiles, eksctl-io/eksctl#8685 for p6-b200.
  it.each([
    ["p4d.24xlarge", 4],
    ["p4de.24xlarge", 4],
    ["p5.48xlarge", 32],
    ["p5e.48xlarge", 32],
    ["p5en.48xlarge", 16],
    ["p6-b200.48xlarge", 8],
    ["p6-b300.48xlarge", 16],
    ["p6e-gb200.36xlarge", 4],
    ["hpc6id.32xlarge", 2],
    ["g5.48xlarge", 1],
    ["g6e.48xlarge", 4],
  ])("gives a %s %d EFA devices", (name, count) => {
    expect(efaCount(networkInterfaces(instanceType(name), "ip-saving", true))).toBe(count);
  });

  it("gives one plain interface without a fabric", () => {
    expect(networkInterfaces(instanceType("p5.48xlarge"), "ip-saving", false)).toEqual([
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
    ]);
  });

  it.each(layouts)("keeps to what every type of the catalog can take, with %s", (layout) => {
    const faults = instanceTypes().flatMap((type) => faultsOf(type, layout).map((fault) => `${type.name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  // "Add an EFA-only network interface to only one NCI in each group": 1 and 3, 5 and 7, ... share a GPU, 1 and 2, ... an adapter.
  it.each(layouts)("puts one 400 Gb/s EFA per GPU of a p6e-gb200 on cards 1, 5, 9 and 13, with %s", (layout) => {
    const type = instanceType("p6e-gb200.36xlarge");
    const efa = networkInterfaces(type, layout, true).filter(({ interfaceType }) => interfaceType !== "interface");
    expect(efa.map(({ networkCardIndex }) => networkCardIndex)).toEqual([1, 5, 9, 13]);
    const gbps = (index: number) => type.networkCards.find((card) => card.index === index)?.bandwidthGbps ?? 0;
    expect(efa.reduce((sum, { networkCardIndex }) => sum + gbps(networkCardIndex), 0)).toBe(type.aws!.efa?.gbps);
  });

  it("puts further ENA interfaces of a p6e-gb200 on device 0 of cards whose adapter carries no EFA", () => {
    const ena = networkInterfaces(instanceType("p6e-gb200.36xlarge"), "ena-bandwidth", true).filter(
      ({ interfaceType }) => interfaceType === "interface",
    );
    expect(ena.map(({ networkCardIndex, deviceIndex }) => [networkCardIndex, deviceIndex])).toEqual(
      [0, 4, 8, 12, 16].map((card) => [card, 0]),
    );
  });

  it("uses as many EFA devices as reach the EFA bandwidth of a type of the catalog", () => {
    for (const type of instanceTypes())
      expect([type.name, efaCount(networkInterfaces(type, "ip-saving", true))]).toEqual([
        type.name,
        efaDevicesFor(type),
      ]);
  });
});
