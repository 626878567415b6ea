// What follows where the default cloud is told nothing, and how it names things: the functions that its definitions decide by, apart
// from its constructs, which take a while to load.
export { adopters } from "./aws/adopters";
export { defaultFleetSize } from "./aws/fleet/fleet-plan";
export { defaultGroupRelease, defaultNodeRelease } from "./aws/kubernetes/platform/node-releases";
export { privateZoneOf, secondZoneOf } from "./aws/network/network-defaults";
export { defaultImdsHopLimit, defaultNvmePath, defaultOs, defaultPlacement } from "./aws/pools/pool-defaults";
export { regionOf } from "./aws/shared/names";
export { defaultMetricsGiB, STATE_GIB } from "./aws/slurm/slurm-head-defaults";
export {
  defaultBackupDays,
  defaultCompression,
  defaultMetadataIops,
  defaultThroughputPerTiB,
  isPersistent,
  tiersOf,
} from "./aws/storage/lustre/lustre-defaults";
export { DEFAULT_OPENZFS_TYPE, lowestThroughput } from "./aws/storage/shared-home/openzfs-defaults";
export { hasContainers } from "./common/slurm/container-packages";
