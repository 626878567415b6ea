import { optional, type Table } from "../../../props/field";
import { oneOf, whole } from "../../../props/simple-fields";
import { accountName, subnetId } from "../network/cluster-network-table";
import { network } from "../network/network-field";
import { SERVICE_LEVELS, type SharedHomeFilesProps, type SharedHomeProps } from "./shared-home-props";

/** What a SharedHome takes. */
export const SHARED_HOME = {
  network: network(),
  // a regular volume holds at most 100 TiB
  capacityTiB: optional(whole({ min: 1, max: 100, unit: "TiB" }), 2),
  serviceLevel: optional(oneOf(SERVICE_LEVELS), "Premium"),
  snapshots: optional(whole({ min: 0, max: 255 }), 14),
  subnetId: optional(subnetId()),
} satisfies Table<SharedHomeProps>;

/** What SharedHome.files takes. */
export const SHARED_HOME_FILES = {
  network: network(),
  accountName: accountName("trainhome"),
  capacityGiB: optional(whole({ min: 100, max: 102_400, unit: "GiB" }), 1024),
} satisfies Table<SharedHomeFilesProps>;
