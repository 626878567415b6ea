import { efaCount, efaDevicesFor } from "../../../model/nic-layout";
import { checkEach, type Rule } from "../../rule";

export const efaInterfacesIncomplete: Rule = {
  id: "efa-interfaces-incomplete",
  area: "fabric",
  severity: "warning",
  clouds: ["aws"],
  title: "node launched with fewer EFA interfaces than its type has",
  why: "Each EFA card carries its own share of the bandwidth. A p5 node with 8 of its 32 interfaces has a quarter of 3,200 Gb/s, and collectives slow down in proportion.",
  fix: "Let the pool derive its interfaces from the catalogue: pass `fabric` and set no interfaces by hand.",
  verify:
    "On a node, count `fi_info -p efa -t FI_EP_RDM | grep domain`; it must be the type's number of EFA interfaces.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ type, fabric }) => type !== null && type.maxEfaInterfaces > 0 && fabric?.kind === "efa"),
      ({ pool, path, type }) => {
        const has = efaCount(pool.networkInterfaces);
        const most = type === null ? 0 : efaDevicesFor(type);
        if (has >= most) return null;
        return {
          path: `${path}.networkInterfaces`,
          value: `${has} EFA interfaces`,
          allowed: `${most} EFA interfaces, ${type?.efa?.gbps} Gb/s together`,
          fix: "leave the interfaces to the fabric's nicLayout, which takes every EFA card of the catalogue",
        };
      },
    ),
};
