import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import type { Cloud } from "../clouds/cloud";
import { placed } from "../clouds/common/placed";
import { type DefaultCloud, defaultCloud } from "../clouds/default-cloud";
import { type Problem, WarpformError } from "../errors";
import type { InferenceCluster } from "./inference-cluster";
import type { InferenceRegion, InferenceRegionsProps } from "./inference-regions-props";
import { plannedRegions } from "./planned-regions";
import type { Decision } from "./sizing/decision";

/** One region as it was built. */
export interface BuiltRegion<C extends Cloud = DefaultCloud> {
  readonly region: string;
  readonly stack: TerraformStack;
  readonly cluster: InferenceCluster<C>;
}

/**
 * A model served from several regions, one Terraform stack each, behind one DNS name. Each region is sized for its part of the
 * requests and for what comes to it while one other region is out; nodes for that come when they are needed. Buckets are the
 * regions' own: put the weights into each.
 *
 * Its scope is the app, since it makes the stacks: `<id>-<region>`.
 *
 * @throws WarpformError where regions or shares do not fit together, and wherever a region's parts throw
 */
export class InferenceRegions<C extends Cloud = DefaultCloud> extends Construct {
  public readonly regions: readonly BuiltRegion<C>[];
  /** Every choice and its reason, the regions' own in `regions[].cluster.decisions`. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts its clusters are made of */
  constructor(scope: Construct, id: string, props: InferenceRegionsProps<C>, cloud: C = defaultCloud as unknown as C) {
    super(...placed(new.target, scope, id));
    const planned = plannedRegions(this.node.path, props, cloud);
    const failures: (readonly Problem[])[] = planned.map(() => []);
    this.regions = planned.flatMap(({ region, build }, index) => {
      const stack = new TerraformStack(scope, `${id}-${region}`);
      cloud.declareProvider(stack, region);
      try {
        return [{ region, stack, cluster: build(stack) }];
      } catch (error) {
        if (!(error instanceof WarpformError)) throw error;
        failures[index] = error.problems;
        return [];
      }
    });
    const problems = problemsOfRegions(props.regions, failures);
    if (problems.length > 0) throw new WarpformError(this.node.path, problems);
    this.decisions = planned.map(({ decision }) => decision);
  }
}

/** What is wrong in the regions, with their places; what all have alike and none was given itself is the service's own. */
function problemsOfRegions(
  regions: readonly Pick<InferenceRegion, "availabilityZone">[],
  failures: readonly (readonly Problem[])[],
): readonly Problem[] {
  const alike = (one: Problem) => (other: Problem) => one.path === other.path && one.message === other.message;
  const isGiven = ({ path }: Problem) =>
    regions.some((region) => (region as Readonly<Record<string, unknown>>)[path.split(/[.[]/)[0]!] !== undefined);
  const isCommon = (problem: Problem) =>
    !isGiven(problem) && failures.every((ofRegion) => ofRegion.some(alike(problem)));
  const own = failures.flatMap((ofRegion, index) =>
    ofRegion
      .filter((problem) => !isCommon(problem))
      .map(({ code, path, message }) => {
        const region = `regions[${index}]`;
        return { code, path: `${region}.${path}`, message: `${region}: ${message}` };
      }),
  );
  return [...failures[0]!.filter(isCommon), ...own];
}
