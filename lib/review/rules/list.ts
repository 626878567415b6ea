import type { Rule } from "../rule";
import { bucketUnprotected } from "./bucket-unprotected";
import { efaInterfacesIncomplete } from "./efa-interfaces-incomplete";
import { efaLayoutWastesAddresses } from "./efa-layout-wastes-addresses";
import { efaMissing } from "./efa-missing";
import { efaNotSupported } from "./efa-not-supported";
import { efaUnused } from "./efa-unused";
import { fabricNotSelfReferencing } from "./fabric-not-self-referencing";
import { fabricSpansZones } from "./fabric-spans-zones";
import { fabricUnknown } from "./fabric-unknown";
import { fileSystemNotEncrypted } from "./file-system-not-encrypted";
import { fileSystemUnprotected } from "./file-system-unprotected";
import { gpudirectMissing } from "./gpudirect-missing";
import { imdsV1Allowed } from "./imds-v1-allowed";
import { loginOpenToWorld } from "./login-open-to-world";
import { lustreCapacityNotMultiple } from "./lustre-capacity-not-multiple";
import { lustreEfaNeedsPersistent2 } from "./lustre-efa-needs-persistent-2";
import { lustreTierNotSold } from "./lustre-tier-not-sold";
import { mountPathReserved } from "./mount-path-reserved";
import { mountPathsOverlap } from "./mount-paths-overlap";
import { mountUnknownFileSystem } from "./mount-unknown-file-system";
import { networkBandwidthIsBurst } from "./network-bandwidth-is-burst";
import { networkInterfaceInvalid } from "./network-interface-invalid";
import { placementGroupMissing } from "./placement-group-missing";
import { placementGroupWithReservation } from "./placement-group-with-reservation";
import { placementNotSupported } from "./placement-not-supported";
import { volumeNotEncrypted } from "./volume-not-encrypted";

/** Every rule of the review, by id. `npm run create-rule` adds to it; a test holds it against the folder. */
export const rules: readonly Rule[] = [
  bucketUnprotected,
  efaInterfacesIncomplete,
  efaLayoutWastesAddresses,
  efaMissing,
  efaNotSupported,
  efaUnused,
  fabricNotSelfReferencing,
  fabricSpansZones,
  fabricUnknown,
  fileSystemNotEncrypted,
  fileSystemUnprotected,
  gpudirectMissing,
  imdsV1Allowed,
  loginOpenToWorld,
  lustreCapacityNotMultiple,
  lustreEfaNeedsPersistent2,
  lustreTierNotSold,
  mountPathReserved,
  mountPathsOverlap,
  mountUnknownFileSystem,
  networkBandwidthIsBurst,
  networkInterfaceInvalid,
  placementGroupMissing,
  placementGroupWithReservation,
  placementNotSupported,
  volumeNotEncrypted,
];
