import { instanceType } from "../../../../lib/catalog/instance-types";
import { networkInterfaces } from "../../../../lib/model/aws/nic-layout";
import { networkInterfaceInvalid } from "../../../../lib/review/rules/fabric/network-interface-invalid";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: networkInterfaceInvalid,
  holds: {
    "every layout on p5": p5(),
    "the older layout with an address on each card": p5({
      interfaces: networkInterfaces(instanceType("p5.48xlarge"), "legacy-all-efa", true),
    }),
  },
  fails: {
    "an EFA on card 0 of p6-b300": [
      p5({
        pool: { instanceType: "p6-b300.48xlarge" },
        interfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa" }],
      }),
      [
        {
          path: "pools.h100.networkInterfaces.card0/device0",
          value: "efa",
          allowed: "interface on card 0, which has no EFA",
        },
      ],
    ],
    "an efa-only primary, a third device and a card that is not there": [
      p5({
        interfaces: [
          { networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa-only" },
          { networkCardIndex: 1, deviceIndex: 2, interfaceType: "efa-only" },
          { networkCardIndex: 40, deviceIndex: 0, interfaceType: "efa-only" },
        ],
      }),
      [
        { path: "pools.h100.networkInterfaces.card0/device0" },
        { path: "pools.h100.networkInterfaces.card1/device2", allowed: "device index 0 to 1 on card 1" },
        { path: "pools.h100.networkInterfaces.card40/device0" },
      ],
    ],
    "the same card and device twice": [
      p5({
        interfaces: [
          { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
          { networkCardIndex: 1, deviceIndex: 0, interfaceType: "efa-only" },
          { networkCardIndex: 1, deviceIndex: 0, interfaceType: "interface" },
        ],
      }),
      [{ path: "pools.h100.networkInterfaces.card1/device0", allowed: "each card and device index only once" }],
    ],
  },
  doesNotApply: { "a type that the catalog doesn't know": p5({ pool: { instanceType: "p9.48xlarge" } }) },
};
