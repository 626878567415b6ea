import type { TerraformStack } from "cdktf";
import { type Cloud, partsOf } from "../clouds/cloud";
import { checkProps } from "../clouds/common/check-props";
import type { Network } from "../clouds/part-kinds";
import { type Problems, WarpformError } from "../errors";
import type { AnyTable, Table } from "../props/field";
import { count, percent } from "../units/quantity";
import { InferenceCluster, type InferenceClusterProps } from "./inference-cluster";
import type { InferenceRegionsProps } from "./inference-regions-props";
import { INFERENCE_REGIONS } from "./inference-regions-table";
import type { Decision } from "./sizing/decision";
import { peakShares, sharesOf } from "./sizing/region-shares";

/** Parts of a weight; Route 53 takes whole numbers to 255. */
const WEIGHTS = 100;

/** What each region of a service gets: its name, and how its cluster is built into a stack of its own. */
export interface PlannedRegion<C extends Cloud> {
  readonly region: string;
  /** What comes to it, and why. */
  readonly decision: Decision;
  readonly build: (stack: TerraformStack) => InferenceCluster<C>;
}

/**
 * The regions of a service, each with its part of the requests and what comes to it while one other is out.
 *
 * @throws WarpformError where regions or shares do not fit together
 */
export function plannedRegions<C extends Cloud>(
  where: string,
  props: InferenceRegionsProps<C>,
  cloud: C,
): readonly PlannedRegion<C>[] {
  const problems = checkProps<object>(where, INFERENCE_REGIONS as AnyTable as Table<object>, props);
  const names = regionNames(where, props.regions, cloud, problems);
  const shares = sharesOf(
    where,
    props.regions.map(({ share }) => share),
  );
  const routing = props.routing ?? INFERENCE_REGIONS.routing.default;
  const peaks = peakShares(shares, routing);
  return props.regions.map((of, i) => {
    const { share: _, vpcCidr, existingNetwork, availabilityZone, ...rest } = of;
    const requestsPerSecond = props.workload.requestsPerSecond * peaks[i]!;
    const weight = routing === "weighted" ? Math.max(1, Math.round(shares[i]! * WEIGHTS)) : undefined;
    return {
      region: names[i]!,
      decision: {
        choice: `${count(requestsPerSecond)} of ${count(props.workload.requestsPerSecond)} requests per second in ${names[i]}`,
        why: `its share of ${percent(shares[i]!)}, plus what ${routing === "latency" ? "latency" : "weighted"} routing sends to it while one other Region is down`,
      },
      build: (stack) => {
        const { ClusterNetwork } = partsOf(cloud, where, "ClusterNetwork");
        const network = existingNetwork
          ? imported(cloud, where, stack, existingNetwork)
          : new ClusterNetwork(stack, "network", { availabilityZone, vpcCidr });
        const workload = { ...props.workload, requestsPerSecond };
        const own = { serving: props.serving, ...rest, network, workload, address: { ...props.address, weight } };
        return new InferenceCluster<C>(stack, "serve", own as unknown as InferenceClusterProps<C>, cloud);
      },
    };
  });
}

/** A network that exists. @throws WarpformError in a cloud where none can be named */
function imported(cloud: Cloud, where: string, stack: TerraformStack, attributes: object): Network {
  const { ClusterNetwork } = cloud.parts;
  if (ClusterNetwork.import !== undefined) return ClusterNetwork.import(stack, "network", attributes as never);
  const message = `existingNetwork cannot be named in ${cloud.title}, where networks are made; leave it out`;
  throw new WarpformError(where, [{ code: "not-allowed", path: "existingNetwork", message }]);
}

/** Where a region is. */
interface RegionPlace {
  readonly availabilityZone: string;
  readonly existingNetwork?: unknown;
}

function regionNames(
  where: string,
  regions: readonly RegionPlace[],
  { regionOf }: Cloud,
  problems: Problems,
): string[] {
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
    const other = (existingNetwork as { readonly availabilityZone?: string } | undefined)?.availabilityZone;
    if (existingNetwork !== undefined && other !== availabilityZone) {
      const message = `${path} must be that of existingNetwork, got "${availabilityZone}"; use "${other}"`;
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
