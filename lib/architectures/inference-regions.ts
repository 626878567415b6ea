import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { ClusterNetwork } from "../aws/cluster-network";
import type { ClusterNetworkAttributes } from "../aws/cluster-network-import";
import { regionOf } from "../aws/names";
import type { ServiceAddressOptions } from "../aws/service-address";
import { Problems } from "../errors";
import { count, percent } from "../review/report/quantity";
import type { Decision } from "./decision";
import { InferenceCluster, type InferenceClusterProps } from "./inference-cluster";
import { peakShares, type RegionRouting, sharesOf } from "./region-shares";
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

/** Parts of a weight; Route 53 takes whole numbers to 255. */
const WEIGHTS = 100;

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
    const names = regionNames(this.node.path, props.regions);
    const shares = sharesOf(
      this.node.path,
      props.regions.map(({ share }) => share),
    );
    const routing = props.routing ?? "latency";
    const peaks = peakShares(shares, routing);
    const requests = (i: number) => props.workload.requestsPerSecond * peaks[i]!;
    this.regions = props.regions.map((of, i) => {
      const { share, vpcCidr, existingNetwork, availabilityZone, ...own } = of;
      const region = names[i]!;
      const stack = new TerraformStack(scope, `${id}-${region}`);
      new AwsProvider(stack, "aws", { region });
      const network = existingNetwork
        ? ClusterNetwork.import(stack, "network", existingNetwork)
        : new ClusterNetwork(stack, "network", { availabilityZone, vpcCidr });
      const weight = routing === "weighted" ? Math.max(1, Math.round(shares[i]! * WEIGHTS)) : undefined;
      const cluster = new InferenceCluster(stack, "serve", {
        serving: props.serving,
        ...own,
        network,
        workload: { ...props.workload, requestsPerSecond: requests(i) },
        address: { ...props.address, weight },
      });
      return { region, stack, cluster };
    });
    this.decisions = names.map((region, i) => ({
      choice: `${count(requests(i))} of ${count(props.workload.requestsPerSecond)} requests a second in ${region}`,
      why: `its ${percent(shares[i]!)}, and what comes to it by ${routing === "latency" ? "latency" : "weight"} while one other region is out`,
    }));
  }
}

function regionNames(where: string, regions: readonly InferenceRegion[]): string[] {
  const problems = new Problems();
  if (regions.length < 2) {
    const message = `regions must be two or more, got ${regions.length}; use InferenceCluster for one`;
    problems.add("out-of-range", "regions", message);
  }
  const names = regions.map(({ availabilityZone, existingNetwork }, i) => {
    const path = `regions[${i}].availabilityZone`;
    const region = regionOf(availabilityZone);
    if (region === undefined) {
      problems.add("malformed", path, `${path} must be a zone such as "us-east-2a", got "${availabilityZone}"`);
    }
    if (existingNetwork !== undefined && existingNetwork.availabilityZone !== availabilityZone) {
      const message = `${path} must be that of existingNetwork, got "${availabilityZone}"; use "${existingNetwork.availabilityZone}"`;
      problems.add("conflict", path, message);
    }
    return region ?? "";
  });
  names.forEach((name, i) => {
    if (name === "" || names.indexOf(name) === i) return;
    const path = `regions[${i}].availabilityZone`;
    problems.add(
      "duplicate",
      path,
      `${path} must be in a region of its own, got a second zone of ${name}; use another region`,
    );
  });
  problems.throwIfAny(where);
  return names;
}
