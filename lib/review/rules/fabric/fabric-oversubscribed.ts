import { checkEach, type Rule } from "../../rule";

export const fabricOversubscribed: Rule = {
  id: "fabric-oversubscribed",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "Oversubscribed fabric",
  why: "When all nodes communicate at once, as in every collective, each gets only its share of the uplink bandwidth.",
  fix: "Give each leaf switch as many uplinks as downlinks, or keep each job within one leaf.",
  verify: "Run all_reduce_perf across leaf switches and compare its bus bandwidth (busbw) with a run within one leaf.",
  source:
    "https://docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100/latest/network-fabrics.html",
  check: (design) =>
    checkEach(
      design.cluster.fabrics.flatMap(({ name, kind, oversubscription }) =>
        oversubscription === undefined || kind === "efa" ? [] : [{ name, oversubscription }],
      ),
      ({ name, oversubscription }) =>
        oversubscription <= 1
          ? null
          : {
              path: `fabrics.${name}.oversubscription`,
              value: `${oversubscription} : 1`,
              allowed: "1 : 1 for training",
              fix: "add uplinks until each leaf has as many as downlinks",
            },
    ),
};
