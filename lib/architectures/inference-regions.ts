import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import type { ServiceAddressOptions } from "../clouds/aws/kubernetes/service-address";
import type { ClusterNetworkAttributes } from "../clouds/aws/network/cluster-network-import";
import { type Problem, WarpformError } from "../errors";
import type { Decision } from "./decision";
import type { InferenceCluster, InferenceClusterProps } from "./inference-cluster";
import { plannedRegions } from "./planned-regions";
import type { RegionRouting } from "./region-shares";
import type { InferenceWorkloadOptions } from "./workloads";

/** One region of a service: where it is, and what is different there. */
export interface InferenceRegion extends Partial<Omit<InferenceClusterProps, "workload" | "network" | "address">> {
  /** Zone of the nodes, `us-east-2a`; the region follows from it. */
  readonly availabilityZone: string;
  /** Part of the requests that comes here while all regions are up, between 0 and 1; all add up to 1. @default - equal parts */
  readonly share?: number;
  /** Block of the region's VPC; regions whose networks are to be peered need different ones. @default 10.0.0.0/16 */
  readonly vpcCidr?: string;
  /** Network that is there already, by its ids. @default - one is made */
  readonly existingNetwork?: ClusterNetworkAttributes;
}

export interface InferenceRegionsProps {
  /** The requests of all regions together, and what is promised to them. */
  readonly workload: InferenceWorkloadOptions;
  /** Two regions or more, each once. */
  readonly regions: readonly InferenceRegion[];
  /** The name that clients of all regions use. */
  readonly address: Omit<ServiceAddressOptions, "weight">;
  /** Who is sent where: to the region with the least latency, or by the regions' shares. @default latency */
  readonly routing?: RegionRouting;
  /** Options of the served model in every region. @default - none */
  readonly serving?: InferenceClusterProps["serving"];
}

/** One region as it was built. */
export interface BuiltRegion {
  readonly region: string;
  readonly stack: TerraformStack;
  readonly cluster: InferenceCluster;
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
export class InferenceRegions extends Construct {
  public readonly regions: readonly BuiltRegion[];
  /** Every choice and its reason, the regions' own in `regions[].cluster.decisions`. */
  public readonly decisions: readonly Decision[];

  constructor(scope: Construct, id: string, props: InferenceRegionsProps) {
    super(scope, id);
    const planned = plannedRegions(this.node.path, props);
    const failures: (readonly Problem[])[] = planned.map(() => []);
    this.regions = planned.flatMap(({ region, build }, index) => {
      const stack = new TerraformStack(scope, `${id}-${region}`);
      new AwsProvider(stack, "aws", { region });
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
  regions: readonly InferenceRegion[],
  failures: readonly (readonly Problem[])[],
): readonly Problem[] {
  const alike = (one: Problem) => (other: Problem) => one.path === other.path && one.message === other.message;
  const isGiven = ({ path }: Problem) =>
    regions.some((region) => region[path.split(/[.[]/)[0] as keyof InferenceRegion] !== undefined);
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
