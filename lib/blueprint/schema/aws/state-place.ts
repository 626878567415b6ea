import { regionOf } from "../../../clouds/aws-rules";

/** Where in the bucket the state of a stack lies. */
export function stateKey(stackName: string): string {
  return `${stackName}/terraform.tfstate`;
}

/** Region of the bucket: that of the nodes' zone, the first of several. */
export function stateRegion(availabilityZone: string): string | undefined {
  return regionOf(availabilityZone);
}
