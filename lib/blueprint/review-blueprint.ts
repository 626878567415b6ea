import type { Design } from "../review/design";
import { type Review, reviewDesign } from "../review/review";
import { rules } from "../review/rules/list";
import { blueprintWords } from "./reader/blueprint-keys";
import type { Blueprint } from "./schema/aws/aws-blueprint";

/** Reviews a design that a blueprint made: what it accepts is accepted, and fixes name its keys. */
export function reviewBlueprint(design: Design, blueprint: Blueprint): Review {
  const surface = blueprintWords({
    architecture: blueprint.architecture,
    cloud: blueprint.cloud,
    inPods: blueprint.kubeRay !== undefined,
  });
  return reviewDesign(design, blueprint.acceptedFindings, rules, (_, { path }) => {
    const address = keyOf(path, blueprint);
    return { surface, ...(address === undefined ? {} : { address }) };
  });
}

/** Key of a blueprint for the path of something of which it has one; undefined where the path says it. */
function keyOf(path: string, blueprint: Blueprint): string | undefined {
  const [section = "", , ...rest] = path.split(".");
  const owner = OWNERS[section]?.(blueprint);
  return rest.length === 0 || owner === undefined ? undefined : `${owner}.${rest.join(".")}`;
}

/** Where a blueprint says what the model has under a name of its own. */
const OWNERS: Readonly<Record<string, (blueprint: Blueprint) => string | undefined>> = {
  networks: ({ network }) => (network.existing ? "network.existing" : "network"),
  fabrics: ({ architecture }) => (architecture ? undefined : "fabric"),
  monitoring: ({ architecture, monitoring, kubeRay }) => {
    if (architecture !== undefined)
      return architecture.kind === "inferenceRegions" ? undefined : "architecture.monitoring";
    // A Ray cluster brings its own.
    return monitoring === undefined && kubeRay !== undefined ? "kubeRay" : "monitoring";
  },
};
