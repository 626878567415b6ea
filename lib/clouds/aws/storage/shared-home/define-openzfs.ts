import type { OpenZfsTier } from "../../../../catalog/types";
import { byDefault, type Definition, defined, derived, given } from "../../../../model/definition";
import type { FileSystem } from "../../../../model/model";
import { lowestThroughput } from "./openzfs-defaults";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import { SHARED_HOME_OPENZFS } from "./shared-home-tables";
import { validateSharedHomeOpenZfs } from "./shared-home-validation";

/** What home directories on FSx for OpenZFS are. */
export interface OpenZfsValues {
  readonly name: string;
  readonly deploymentType: OpenZfsTier["deploymentType"];
  readonly capacityGiB: number;
  readonly throughputMBps: number;
  readonly backupRetentionDays: number;
  readonly availabilityZone: string;
  readonly deletionProtected: boolean;
}

export type OpenZfsDefinition = Definition<OpenZfsValues>;

/**
 * Home directories on OpenZFS with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineOpenZfs(
  props: SharedHomeOpenZfsProps,
  { path, id }: { readonly path: string; readonly id: string },
): OpenZfsDefinition {
  const tier = validateSharedHomeOpenZfs(path, props);
  return defined<OpenZfsValues>({
    name: derived(id, "id"),
    deploymentType: given(props.deploymentType) ?? byDefault(tier.deploymentType),
    capacityGiB: given(props.capacityGiB)!,
    throughputMBps: given(props.throughputMBps) ?? derived(lowestThroughput(tier), "deploymentType"),
    backupRetentionDays: given(props.backupRetentionDays) ?? byDefault(SHARED_HOME_OPENZFS.backupRetentionDays.default),
    availabilityZone: derived(props.network.availabilityZone, "network"),
    deletionProtected: given(props.deletionProtected) ?? byDefault(true),
  });
}

/** Home directories on OpenZFS in the plain terms of the model. */
export function describeOpenZfs(of: OpenZfsDefinition): FileSystem {
  return {
    name: of.name,
    kind: "openzfs",
    capacityGiB: of.capacityGiB,
    deploymentType: of.deploymentType,
    storageType: "SSD",
    throughputPerTiB: null,
    overFabric: false,
    metadataIops: null,
    throughputMBps: of.throughputMBps,
    compression: true,
    encrypted: true,
    deletionProtected: of.deletionProtected,
    backupRetentionDays: of.backupRetentionDays,
    dataRepositories: [],
    availabilityZones: [of.availabilityZone],
    existing: false,
  };
}
