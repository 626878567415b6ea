import { instanceType } from "../../../../lib/catalog/instance-types";
import { networkInterfaces } from "../../../../lib/model/aws/nic-layout";
import { efaLayoutWastesAddresses } from "../../../../lib/review/rules/fabric/efa-layout-wastes-addresses";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaLayoutWastesAddresses,
  holds: { "the address-saving layout": p5() },
  fails: {
    "the older layout": [
      p5({
        efa: { nicLayout: "legacy-all-efa" },
        interfaces: networkInterfaces(instanceType("p5.48xlarge"), "legacy-all-efa", true),
      }),
      [{ path: "pools.h100.networkInterfaces", value: "32 addresses per node" }],
    ],
  },
  doesNotApply: { "no fabric": p5({ pool: { fabric: null } }) },
};
