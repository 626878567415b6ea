import type { FileSystem } from "../../../model/model";
import { UNSIZED } from "../../../model/unsized-file-system";

export interface DescribedHome
  extends Pick<FileSystem, "name" | "capacityGiB" | "deploymentType" | "backupRetentionDays" | "availabilityZones"> {
  readonly throughputMBps?: number | null;
  readonly rootSquashed?: boolean;
  readonly existing?: boolean;
  readonly encrypted?: boolean;
}

/** A file system of NFS in the plain terms of the model. */
export function describeHome({ existing = false, encrypted = true, ...of }: DescribedHome): FileSystem {
  return { ...UNSIZED, kind: "nfs", encrypted, deletionProtected: true, dataRepositories: [], existing, ...of };
}
