/** Zone name to region: `us-east-2a` to `us-east-2`, the Local Zone `us-east-1-dfw-2a` to `us-east-1`; undefined for no zone name. */
export function regionOf(availabilityZone: string): string | undefined {
  return /^([a-z]{2}(?:-[a-z]+)+-\d+)(?:-[a-z]+-\d+)?[a-z]$/.exec(availabilityZone)?.[1];
}

/** Names that AWS takes for IAM roles, launch templates and placement groups alike, and that DNS takes as a label. */
export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;

/** Tags that every resource of a cluster carries. */
export function clusterTags(
  clusterName: string,
  name: string,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...extra, Name: name, "warpform:cluster": clusterName };
}
