import { regionOf } from "../shared/names";

export const VPC_CIDR = "10.0.0.0/16";

/** Private DNS zone in which nodes find one another. */
export const privateZoneOf = (clusterName: string): string => `${clusterName}.internal`;

/** The other zone of the region, for what AWS wants in two: `b`, or `a` where the first is `b`. */
export function secondZoneOf(availabilityZone: string): string {
  return `${regionOf(availabilityZone)}${availabilityZone.endsWith("b") ? "a" : "b"}`;
}
