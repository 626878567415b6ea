import type { SharedVolume } from "../../../../kubernetes/storage/storage";
import type { LustreStorage } from "../../storage/lustre-storage";
import { LUSTRE_DRIVER } from "./lustre-driver";

/**
 * An Azure Managed Lustre file system. Its name on the servers is always `lustrefs`.
 * @see https://learn.microsoft.com/azure/aks/azure-managed-lustre-static-provisioning
 */
export function lustreVolume({ name, fileSystem }: Pick<LustreStorage, "name" | "fileSystem">): SharedVolume {
  return {
    name,
    bucket: false,
    capacity: `${fileSystem.storageCapacityInTbInput}Ti`,
    readOnly: false,
    identity: `lustre ${name} ${fileSystem.nameInput}`,
    mountOptions: ["noatime", "flock"],
    source: {
      driver: LUSTRE_DRIVER,
      handle: null,
      attributes: { "mgs-ip-address": fileSystem.mgsAddress, "fs-name": "lustrefs" },
    },
  };
}
