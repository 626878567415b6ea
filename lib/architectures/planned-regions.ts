import type { TerraformStack } from "cdktf";
import type { Cloud } from "../clouds/cloud";
import { checkProps } from "../clouds/common/check-props";
import { partsOf } from "../clouds/default-cloud";
import type { Problems } from "../errors";
import { count, percent } from "../units/quantity";
import { InferenceCluster } from "./inference-cluster";
import type { InferenceRegion, InferenceRegionsProps } from "./inference-regions-props";
import { INFERENCE_REGIONS } from "./inference-regions-table";
import type { Decision } from "./sizing/decision";
import { peakShares, sharesOf } from "./sizing/region-shares";

/** Parts of a weight; Route 53 takes whole numbers to 255. */
const WEIGHTS = 100;

/** What each region of a service gets: its name, and how its cluster is built into a stack of its own. */
export interface PlannedRegion {
  readonly region: string;
  /** What comes to it, and why. */
  readonly decision: Decision;
  readonly build: (stack: TerraformStack) => InferenceCluster;
}

/**
 * The regions of a service, each with its part of the requests and what comes to it while one other is out.
 *
 * @throws WarpformError where regions or shares do not fit together
 */
export function plannedRegions(where: string, props: InferenceRegionsProps, cloud: Cloud): readonly PlannedRegion[] {
  const problems = checkProps(where, INFERENCE_REGIONS, props);
  const names = regionNames(where, props.regions, cloud, problems);
  const shares = sharesOf(
    where,
    props.regions.map(({ share }) => share),
  );
  const routing = props.routing ?? INFERENCE_REGIONS.routing.default;
  const peaks = peakShares(shares, routing);
  return props.regions.map((of, i) => {
    const { share: _, vpcCidr, existingNetwork, availabilityZone, ...own } = of;
    const requestsPerSecond = props.workload.requestsPerSecond * peaks[i]!;
    const weight = routing === "weighted" ? Math.max(1, Math.round(shares[i]! * WEIGHTS)) : undefined;
    return {
      region: names[i]!,
      decision: {
        choice: `${count(requestsPerSecond)} of ${count(props.workload.requestsPerSecond)} requests a second in ${names[i]}`,
        why: `its ${percent(shares[i]!)}, and what comes to it by ${routing === "latency" ? "latency" : "weight"} while one other region is out`,
      },
      build: (stack) =>
        new InferenceCluster(
          stack,
          "serve",
          {
            serving: props.serving,
            ...own,
            network: existingNetwork
              ? partsOf(cloud, where, "ClusterNetwork").ClusterNetwork.import(stack, "network", existingNetwork)
              : new (partsOf(cloud, where, "ClusterNetwork").ClusterNetwork)(stack, "network", {
                  availabilityZone,
                  vpcCidr,
                }),
            workload: { ...props.workload, requestsPerSecond },
            address: { ...props.address, weight },
          },
          cloud,
        ),
    };
  });
}

function regionNames(
  where: string,
  regions: readonly InferenceRegion[],
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
