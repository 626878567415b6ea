import { lustreCapacityGiB } from "../../../../catalog/storage/lustre-capacity";
import { byDefault, type Definition, defined, derived, given } from "../../../../model/definition";
import type { FileSystem } from "../../../../model/model";
import { dataRepositoriesOf, describeDataRepositories } from "./lustre-data-repositories";
import {
  DEFAULT_TIER,
  defaultBackupDays,
  defaultCompression,
  defaultMetadataIops,
  isElastic,
  isPersistent,
} from "./lustre-defaults";
import type { LustreDataRepository, LustreStorageProps } from "./lustre-storage-props";
import { validateLustreStorage } from "./lustre-storage-validation";

/** What a Lustre file system is: everything that is provisioned, described and priced. */
export interface LustreValues {
  readonly name: string;
  readonly deploymentType: string;
  readonly storageType: string;
  /** Null where it grows with its content. */
  readonly capacityGiB: number | null;
  readonly throughputPerTiB: number | null;
  /** MB/s of the whole file system; null where it goes with the capacity. */
  readonly throughputMBps: number | null;
  /** SSD read cache of elastic storage, GiB: `proportional` as large as FSx sees fit; null where there is none to choose. */
  readonly readCacheGiB: number | "proportional" | null;
  /** Whether HDD has its SSD read cache; null for other storage. */
  readonly hddReadCache: boolean | null;
  readonly efaEnabled: boolean;
  /** Null where FSx provisions them by capacity. */
  readonly metadataIops: number | null;
  /** Whether the tier has a metadata configuration. */
  readonly metadataConfigurable: boolean;
  readonly compression: boolean;
  readonly persistent: boolean;
  readonly backupRetentionDays: number;
  readonly dataRepositories: readonly LustreDataRepository[];
  readonly deletionProtected: boolean;
}

export type LustreDefinition = Definition<LustreValues>;

/**
 * A Lustre file system with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineLustre(props: LustreStorageProps, { path, id }: { readonly path: string; readonly id: string }) {
  const tier = validateLustreStorage(path, props);
  const elastic = isElastic(tier);
  const repositories = dataRepositoriesOf(props);
  const { capacityTiB } = props;
  return defined<LustreValues>({
    name: derived(id, "id"),
    deploymentType: given(props.deploymentType) ?? byDefault(DEFAULT_TIER.deploymentType),
    storageType: given(props.storageType) ?? byDefault(DEFAULT_TIER.storageType),
    capacityGiB: capacityTiB === undefined ? byDefault(null) : derived(lustreCapacityGiB(capacityTiB), "capacityTiB"),
    throughputPerTiB: given(props.throughputPerTiB) ?? derived(tier.throughputPerTiB, "deploymentType", "storageType"),
    throughputMBps: given(props.throughputMBps) ?? derived(tier.throughputStepMBps ?? null, "storageType"),
    readCacheGiB: given(props.readCacheGiB) ?? derived(elastic ? "proportional" : null, "storageType"),
    hddReadCache:
      tier.storageType === "HDD" ? (given(props.hddReadCache) ?? byDefault(true)) : derived(null, "storageType"),
    efaEnabled: given(props.efaEnabled) ?? derived(props.fabric !== undefined, "fabric"),
    metadataIops: given(props.metadataIops) ?? derived(defaultMetadataIops(tier), "storageType"),
    metadataConfigurable: derived(tier.metadataIops !== undefined, "deploymentType", "storageType"),
    compression: given(props.compression) ?? derived(defaultCompression(tier), "storageType"),
    persistent: derived(isPersistent(tier), "deploymentType"),
    backupRetentionDays:
      given(props.backupRetentionDays) ??
      derived(defaultBackupDays(tier, repositories.length > 0), "deploymentType", "dataRepositories", "importFrom"),
    dataRepositories: derived(repositories, "importFrom", "dataRepositories"),
    deletionProtected: given(props.deletionProtected) ?? byDefault(true),
  });
}

/** A new file system in the plain terms of the model. */
export function describeLustre(of: LustreDefinition, availabilityZone: string, rootSquashed: boolean): FileSystem {
  return {
    name: of.name,
    kind: "lustre",
    capacityGiB: of.capacityGiB,
    deploymentType: of.deploymentType,
    storageType: of.storageType,
    throughputPerTiB: of.throughputPerTiB,
    overFabric: of.efaEnabled,
    metadataIops: of.metadataIops,
    throughputMBps: of.throughputMBps,
    readCacheGiB: of.readCacheGiB === 0 ? null : of.readCacheGiB,
    compression: of.compression,
    encrypted: true,
    rootSquashed,
    deletionProtected: of.deletionProtected,
    backupRetentionDays: of.backupRetentionDays,
    dataRepositories: describeDataRepositories(of.dataRepositories),
    availabilityZones: [availabilityZone],
    existing: false,
  };
}
