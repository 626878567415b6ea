import { set } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

/** How many, `replicas-short` may say. */
const MORE = say`allow a second node in ${prop("nodes.max")}`;

export const serviceOnOneNode: Rule = {
  id: "service-on-one-node",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Service on a single node",
  why: "When the node fails or is replaced, the service is down until another node boots and loads the model. A pool of at most one node cannot have a second, however many replicas are asked for.",
  fix: "Set `nodes.min` to 2 or more; where the service may scale to zero, `nodes.max`.",
  verify: "Terminate one node under load; requests must still be answered.",
  source: "https://docs.aws.amazon.com/wellarchitected/latest/reliability-pillar/welcome.html",
  check: (design) =>
    checkEach(design.workload?.kind === "inference" && design.workPool ? [design.workPool] : [], ({ path, pool }) => {
      const { min, max } = pool.nodes;
      if (min > 1) return null;
      if (min === 1) return { path: `${path}.nodes.min`, value: min, allowed: "2 or more", fix: set("nodes.min", 2) };
      // Of a pool that scales to zero a second node may come, and `service-scales-to-zero` says what that costs.
      return max > 1 ? null : { path: `${path}.nodes.max`, value: max, allowed: "2 or more", fix: MORE };
    }),
};
