import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { defined, from, type Generate, maybe, whole, yes } from "./generate";

export function bucketOf(g: Generate): NonNullable<Blueprint["buckets"]>[string] {
  if (whole(g, 0, 3) === 0) {
    return { existing: defined({ bucketName: "company-data", purpose: maybe(g, ["datasets"] as const) }) };
  }
  return defined({
    incompleteUploadDays: maybe(g, [1, 7]),
    infrequentAccessAfterDays: maybe(g, [0, 30, 60]),
    archiveAfterDays: maybe(g, [0, 120]),
    noncurrentDays: maybe(g, [1, 30]),
    kmsKeyArn: maybe(g, ["arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"]),
    deletionProtected: maybe(g, [true, false]),
  });
}

/** A tier and capacities of it, with and without EFA. https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html */
const lustreTiers = [
  { throughputPerTiB: 125, plain: [1.2, 2.4, 48], efa: [38.4, 76.8] },
  { throughputPerTiB: 250, plain: [2.4, 24], efa: [19.2, 38.4] },
  { throughputPerTiB: 500, plain: [1.2, 12], efa: [9.6, 48] },
  { throughputPerTiB: 1000, plain: [4.8, 48], efa: [4.8, 9.6] },
] as const;

/** File systems that are there already, one of each kind. */
export const existing: readonly NonNullable<Blueprint["fileSystems"]>[string][] = [
  { kind: "nfs", server: "nfs.example.com", exportPath: "/export/home", version: "4.2" },
  { kind: "beegfs", managementHost: "10.0.0.5" },
  {
    kind: "cephfs",
    monitors: ["10.0.0.6:6789"],
    user: "nodes",
    keySecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:ceph-AbCdEf",
  },
  { kind: "spectrum-scale", device: "gpfs0", capacityGiB: 100_000 },
  { kind: "weka", backends: ["10.0.0.7"], fileSystemName: "data", clientCores: 2 },
  { kind: "lustre", existing: { fileSystemId: "fs-0123456789abcdef0", mountName: "abcdefgh", capacityTiB: 12 } },
];

export function fileSystemsOf(
  g: Generate,
  fabric: boolean,
  buckets: readonly string[],
): NonNullable<Blueprint["fileSystems"]> {
  const fileSystems: NonNullable<Blueprint["fileSystems"]> = {};
  if (yes(g)) {
    const efa = fabric && yes(g);
    const tier = from(g, lustreTiers);
    const importFrom = buckets.length > 0 ? maybe(g, buckets) : undefined;
    fileSystems.scratch = defined({
      kind: "lustre",
      capacityTiB: from(g, efa ? tier.efa : tier.plain),
      throughputPerTiB: tier.throughputPerTiB,
      efa: efa || undefined,
      importFrom,
      metadataIops: maybe(g, [6000, 12_000]),
      compression: maybe(g, [true, false]),
      backupRetentionDays: importFrom === undefined ? maybe(g, [0, 7, 90]) : undefined,
      deletionProtected: maybe(g, [true, false]),
    });
  }
  if (yes(g)) fileSystems.company = from(g, existing);
  if (yes(g)) {
    fileSystems.archive = defined({
      kind: "lustre",
      storageType: "INTELLIGENT_TIERING",
      throughputMBps: maybe(g, [4000, 8000]),
      readCacheGiB: maybe(g, [0, 1024]),
    });
  }
  const home = from(g, ["efs", "openzfs", "none"] as const);
  if (home === "openzfs") {
    fileSystems.home = defined({
      kind: "openzfs",
      capacityGiB: from(g, [64, 2048]),
      deploymentType: maybe(g, ["SINGLE_AZ_2", "SINGLE_AZ_HA_2"] as const),
      backupRetentionDays: maybe(g, [0, 30]),
      deletionProtected: maybe(g, [true, false]),
    });
  } else if (home === "efs") {
    fileSystems.home = defined({
      kind: "efs",
      throughputMode: maybe(g, ["elastic", "bursting"] as const),
      backups: maybe(g, [true, false]),
      directory: maybe(g, ["/home"]),
      deletionProtected: maybe(g, [true, false]),
    });
  }
  return fileSystems;
}
