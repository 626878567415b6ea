import { z } from "zod";
import {
  isElastic,
  isMade,
  lustreBackupDays,
  lustreCompression,
  lustreMetadataIops,
  lustreThroughputPerTiB,
  onHdd,
  openZfsThroughputMBps,
} from "./derivations";
import { derived, fallback, section, unset } from "./key";
import { existingFileSystemSchemas } from "./schema-existing-storage";

const text = z.string();
const days = z.number().int().min(0);
const deploymentType = z.enum(["PERSISTENT_2", "PERSISTENT_1", "SCRATCH_2", "SCRATCH_1"]);

const ownKey = unset(text, "KMS key", "one of its own", isMade);
const serverGroup = unset(text, "Existing security group of the servers", "one is made", isMade);
const clientGroup = unset(text, "Existing security group that nodes get for mounting", "one is made", isMade);
const deletionProtected = fallback(z.boolean(), true, "Whether Terraform refuses to delete it");

const existingBucket = z
  .strictObject({
    bucketName: text.describe("Its name in S3"),
    kmsKeyArn: unset(text, "KMS key of its objects", "S3's own"),
    purpose: fallback(z.enum(["checkpoints", "datasets", "programs", "logs"]), "checkpoints", "What it holds"),
  })
  .describe("A bucket that is already there; without it one is made");

export const bucketSchema = z
  .strictObject({
    bucketName: unset(text, "Name in S3", "<clusterName>-<name>- and a unique ending", isMade),
    infrequentAccessAfterDays: fallback(days, 30, "Days until Standard-IA, at least 30, 0 for never", isMade),
    archiveAfterDays: fallback(
      days,
      90,
      "Days until Glacier Instant Retrieval, at least 30 after Standard-IA, 0 for never",
      isMade,
    ),
    noncurrentDays: fallback(days.min(1), 14, "Days until a deleted object is really gone", isMade),
    incompleteUploadDays: fallback(days.min(1), 3, "Days until parts of an unfinished upload are dropped", isMade),
    kmsKeyArn: ownKey,
    accessLogBucketName: unset(text, "Bucket that S3 writes access logs to", "no access log", isMade),
    deletionProtected: fallback(z.boolean(), true, "Whether Terraform refuses to delete it", isMade),
    existing: section(existingBucket, "none; a bucket is made"),
  })
  .describe("A private, versioned, encrypted bucket for checkpoints and datasets");

const lustreEvents = z.array(z.enum(["NEW", "CHANGED", "DELETED"]));

const repository = z
  .strictObject({
    bucket: text.describe("Name of a bucket of this blueprint"),
    path: text.describe("Directory on the file system, such as /datasets"),
    prefix: unset(text, "Part of the bucket", "all of it"),
    autoImport: fallback(lustreEvents, ["NEW", "CHANGED", "DELETED"], "Changes in S3 that appear by themselves"),
    autoExport: fallback(lustreEvents, [], "Changes that are written to S3 by themselves"),
  })
  .describe("A directory that mirrors a bucket, or a part of it");

const existingLustre = z
  .strictObject({
    fileSystemId: text.describe("Id of the file system, fs-…"),
    mountName: text.describe("Lustre's name of it, fsx or eight letters and digits"),
    availabilityZone: unset(text, "Zone of the servers", "the network's"),
    dnsName: unset(text, "DNS name", "<fileSystemId>.fsx.<region>.amazonaws.com"),
    clientSecurityGroupId: unset(
      text,
      "Security group that nodes need for mounting",
      "none; the network's own rules let them in",
    ),
    efaEnabled: fallback(z.boolean(), false, "Whether its servers speak EFA"),
    capacityTiB: unset(z.number().positive().max(100_000), "Capacity in FSx's TiB, for sizing", "unknown"),
    throughputPerTiB: unset(z.number().positive().max(100_000), "MB/s for each TiB, for sizing", "unknown"),
    deploymentType: fallback(deploymentType, "PERSISTENT_2", "For sizing and review"),
  })
  .describe("A Lustre file system that is already there; without it one is made");

export const lustreSchema = z
  .strictObject({
    kind: z.literal("lustre").describe("FSx for Lustre"),
    capacityTiB: unset(
      z.number().positive().max(100_000),
      "Capacity in FSx's TiB: 1.2 or multiples of 2.4 without EFA; required but for INTELLIGENT_TIERING",
      "grows with its content",
      isMade,
    ),
    throughputPerTiB: derived(
      z.number(),
      "MB/s for each TiB: 125, 250, 500 or 1000 for PERSISTENT_2 SSD",
      "the lowest of the tier",
      lustreThroughputPerTiB,
    ),
    throughputMBps: fallback(
      z.number(),
      4000,
      "Whole throughput of INTELLIGENT_TIERING, a multiple of 4000 MB/s",
      isElastic,
    ),
    deploymentType: fallback(deploymentType, "PERSISTENT_2", "FSx's deployment type", isMade),
    storageType: fallback(z.enum(["SSD", "HDD", "INTELLIGENT_TIERING"]), "SSD", "What it stores on", isMade),
    readCacheGiB: unset(
      z.number().int(),
      "SSD read cache of INTELLIGENT_TIERING, GiB: 0, or 32 to 131072 for each 4000 MB/s",
      "as large as FSx sees fit",
      isElastic,
    ),
    hddReadCache: fallback(z.boolean(), true, "SSD read cache in front of HDD", onHdd),
    efa: fallback(z.boolean(), false, "Whether the fabric's nodes reach the servers over EFA", isMade),
    metadataIops: derived(
      z.number(),
      "Metadata operations a second, 1500, 3000, 6000, 12000 or a multiple of 12000 to 192000",
      "by capacity; the tier's lowest with INTELLIGENT_TIERING",
      lustreMetadataIops,
    ),
    importFrom: unset(text, "Name of the bucket that the root shows", "none", isMade),
    dataRepositories: derived(z.array(repository), "Directories that mirror buckets, at most 8", "none", ({ owner }) =>
      owner.existing === undefined &&
      owner.importFrom === undefined &&
      !String(owner.deploymentType).startsWith("SCRATCH_1")
        ? []
        : null,
    ),
    compression: derived(z.boolean(), "LZ4 on the servers", "true for SSD and HDD", lustreCompression),
    backupRetentionDays: derived(
      z.number().int(),
      "Days that daily backups are kept, 0 to 90",
      "7; 0 with INTELLIGENT_TIERING; none can be with SCRATCH or data repositories",
      lustreBackupDays,
    ),
    kmsKeyArn: ownKey,
    rootSquash: unset(text, "User and group that root becomes on clients, 65534:65534", "root stays root", isMade),
    noSquashNids: unset(z.array(text), "Clients whose root stays root, at most 64", "none", isMade),
    weeklyMaintenance: unset(text, "Weekly maintenance window, UTC, d:HH:MM with 1 for Monday", "AWS chooses", isMade),
    deletionProtected: fallback(z.boolean(), true, "Whether Terraform refuses to delete it", isMade),
    securityGroupId: serverGroup,
    clientSecurityGroupId: clientGroup,
    existing: section(existingLustre, "none; a file system is made"),
  })
  .describe("FSx for Lustre, for data and checkpoints");

export const homeSchema = z
  .strictObject({
    kind: z.literal("efs").describe("Amazon EFS"),
    directory: fallback(text, "/home", "Directory of the file system that is mounted"),
    throughputMode: fallback(
      z.enum(["elastic", "bursting", "provisioned"]),
      "elastic",
      "How throughput is sold: by use, by what is stored, by the MiB/s",
    ),
    provisionedMiBps: unset(z.number(), "MiB/s with provisioned, 1 to 3414", "required with provisioned"),
    infrequentAccessAfterDays: fallback(
      days,
      30,
      "Days until Infrequent Access, 1, 7, 14, 30, 60, 90, 180, 270 or 365, 0 for never",
    ),
    subnetIds: unset(z.array(text), "Subnets of the mount targets", "the compute subnet"),
    securityGroupId: serverGroup,
    clientSecurityGroupId: clientGroup,
    backups: fallback(z.boolean(), true, "Whether AWS Backup keeps copies for 35 days"),
    kmsKeyArn: ownKey,
    deletionProtected,
  })
  .describe("Amazon EFS, for home directories");

export const openZfsSchema = z
  .strictObject({
    kind: z.literal("openzfs").describe("FSx for OpenZFS"),
    capacityGiB: z.number().int().describe("SSD capacity, GiB, 64 to 524288"),
    deploymentType: fallback(
      z.enum(["SINGLE_AZ_1", "SINGLE_AZ_2", "SINGLE_AZ_HA_1", "SINGLE_AZ_HA_2"]),
      "SINGLE_AZ_HA_2",
      "One server, or two in one zone (HA)",
    ),
    throughputMBps: derived(
      z.number(),
      "Throughput capacity, MB/s; the deployment type says which",
      "the lowest of the deployment type",
      openZfsThroughputMBps,
    ),
    backupRetentionDays: fallback(z.number().int(), 7, "Days that daily backups are kept, 0 to 90"),
    kmsKeyArn: ownKey,
    securityGroupId: serverGroup,
    clientSecurityGroupId: clientGroup,
    deletionProtected,
  })
  .describe("FSx for OpenZFS: home directories with low latency for many small files");

export const fileSystemSchema = z
  .discriminatedUnion("kind", [lustreSchema, homeSchema, openZfsSchema, ...existingFileSystemSchemas])
  .describe("A shared file system, made or already there");
