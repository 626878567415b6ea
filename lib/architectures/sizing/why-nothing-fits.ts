import type { InstanceType } from "../../catalog/types";
import type { Workload } from "../../model/model";
import { type TrainingWork, trains } from "../../model/workload";
import { programWords } from "../../remedies/program-words";
import { wordedFix } from "../../remedies/remedy";
import { designOf } from "../../review/design";
import { DECLARED } from "../../review/figures/declared-layout";
import { figuresOf } from "../../review/figures/figures";
import { figureGaps } from "../../review/figures/gaps";
import { DOES_NOT_APPLY } from "../../review/rule";
import { numberFormatUnsupported } from "../../review/rules/fit/number-format-unsupported";
import { candidateCluster } from "./candidate-cluster";
import { purchasesOf } from "./priced-candidates";
import { typesTried } from "./rank-designs";
import type { RankOptions } from "./ranked-design";
import { runCounts } from "./run-designs";

/** What stands against a design, and the prop that it is about. */
export interface Obstacle {
  readonly path: string;
  readonly message: string;
}

/** Why a run is not laid out on the most nodes of a type: what the review would say of them. */
function obstaclesOn(type: InstanceType, workload: TrainingWork, options: RankOptions): Obstacle[] | null {
  const [purchase] = purchasesOf(type, options);
  const nodes = Math.max(...runCounts(type, options));
  if (purchase === undefined || nodes < 1) return null;
  const { region, cloud } = options;
  const design = designOf(
    candidateCluster({ instanceType: type.name, nodes, purchase, region, cloud, lustre: null }, workload),
  );
  const figures = figuresOf(design);
  const gaps = figureGaps(design, figures).filter(
    ({ path, severity }) => path.startsWith("workload.") && severity !== "info",
  );
  const illegal = figures.training?.illegal ?? [];
  const format = numberFormatUnsupported.check(design);
  return [
    ...(format === DOES_NOT_APPLY ? [] : format).map(({ path, value, fix }) => ({
      path,
      message: `${path}: no training in ${value}; ${wordedFix(fix, programWords)}`,
    })),
    ...gaps.map(({ path, reason, fix }) => ({ path, message: `${path}: ${reason}; ${wordedFix(fix, programWords)}` })),
    ...illegal.map((text) => {
      const path = /^workload\.[\w.]+/.exec(text)?.[0];
      return path === undefined ? { path: DECLARED, message: `${DECLARED}: ${text}` } : { path, message: text };
    }),
  ];
}

/**
 * What keeps a run from every type that was tried, whatever is bought: a model that is not sized, a declared layout that divides nothing.
 * Empty where another type or more nodes may do, and for services.
 */
export function obstaclesOf(workload: Workload, options: RankOptions): Obstacle[] {
  if (!trains(workload)) return [];
  const [first = [], ...others] = typesTried(options).flatMap((type) => {
    const obstacles = obstaclesOn(type, workload, options);
    return obstacles === null ? [] : [obstacles];
  });
  return first.filter(({ message }) => others.every((list) => list.some((one) => one.message === message)));
}
