import { z } from "zod";

export const bucketSchema = z
  .strictObject({
    bucketName: z.string().optional().describe("Name of the bucket; default: made from the cluster's name"),
    infrequentAccessAfterDays: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe("Days until Standard-IA, 0 for never; default 30"),
    archiveAfterDays: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe("Days until Glacier Instant Retrieval, 0 for never; default 90"),
    noncurrentDays: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("Days until a deleted object is really gone; default 14"),
    kmsKeyArn: z.string().optional().describe("KMS key; default: one of its own"),
    deletionProtected: z.boolean().optional().describe("Whether Terraform refuses to delete it; default true"),
  })
  .describe("A private, versioned, encrypted bucket for checkpoints and datasets");

const repository = z.strictObject({
  bucket: z.string().describe("Name of a bucket of this blueprint"),
  path: z.string().describe("Directory on the file system, such as /datasets"),
  prefix: z.string().optional().describe("Part of the bucket; default all of it"),
  autoImport: z
    .array(z.enum(["NEW", "CHANGED", "DELETED"]))
    .optional()
    .describe("Changes in S3 that appear by themselves; default all"),
  autoExport: z
    .array(z.enum(["NEW", "CHANGED", "DELETED"]))
    .optional()
    .describe("Changes that are written to S3 by themselves; default none"),
});

export const lustreSchema = z.strictObject({
  kind: z.literal("lustre"),
  capacityTiB: z.number().positive().describe("Capacity in FSx's TiB: 1.2 or multiples of 2.4 without EFA"),
  throughputPerTiB: z.number().optional().describe("MB/s for each TiB: 125, 250, 500 or 1000 for PERSISTENT_2 SSD"),
  deploymentType: z
    .enum(["PERSISTENT_2", "PERSISTENT_1", "SCRATCH_2", "SCRATCH_1"])
    .optional()
    .describe("Default PERSISTENT_2"),
  storageType: z.enum(["SSD", "HDD"]).optional().describe("Default SSD"),
  efa: z.boolean().optional().describe("Whether the fabric's nodes reach the servers over EFA; default false"),
  metadataIops: z.number().optional().describe("Metadata operations a second; default: by capacity"),
  importFrom: z.string().optional().describe("Name of the bucket that the root shows"),
  dataRepositories: z.array(repository).optional().describe("Directories that mirror buckets, at most 8"),
  compression: z.boolean().optional().describe("LZ4 on the servers; default true"),
  backupRetentionDays: z.number().int().optional().describe("Days that daily backups are kept"),
  kmsKeyArn: z.string().optional().describe("KMS key; default: one of its own"),
  deletionProtected: z.boolean().optional().describe("Whether Terraform refuses to delete it; default true"),
});

export const homeSchema = z.strictObject({
  kind: z.literal("efs"),
  directory: z.string().optional().describe("Directory of the file system that is mounted; default /home"),
  throughputMode: z.enum(["elastic", "bursting", "provisioned"]).optional().describe("Default elastic"),
  provisionedMiBps: z.number().optional().describe("MiB/s with provisioned, 1 to 3414"),
  infrequentAccessAfterDays: z
    .number()
    .int()
    .optional()
    .describe("Days until Infrequent Access, 0 for never; default 30"),
  subnetIds: z.array(z.string()).optional().describe("Subnets of the mount targets; default: the compute subnet"),
  securityGroupId: z.string().optional().describe("Existing security group of the mount targets"),
  clientSecurityGroupId: z.string().optional().describe("Existing security group that nodes get for mounting"),
  backups: z.boolean().optional().describe("Whether AWS Backup keeps copies; default true"),
  kmsKeyArn: z.string().optional().describe("KMS key; default: one of its own"),
  deletionProtected: z.boolean().optional().describe("Whether Terraform refuses to delete it; default true"),
});

export const fileSystemSchema = z
  .discriminatedUnion("kind", [lustreSchema, homeSchema])
  .describe("A shared file system: lustre for data and checkpoints, efs for home directories");
