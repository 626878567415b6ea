import type { FileSystem } from "../../../../model/model";
import { count } from "../../../../units/quantity";
import { type Bill, free } from "../../bill";
import { unpriced } from "./line";

/** What a file system that is made here is billed by. */
export const FILE_SYSTEM_BILL: Bill<FileSystem> = {
  name: free("a name"),
  kind: free("says which items the other attributes are billed by"),
  capacityGiB: {
    lines: (f) =>
      f.capacityGiB === null
        ? []
        : [
            unpriced(
              `${count(f.capacityGiB)} GiB ${f.kind === "lustre" ? "Managed Lustre" : f.deploymentType} (${f.name})`,
              "storage",
            ),
          ],
  },
  deploymentType: free("part of the price of the capacity"),
  storageType: free("part of the price of the capacity"),
  throughputPerTiB: free("part of the price of the capacity"),
  throughputMBps: free("part of the price of the capacity"),
  readCacheGiB: free("Azure has none of it"),
  overFabric: free("Azure Managed Lustre has no clients over InfiniBand"),
  metadataIops: free("part of the price of the capacity"),
  compression: free("it has no price of its own"),
  encrypted: free("keys of the platform have no price"),
  rootSquashed: free("a setting"),
  deletionProtected: free("locks have no price"),
  backupRetentionDays: free("Managed Lustre has no backups"),
  dataRepositories: free("what the containers hold is billed as storage"),
  availabilityZones: free("traffic between zones is billed as such"),
  existing: free("existing file systems are billed elsewhere"),
};
