import { GIB_PER_FSX_TIB } from "../../../catalog/storage/lustre-capacity";
import { programWords } from "../../../remedies/program-words";
import type { Missing, SetProp, Surface } from "../../../remedies/vocabulary";
import type { WordsOf } from "../../../review/review";

/** Attributes of resources for a part's props, where they have other names: by section of the model and prop. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  "pools.nodes.max": "the group's largest size",
  "pools.nodes.min": "minSize",
  "pools.imdsHopLimit": "metadataOptions.httpPutResponseHopLimit",
  "fileSystems.metadataIops": "metadataConfiguration.iops",
  "fileSystems.throughputPerTiB": "perUnitStorageThroughput",
  "fileSystems.backupRetentionDays": "automaticBackupRetentionDays",
  "fileSystems.kmsKeyArn": "kmsKeyId",
};

/** Attributes that count in another unit than the prop: the value of one of the prop's. */
const OTHER_UNITS: Readonly<Record<string, { readonly name: string; readonly perUnit: number }>> = {
  "fileSystems.capacityTiB": { name: "storageCapacity", perUnit: GIB_PER_FSX_TIB },
};

/** How to get in resources what a prop that is turned on, or left out, stands for. */
const IN_RESOURCES: Readonly<Record<string, string>> = {
  "pools.imdsV2Required": 'set metadataOptions.httpTokens to "required"',
  "pools.encrypted": "set encrypted of the root volume to true",
  "pools.fabric": "remove the EFA interfaces",
  "pools.placement": "remove the placement group from the launch template",
  "buckets.versioned": "add an S3BucketVersioning with status Enabled",
  "buckets.encrypted": "add an S3BucketServerSideEncryptionConfiguration",
  "buckets.publicAccessBlocked": "set all four of S3BucketPublicAccessBlock to true",
  "fileSystems.encrypted": "set encrypted of the file system to true, which replaces it: copy its data first",
  "fileSystems.deletionProtected": "set lifecycle.preventDestroy of the file system",
  "fileSystems.backupRetentionDays": "set automaticBackupRetentionDays to 0",
  "networks.flowLogs": "add a FlowLog with the VPC's ID",
  "schedulers.secretsEncrypted": 'set encryptionConfig with a key and resources ["secrets"]',
  "schedulers.publicEndpointCidrs": "set vpcConfig.endpointPrivateAccess to true and endpointPublicAccess to false",
};

const STARTED = "launch its nodes from an Auto Scaling group or a node group";

const MISSING: Readonly<Record<Missing, string>> = {
  adopter: STARTED,
  "shared-adopter": STARTED,
  "on-demand": "add a group of On-Demand nodes",
  fabric: 'give the launch template networkInterfaces of interfaceType "efa", in a self-referencing security group',
  lustre: "mount an FsxLustreFileSystem on the nodes",
  monitoring: "add a CloudwatchMetricAlarm and a CloudwatchDashboard",
  "private-subnets": "launch into subnets without mapPublicIpOnLaunch",
  region: "launch into subnets of two zones or more",
  "bucket-access": "let the nodes' role write checkpoints to a bucket (s3:PutObject)",
  "gpu-pool": "add a launch template, an EKS node group or an instance with GPUs",
};

/** Rules whose fix is a step that only the author of the resources can take, in their own attributes. */
const BY_RULE: Readonly<Record<string, string>> = {
  "block-without-nodes": "set the group's sizes to the block's instances",
  "capacity-zone-mismatch": "launch into a subnet of the reservation's zone",
  "checkpoints-not-exported": "set s3.autoExportPolicy of the data repository association to NEW, CHANGED and DELETED",
  "efa-interfaces-incomplete":
    "give the launch template an EFA interface on every card: networkCardIndex 0 and up, deviceIndex 0 on the first card and 1 on the others",
  "efa-layout-wastes-addresses": 'set interfaceType "efa-only" on every card but the first',
  "gpu-nodes-always-on": "set minSize to 0 and let a scheduler start the nodes",
  "image-floating": 'name an image by its ID: "ami-…"',
  "nat-for-s3-traffic": "add a VpcEndpoint of type Gateway for S3 with the route tables of the subnets",
  "network-interface-invalid": "see the type's cards in `warpform catalog TYPE`, and set networkInterfaces by them",
  "paid-capacity-behind-on-demand": "let the group with the paid capacity take jobs first",
  "placement-group-missing": 'launch into a PlacementGroup with strategy "cluster"',
  "single-nat-for-zones": "add a NatGateway in a public subnet of each zone",
  "spot-for-deadline": "buy a Capacity Block or reservation for it",
  "spot-without-fallback": "add a group of On-Demand nodes as a fallback",
  "subnet-addresses-short":
    'set interfaceType "efa-only" on every card but the first, or take a subnet with a shorter prefix',
  "vpc-dns-off": "set enableDnsSupport and enableDnsHostnames of the Vpc",
};

function inOwnUnit(section: string, { path, to, ...rest }: SetProp): SetProp | undefined {
  const other = OTHER_UNITS[`${section}.${path}`];
  return other === undefined || typeof to !== "number"
    ? undefined
    : { ...rest, path: other.name, to: Math.round(to * other.perUnit) };
}

/** How resources written by hand say it: their own attributes, in place of the props of constructs. */
export const terraformWords: WordsOf = (rule, { path }) => {
  const section = path.split(".", 1)[0]!;
  const own = (prop: string) => ATTRIBUTES[`${section}.${prop}`] ?? prop;
  const surface: Surface = {
    ...programWords,
    prop: own,
    part: (name) =>
      name === "monitoring" ? "a CloudwatchMetricAlarm and a CloudwatchDashboard" : programWords.part(name),
    capacity: (kind) => `${kind} capacity`,
    imageId: () => 'an image ID, "ami-…"',
    set: (remedy) =>
      (remedy.to === true ? IN_RESOURCES[`${section}.${remedy.path}`] : undefined) ??
      programWords.set(inOwnUnit(section, remedy) ?? { ...remedy, path: own(remedy.path) }),
    leaveOut: ({ path: prop }) => IN_RESOURCES[`${section}.${prop}`] ?? `omit ${own(prop)}`,
    add: (missing) => MISSING[missing],
  };
  const fix = BY_RULE[rule];
  return fix === undefined ? { surface } : { surface, fix };
};
