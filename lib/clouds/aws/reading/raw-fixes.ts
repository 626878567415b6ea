import type { Finding } from "../../../review/rule";

const BUCKET: Readonly<Record<string, string>> = {
  versioned: "add an S3BucketVersioning with status Enabled",
  encrypted: "add an S3BucketServerSideEncryptionConfiguration",
  publicAccessBlocked: "set all four of S3BucketPublicAccessBlock to true",
  deletionProtected: "set lifecycle.preventDestroy of the bucket",
};

/**
 * What to write instead in the resources' own props, for rules whose fix names props of our constructs. The other rules' fixes
 * hold for both.
 */
export const FIXES_IN_OWN_PROPS: Readonly<Record<string, string | ((finding: Finding) => string)>> = {
  "block-without-nodes": "set the group's sizes to the block's instances",
  "bucket-unprotected": ({ path, fix }) => BUCKET[path.split(".").pop() ?? ""] ?? fix,
  "capacity-short": "lower the group's largest size, or add one of on-demand nodes",
  "capacity-zone-mismatch": "launch into a subnet of the reservation's zone",
  "checkpoints-not-exported": "set s3.autoExportPolicy of the data repository association to NEW, CHANGED and DELETED",
  "compute-in-public-subnet": "launch into subnets without mapPublicIpOnLaunch",
  "efa-interfaces-incomplete": ({ allowed }) =>
    `give the launch template ${allowed.split(",")[0]}: networkCardIndex 0 and up, deviceIndex 0 on the first card and 1 on the others`,
  "efa-layout-wastes-addresses": 'set interfaceType "efa-only" on every card but the first',
  "efa-missing":
    'give the launch template networkInterfaces of interfaceType "efa", in a security group open to itself',
  "efa-not-supported":
    "take the EFA interfaces out, or use a type with EFA such as g6e.48xlarge, p4d.24xlarge or p5.48xlarge",
  "efa-unused": 'give the launch template networkInterfaces of interfaceType "efa", in a security group open to itself',
  "file-system-not-encrypted": "set encrypted of the file system to true; that replaces it, so copy its data first",
  "file-system-unprotected": "set lifecycle.preventDestroy of the file system",
  "flow-logs-off": "add a FlowLog with the VPC's id",
  "gpu-nodes-always-on": "set minSize to 0 and let a scheduler start the nodes",
  "image-floating": 'name an image by its id: "ami-…"',
  "imds-hop-limit-wide": "set metadataOptions.httpPutResponseHopLimit to 2, or 1 without containers",
  "imds-v1-allowed": 'set metadataOptions.httpTokens to "required"',
  "kubernetes-endpoint-open":
    "set vpcConfig.endpointPrivateAccess, and endpointPublicAccess to false or your networks in publicAccessCidrs",
  "kubernetes-secrets-plain": 'set encryptionConfig with a key and resources ["secrets"]',
  "lustre-backup-with-repository": "set automaticBackupRetentionDays to 0",
  "lustre-capacity-not-multiple": ({ fix }) =>
    fix.replace(/set the capacity to (\d+) GiB.*/, "set storageCapacity to $1"),
  "lustre-metadata-iops-not-sold": ({ fix }) => fix.replace("metadataIops", "metadataConfiguration.iops"),
  "lustre-tier-not-sold": ({ fix }) => fix.replace("throughputPerTiB", "perUnitStorageThroughput"),
  "multi-nic-in-public-subnet": "launch into subnets without mapPublicIpOnLaunch",
  "nat-for-s3-traffic": "add a VpcEndpoint of type Gateway for S3 with the route tables of the subnets",
  "network-interface-invalid": "see the type's cards in `warpform catalog TYPE`, and set networkInterfaces by them",
  "nodes-beyond-plan": ({ fix }) => fix.replace("nodes.max", "the largest size"),
  "paid-capacity-behind-on-demand": "let the group with the paid capacity take jobs first",
  "placement-group-missing": 'launch into a PlacementGroup with strategy "cluster"',
  "placement-group-with-reservation": "take the placement group out of the launch template",
  "placement-not-supported": "take the placement group out, or use another instance type",
  "private-endpoints-missing": ({ fix }) =>
    fix.replace(/^add (.*), or leave.*$/, "add a VpcEndpoint of type Interface for $1"),
  "service-in-one-zone": "launch into subnets of two zones or more",
  "single-nat-for-zones": "add a NatGateway in a public subnet of each zone",
  "spares-missing": "raise the group's largest size, or add one of on-demand nodes",
  "spot-for-deadline": "buy a Capacity Block or reservation for it",
  "spot-without-fallback": "add a group of on-demand nodes behind it",
  "subnet-addresses-short":
    'set interfaceType "efa-only" on every card but the first, or take a subnet with a shorter prefix',
  "volume-not-encrypted": "set encrypted of the root volume to true",
  "vpc-dns-off": "set enableDnsSupport and enableDnsHostnames of the Vpc",
};

/** What to write instead in the props of a resource written by hand. */
export function fixInOwnProps(finding: Finding): string {
  const fix = FIXES_IN_OWN_PROPS[finding.rule] ?? finding.fix;
  return typeof fix === "string" ? fix : fix(finding);
}
