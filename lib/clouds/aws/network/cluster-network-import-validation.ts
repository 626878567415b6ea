import { parseCidr } from "../../../units/cidr";
import { checkProps } from "../../common/check-props";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { regionOf } from "../shared/names";
import { AWS_TEXTS } from "../shared/resource-text-rules";
import type { ClusterNetworkAttributes } from "./cluster-network-props";
import { EXISTING_NETWORK } from "./cluster-network-table";
import { addPartitionProblem, checkName } from "./cluster-network-validation";
import { addEndpointProblems } from "./endpoint-services";

/** Checks what ClusterNetwork.import was given; throws one error with all problems. */
export function checkNetworkAttributes(path: string, stackId: string, given: ClusterNetworkAttributes): void {
  const problems = checkProps(`ClusterNetwork.import "${path}"`, EXISTING_NETWORK, given);
  checkName(problems, given.clusterName ?? stackId, "clusterName");
  const region = regionOf(given.availabilityZone);
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
  addEndpointProblems(
    problems,
    (given.interfaceEndpoints ?? []).filter((service) => service !== "s3"),
    region,
  );
  addTagProblems(problems, given.tags, AWS_TEXTS);
  problems.throwIfAny(`ClusterNetwork.import "${path}"`);
}
