import { z } from "zod";
import { openZfsTiers } from "../../../catalog/storage/openzfs-tiers";
import {
  DEFAULT_OPENZFS_TYPE,
  defaultBackupDays,
  defaultCompression,
  defaultMetadataIops,
  defaultThroughputPerTiB,
  isPersistent,
  lowestThroughput,
  tiersOf,
} from "../../../clouds/aws-rules";
import {
  CHECKPOINT_BUCKET,
  EXISTING_BUCKET,
  EXISTING_LUSTRE,
  LUSTRE_DATA_REPOSITORY,
  LUSTRE_STORAGE,
  SHARED_HOME,
  SHARED_HOME_OPENZFS,
} from "../../../clouds/aws-tables";
import { derived, fallback, type Place, section, unset } from "../key";
import { keysOf } from "../keys-of-table";
import { isMade, parts } from "../place";
import { strictObject } from "../strict-object";
import { existingFileSystemSchemas } from "./schema-existing-storage";

const text = z.string();

export const bucketSchema = strictObject(() => ({
  ...keysOf("CheckpointBucket", CHECKPOINT_BUCKET, { without: ["network"], applies: isMade }),
  existing: section(
    strictObject(() => keysOf("CheckpointBucket.import", EXISTING_BUCKET)).describe(
      "An existing bucket; without it one is created",
    ),
    "none; a bucket is made",
  ),
})).describe("A private, versioned, encrypted bucket for checkpoints and datasets");

const repository = strictObject(() => ({
  bucket: text.describe("Name of a bucket of this blueprint"),
  ...keysOf("LustreStorage.dataRepositories[]", LUSTRE_DATA_REPOSITORY, { without: ["bucket"] }),
})).describe("A directory that mirrors a bucket, or a part of it");

const existingLustre = strictObject(() => ({
  ...keysOf("LustreStorage.import", EXISTING_LUSTRE, { without: ["availabilityZone"] }),
  availabilityZone: unset(text, "Zone of the servers", "the network's"),
})).describe("An existing Lustre file system; without it one is created");

const onHdd = ({ owner }: Place): boolean => owner.storageType === "HDD";
const isElastic = ({ owner }: Place): boolean => owner.storageType === "INTELLIGENT_TIERING";

/** Tiers of a file system that is made, one for each throughput. */
const made = (place: Place) =>
  isMade(place)
    ? tiersOf(place.owner.deploymentType as string | undefined, place.owner.storageType as string | undefined)
    : [];

function backupDays(place: Place): number | null {
  const [tier] = made(place);
  const linked = place.owner.importFrom !== undefined || parts(place.owner, "dataRepositories").length > 0;
  return tier === undefined || !isPersistent(tier) || linked ? null : defaultBackupDays(tier, linked);
}

const lustreKeys = keysOf("LustreStorage", LUSTRE_STORAGE, {
  without: ["network", "fabric", "efaEnabled", "importFrom", "dataRepositories"],
  derived: {
    throughputMBps: (place) => made(place)[0]?.throughputStepMBps ?? null,
    throughputPerTiB: (place) => defaultThroughputPerTiB(made(place)),
    metadataIops: (place) => {
      const [tier] = made(place);
      return tier?.metadataIops === undefined ? null : (defaultMetadataIops(tier) ?? undefined);
    },
    compression: (place) => {
      const [tier] = made(place);
      return tier === undefined ? null : defaultCompression(tier);
    },
    backupRetentionDays: backupDays,
  },
  applies: {
    capacityTiB: isMade,
    deploymentType: isMade,
    storageType: isMade,
    readCacheGiB: isElastic,
    hddReadCache: onHdd,
    kmsKeyArn: isMade,
    rootSquash: isMade,
    noSquashNids: isMade,
    weeklyMaintenance: isMade,
    deletionProtected: isMade,
    securityGroupId: isMade,
    clientSecurityGroupId: isMade,
  },
});

export const lustreSchema = strictObject(() => ({
  kind: z.literal("lustre").describe("FSx for Lustre"),
  ...lustreKeys,
  efa: fallback(z.boolean(), false, "Whether the fabric's nodes reach the servers over EFA", isMade),
  importFrom: unset(text, "Name of the bucket that the root shows", "none", isMade),
  dataRepositories: derived(z.array(repository), "Directories that mirror buckets, at most 8", "none", ({ owner }) =>
    owner.existing === undefined &&
    owner.importFrom === undefined &&
    !String(owner.deploymentType).startsWith("SCRATCH_1")
      ? []
      : null,
  ),
  existing: section(existingLustre, "none; a file system is made"),
})).describe("FSx for Lustre, for data and checkpoints");

export const homeSchema = strictObject(() => ({
  kind: z.literal("efs").describe("Amazon EFS"),
  ...keysOf("SharedHome", SHARED_HOME, { without: ["network"] }),
})).describe("Amazon EFS, for home directories");

export const openZfsSchema = strictObject(() => ({
  kind: z.literal("openzfs").describe("FSx for OpenZFS"),
  ...keysOf("SharedHome.openZfs", SHARED_HOME_OPENZFS, {
    without: ["network"],
    derived: {
      throughputMBps: ({ owner: { deploymentType = DEFAULT_OPENZFS_TYPE } }) => {
        const tier = openZfsTiers().find((one) => one.deploymentType === deploymentType);
        return tier && lowestThroughput(tier);
      },
    },
  }),
})).describe("FSx for OpenZFS: home directories with low latency for many small files");

export const fileSystemSchema = z
  .discriminatedUnion("kind", [lustreSchema, homeSchema, openZfsSchema, ...existingFileSystemSchemas])
  .describe("A shared file system, created or existing");
