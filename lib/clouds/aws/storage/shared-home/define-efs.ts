import { byDefault, type Definition, defined, derived, given } from "../../../../model/definition";
import type { FileSystem } from "../../../../model/model";
import { UNSIZED } from "../../../../model/unsized-file-system";
import { EFS_BACKUP_DAYS } from "./efs-backup-days";
import type { SharedHomeProps } from "./shared-home-props";
import { SHARED_HOME } from "./shared-home-tables";
import { validateSharedHome } from "./shared-home-validation";

/** What home directories on EFS are. */
export interface EfsValues {
  readonly name: string;
  readonly throughputMode: "elastic" | "bursting" | "provisioned";
  /** Null unless provisioned. */
  readonly provisionedMiBps: number | null;
  /** Days without access after which a file moves to Infrequent Access; null for never. */
  readonly infrequentAccessAfterDays: number | null;
  readonly directory: string;
  readonly backupRetentionDays: number;
  /** Subnets with a mount target. */
  readonly subnetIds: readonly string[];
  /** Zones with a mount target; empty where only the subnets' ids are known. */
  readonly availabilityZones: readonly string[];
  readonly deletionProtected: boolean;
}

export type EfsDefinition = Definition<EfsValues>;

/**
 * Home directories on EFS with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineEfs(
  props: SharedHomeProps,
  { path, id }: { readonly path: string; readonly id: string },
): EfsDefinition {
  validateSharedHome(path, props);
  const { network, subnetIds, infrequentAccessAfterDays: days } = props;
  return defined<EfsValues>({
    name: derived(id, "id"),
    throughputMode: given(props.throughputMode) ?? byDefault(SHARED_HOME.throughputMode.default),
    provisionedMiBps: given(props.provisionedMiBps) ?? byDefault(null),
    infrequentAccessAfterDays:
      days === undefined ? byDefault(SHARED_HOME.infrequentAccessAfterDays.default) : given(days === 0 ? null : days)!,
    directory: given(props.directory) ?? byDefault(SHARED_HOME.directory.default),
    backupRetentionDays:
      props.backups === undefined
        ? byDefault(EFS_BACKUP_DAYS)
        : derived(props.backups ? EFS_BACKUP_DAYS : 0, "backups"),
    subnetIds: given(subnetIds) ?? derived([network.computeSubnetId], "network"),
    availabilityZones: derived(subnetIds === undefined ? [network.availabilityZone] : [], "network", "subnetIds"),
    deletionProtected: given(props.deletionProtected) ?? byDefault(true),
  });
}

/** Home directories on EFS in the plain terms of the model. */
export function describeEfs(of: EfsDefinition): FileSystem {
  return {
    name: of.name,
    kind: "efs",
    capacityGiB: null,
    ...UNSIZED,
    throughputMBps: of.provisionedMiBps,
    encrypted: true,
    deletionProtected: of.deletionProtected,
    backupRetentionDays: of.backupRetentionDays,
    dataRepositories: [],
    availabilityZones: of.availabilityZones,
    existing: false,
  };
}
