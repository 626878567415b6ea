import type { FileSystem } from "../../../../model/model";
import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import { count } from "../../../../units/quantity";
import { type Bill, type BillLine, free } from "../../bill";

const storage = (name: string, item: string | null, perMonth: number): BillLine => ({
  name,
  kind: "storage",
  item,
  perHour: perMonth / HOURS_PER_MONTH,
  idleShare: 1,
});

/** Price item of a Lustre file system's capacity, per GB-month. */
function lustreItem(f: FileSystem): string {
  const tier = [f.deploymentType, f.storageType, f.throughputPerTiB].filter((x) => x !== null).join("-");
  return `fsx-lustre-${tier.toLowerCase().replaceAll("_", "-")}-gb-month`;
}

function capacity(f: FileSystem): BillLine[] {
  if (f.kind === "efs") return [storage(`data stored in EFS ${f.name}`, null, 0)];
  if (f.kind === "openzfs")
    return f.capacityGiB === null
      ? [storage(`OpenZFS ${f.name}`, null, 0)]
      : [storage(`${count(f.capacityGiB)} GiB OpenZFS (${f.name})`, "fsx-openzfs-ssd-gb-month", f.capacityGiB)];
  if (f.kind !== "lustre") return [];
  return f.capacityGiB === null
    ? [storage(`data stored in Lustre ${f.name} and its requests`, null, 0)]
    : [storage(`${count(f.capacityGiB)} GiB Lustre (${f.name})`, lustreItem(f), f.capacityGiB)];
}

/** Item of the throughput that is provisioned apart from the capacity. */
const THROUGHPUT: Readonly<Partial<Record<FileSystem["kind"], string>>> = {
  lustre: "fsx-lustre-intelligent-tiering-mbps-month",
  openzfs: "fsx-openzfs-mbps-month",
  // per MiB/s above what the stored data includes, 1 MiB/s for each 20 GiB, which is unknown in advance: the whole is the most
  // https://docs.aws.amazon.com/efs/latest/ug/performance.html (Provisioned throughput), 2026-11-23
  efs: "efs-provisioned-mbps-month",
};

const backups = (f: FileSystem): BillLine[] =>
  f.backupRetentionDays > 0 ? [storage(`backups of ${f.name}`, null, 0)] : [];

/** What a file system that is made here is billed by. */
export const FILE_SYSTEM_BILL: Bill<FileSystem> = {
  name: free("a name"),
  kind: free("says which items the other attributes are billed by"),
  capacityGiB: { lines: capacity },
  deploymentType: free("part of the price of the capacity"),
  storageType: free("part of the price of the capacity"),
  throughputPerTiB: free("part of the price of the capacity"),
  throughputMBps: {
    lines: (f) => {
      const item = THROUGHPUT[f.kind];
      return f.throughputMBps && item
        ? [storage(`${count(f.throughputMBps)} MB/s of ${f.name}`, item, f.throughputMBps)]
        : [];
    },
  },
  readCacheGiB: {
    lines: (f) => {
      if (!f.readCacheGiB) return [];
      // AWS publishes no size per MB/s for a cache that it sizes itself.
      const cache =
        f.readCacheGiB === "proportional"
          ? `SSD read cache of ${f.name}, sized by its throughput`
          : `${count(f.readCacheGiB)} GiB SSD read cache of ${f.name}`;
      return [storage(cache, null, 0)];
    },
  },
  overFabric: free("EFA has no price of its own"),
  metadataIops: {
    lines: (f) =>
      f.metadataIops
        ? [
            storage(
              `${count(f.metadataIops)} metadata IOPS of ${f.name}`,
              "fsx-lustre-metadata-iops-month",
              f.metadataIops,
            ),
          ]
        : [],
  },
  compression: free("it has no price of its own"),
  encrypted: free("its key is billed as a resource"),
  rootSquashed: free("a setting"),
  deletionProtected: free("a setting of Terraform"),
  backupRetentionDays: { lines: backups },
  dataRepositories: free("what the buckets hold is billed as storage in S3"),
  availabilityZones: free("traffic between zones is billed as such"),
  existing: free("existing file systems are billed elsewhere"),
};
