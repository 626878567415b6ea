import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const serviceOnOneNode: Rule = {
  id: "service-on-one-node",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Service on a single node",
  why: "When the node fails or is replaced, the service is down until another node boots and loads the model.",
  fix: "Set `nodes.min` to 2 or more.",
  verify: "Terminate one node under load; requests must still be answered.",
  source: "https://docs.aws.amazon.com/wellarchitected/latest/reliability-pillar/welcome.html",
  check: (design) =>
    checkEach(
      design.workload?.kind === "inference" && design.workPool && design.workPool.pool.nodes.min > 0
        ? [design.workPool]
        : [],
      (p) =>
        p.pool.nodes.min > 1
          ? null
          : { path: `${p.path}.nodes.min`, value: p.pool.nodes.min, allowed: "2 or more", fix: set("nodes.min", 2) },
    ),
};
