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
  return reviewDesign(design, blueprint.acceptedFindings, rules, () => ({ surface }));
}
