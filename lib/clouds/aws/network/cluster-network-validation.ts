import { AWS_REGIONS } from "../../../catalog/regions";
import type { Problems } from "../../../errors";
import type { Cidr } from "../../../units/cidr";
import { contains, formatCidr, overlaps, parseCidr, subBlock } from "../../../units/cidr";
import { nearest } from "../../../units/nearest";
import { checkProps } from "../../common/check-props";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { NAME_PATTERN, otherPartition, regionOf } from "../shared/names";
import { AWS_TEXTS } from "../shared/resource-text-rules";
import type { ClusterNetworkProps } from "./cluster-network-props";
import { CLUSTER_NETWORK } from "./cluster-network-table";
import { addEndpointProblems } from "./endpoint-services";

/** Checks what a ClusterNetwork was given; throws one error with all problems. */
export function validateClusterNetwork(path: string, stackId: string, props: ClusterNetworkProps): void {
  const problems = checkProps(`ClusterNetwork "${path}"`, CLUSTER_NETWORK, props);
  checkName(
    problems,
    props.clusterName ?? stackId,
    props.clusterName === undefined ? "clusterName (here the stack's id)" : "clusterName",
  );
  checkZones(problems, props);
  checkBlocks(problems, props);
  const zone = props.privateZoneName;
  if (
    zone !== undefined &&
    isKnown(zone) &&
    !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(zone)
  ) {
    problems.add(
      "malformed",
      "privateZoneName",
      `privateZoneName must be a domain name in lower-case letters, digits and dashes, got "${zone}"; use "hpc.internal"`,
    );
  }
  addEndpointProblems(problems, props.interfaceEndpoints ?? [], regionOf(props.availabilityZone));
  addTagProblems(problems, props.tags, AWS_TEXTS);
  problems.throwIfAny(`ClusterNetwork "${path}"`);
}

export function checkName(problems: Problems, name: string, prop: string): void {
  if (isKnown(name) && NAME_PATTERN.test(name)) return;
  const suggestion = name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 40);
  problems.add(
    "malformed",
    "clusterName",
    `${prop} must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "${name}"; use "${NAME_PATTERN.test(suggestion) ? suggestion : "gpu-cluster"}"`,
  );
}

function checkZones(problems: Problems, props: ClusterNetworkProps): void {
  const region = regionOf(props.availabilityZone);
  if (region === undefined) {
    problems.add(
      "malformed",
      "availabilityZone",
      `availabilityZone must be a zone name such as "us-east-2a", got "${props.availabilityZone}"; an Availability Zone is a Region plus a letter`,
    );
    return;
  }
  addPartitionProblem(problems, region);
  if (!AWS_REGIONS.includes(region)) {
    const near = nearest(region, AWS_REGIONS, 3).map((name) => `"${name}${props.availabilityZone.slice(-1)}"`);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : 'use one such as "us-east-2a"';
    problems.add(
      "unknown-name",
      "availabilityZone",
      `availabilityZone must lie in a region of AWS, got "${props.availabilityZone}", and AWS has no ${region}; ${advice}`,
    );
  }
  const second = props.secondAvailabilityZone;
  if (second === undefined) return;
  if (regionOf(second) !== region) {
    problems.add(
      "conflict",
      "secondAvailabilityZone",
      `secondAvailabilityZone must lie in ${region} like availabilityZone, got "${second}"`,
    );
  } else if (second === props.availabilityZone) {
    problems.add(
      "conflict",
      "secondAvailabilityZone",
      `secondAvailabilityZone must differ from availabilityZone, got "${second}" for both`,
    );
  }
}

/** Notes a region whose partition the constructs write no ARNs for. */
export function addPartitionProblem(problems: Problems, region: string): void {
  const partition = otherPartition(region);
  if (partition === undefined) return;
  const message = `availabilityZone must be in a commercial Region, got one in ${region}, which is ${partition}: policies and service names there have other ARNs; use a Region such as us-east-2`;
  problems.add("not-allowed", "availabilityZone", message);
}

function checkBlocks(problems: Problems, props: ClusterNetworkProps): void {
  const vpcText = props.vpcCidr ?? CLUSTER_NETWORK.vpcCidr.default;
  const vpc = checkBlock(problems, "vpcCidr", vpcText, 16, 24);
  if (vpc === undefined || props.computeSubnetCidr === undefined) return;
  const compute = checkBlock(problems, "computeSubnetCidr", props.computeSubnetCidr, 16, 28);
  if (compute === undefined) return;
  if (!contains(vpc, compute)) {
    problems.add(
      "conflict",
      "computeSubnetCidr",
      `computeSubnetCidr must lie within vpcCidr ${vpcText}, got ${props.computeSubnetCidr}; use ${formatCidr(subBlock(vpc, 1, 0))}`,
    );
    return;
  }
  // The third quarter holds the second private subnet, the last sixteenth the public one.
  for (const [name, taken] of [
    ["second zone's", subBlock(vpc, 2, 2)],
    ["public", subBlock(vpc, 4, 15)],
  ] as const) {
    if (overlaps(compute, taken)) {
      problems.add(
        "conflict",
        "computeSubnetCidr",
        `computeSubnetCidr ${props.computeSubnetCidr} overlaps the ${name} subnet ${formatCidr(taken)}; use ${formatCidr(subBlock(vpc, 1, 0))} or a block within it`,
      );
    }
  }
}

function checkBlock(
  problems: Problems,
  prop: string,
  text: string,
  shortest: number,
  longest: number,
): Cidr | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    problems.add(
      "malformed",
      prop,
      `${prop} must be an IPv4 block with no bits set behind its prefix, such as "10.0.0.0/16", got "${text}"`,
    );
    return undefined;
  }
  if (cidr.prefix < shortest || cidr.prefix > longest) {
    problems.add(
      "out-of-range",
      prop,
      `${prop} must be a /${shortest} to /${longest}, got ${text}; use ${formatCidr({ base: cidr.base, prefix: shortest })}`,
    );
    return undefined;
  }
  return cidr;
}
