import { checkEach, type Rule } from "../../rule";

export const fabricOversubscribed: Rule = {
  id: "fabric-oversubscribed",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "fabric with fewer uplinks than node ports",
  why: "When all nodes talk at once, as every collective does, each gets only its share of the uplinks.",
  fix: "Give the leaves as many uplinks as downlinks, or keep each job below one leaf.",
  verify: "Run all_reduce_perf on nodes of different leaves and compare the bus bandwidth with nodes of one leaf.",
  source:
    "https://docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100/latest/network-fabrics.html",
  check: (design) =>
    checkEach(
      design.cluster.fabrics.filter((f) => f.oversubscription !== undefined && f.kind !== "efa"),
      (f) =>
        (f.oversubscription ?? 1) <= 1
          ? null
          : {
              path: `fabrics.${f.name}.oversubscription`,
              value: `${f.oversubscription} : 1`,
              allowed: "1 : 1 for training",
              fix: "add uplinks until every leaf has as many as downlinks",
            },
    ),
};
