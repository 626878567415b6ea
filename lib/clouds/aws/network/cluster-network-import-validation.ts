import { Problems } from "../../../errors";
import { parseCidr } from "../../../units/cidr";
import { checkPropShapes } from "../../common/prop-shapes";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { regionOf } from "../shared/names";
import type { ClusterNetworkAttributes } from "./cluster-network-props";
import { addPartitionProblem, checkName } from "./cluster-network-validation";

/** Checks what ClusterNetwork.import was given; throws one error with all problems. */
export function checkNetworkAttributes(path: string, stackId: string, given: ClusterNetworkAttributes): void {
  checkPropShapes(`ClusterNetwork.import "${path}"`, given, {
    availabilityZone: "text",
    vpcId: "text",
    vpcCidr: "text",
    computeSubnetId: "text",
    computeSubnetCidr: "text?",
    secondSubnetId: "text?",
    clusterName: "text?",
    tags: "object?",
  });
  const problems = new Problems();
  checkName(problems, given.clusterName ?? stackId, "clusterName");
  const region = isKnown(given.availabilityZone) ? regionOf(given.availabilityZone) : undefined;
  if (region === undefined) {
    problems.add(
      "malformed",
      "availabilityZone",
      `availabilityZone must be a zone name known at synth, such as "us-east-2a", got "${given.availabilityZone}"`,
    );
  }
  if (region !== undefined) addPartitionProblem(problems, region);
  const compute = given.computeSubnetCidr === undefined ? undefined : parseCidr(given.computeSubnetCidr);
  if (given.computeSubnetCidr !== undefined && isKnown(given.computeSubnetCidr) && compute === undefined) {
    problems.add(
      "malformed",
      "computeSubnetCidr",
      `computeSubnetCidr must be an IPv4 block such as "10.0.0.0/20", got "${given.computeSubnetCidr}"`,
    );
  }
  for (const [prop, pattern, example] of [
    ["vpcId", /^vpc-\w+$/, "vpc-0123456789abcdef0"],
    ["computeSubnetId", /^subnet-\w+$/, "subnet-0123456789abcdef0"],
    ["secondSubnetId", /^subnet-\w+$/, "subnet-0123456789abcdef0"],
  ] as const) {
    const value = given[prop];
    if (value === undefined || !isKnown(value) || pattern.test(value)) continue;
    problems.add("malformed", prop, `${prop} must look like "${example}", got "${value}"`);
  }
  if (isKnown(given.vpcCidr) && parseCidr(given.vpcCidr) === undefined) {
    problems.add("malformed", "vpcCidr", `vpcCidr must be an IPv4 block such as "10.0.0.0/16", got "${given.vpcCidr}"`);
  }
  if ((given.privateZoneId === undefined) !== (given.privateZoneName === undefined)) {
    problems.add(
      "required",
      "privateZoneName",
      "privateZoneId and privateZoneName must be given together; add the missing one",
    );
  }
  if (given.egress !== undefined && !["nat", "endpoints-only"].includes(given.egress))
    problems.add(
      "not-allowed",
      "egress",
      `egress must be "nat" or "endpoints-only", got ${JSON.stringify(given.egress)}; use "nat"`,
    );
  addTagProblems(problems, given.tags);
  problems.throwIfAny(`ClusterNetwork.import "${path}"`);
}
