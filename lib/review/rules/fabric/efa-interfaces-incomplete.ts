import { efaInterfaces } from "../../../catalog/instance-types";
import { interfacesOf } from "../../../model/aws/aws-model";
import { efaCount, efaDevicesFor } from "../../../model/aws/nic-layout";
import { counted } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const efaInterfacesIncomplete: Rule = {
  id: "efa-interfaces-incomplete",
  area: "fabric",
  severity: "warning",
  clouds: ["aws"],
  title: "Fewer EFA interfaces than the instance type supports",
  why: "Each EFA card provides its own share of the bandwidth. A p5 node with 8 of 32 interfaces has a quarter of 3,200 Gb/s, and collectives slow down proportionally.",
  fix: "Pass `fabric` and let the pool derive its interfaces from the catalog; do not set interfaces by hand.",
  verify:
    "On a node, count `fi_info -p efa -t FI_EP_RDM | grep domain`; it must be the type's number of EFA interfaces.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ type, fabric }) => type !== null && efaInterfaces(type) > 0 && fabric?.kind === "efa"),
      ({ pool, path, type }) => {
        const has = efaCount(interfacesOf(pool));
        const most = type === null ? 0 : efaDevicesFor(type);
        if (has >= most) return null;
        return {
          path: `${path}.networkInterfaces`,
          value: counted(has, "EFA interfaces"),
          allowed: `${counted(most, "EFA interfaces")}, ${type?.aws?.efa?.gbps} Gb/s in total`,
          fix: "use the fabric's nicLayout, which uses every EFA card",
        };
      },
    ),
};
