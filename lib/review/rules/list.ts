import type { Rule } from "../rule";
import { blockNotSold } from "./block-not-sold";
import { blockWithoutNodes } from "./block-without-nodes";
import { bucketUnprotected } from "./bucket-unprotected";
import { capacityShort } from "./capacity-short";
import { capacityZoneMismatch } from "./capacity-zone-mismatch";
import { computeInPublicSubnet } from "./compute-in-public-subnet";
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
import { flowLogsOff } from "./flow-logs-off";
import { gpuNodesAlwaysOn } from "./gpu-nodes-always-on";
import { gpudirectMissing } from "./gpudirect-missing";
import { imdsV1Allowed } from "./imds-v1-allowed";
import { instanceTypeUnknown } from "./instance-type-unknown";
import { loginOpenToWorld } from "./login-open-to-world";
import { lustreCapacityNotMultiple } from "./lustre-capacity-not-multiple";
import { lustreEfaNeedsPersistent2 } from "./lustre-efa-needs-persistent-2";
import { lustreTierNotSold } from "./lustre-tier-not-sold";
import { mountPathReserved } from "./mount-path-reserved";
import { mountPathsOverlap } from "./mount-paths-overlap";
import { mountUnknownFileSystem } from "./mount-unknown-file-system";
import { multiNicInPublicSubnet } from "./multi-nic-in-public-subnet";
import { nameUsedTwice } from "./name-used-twice";
import { natForS3Traffic } from "./nat-for-s3-traffic";
import { networkBandwidthIsBurst } from "./network-bandwidth-is-burst";
import { networkInterfaceInvalid } from "./network-interface-invalid";
import { paidCapacityBehindOnDemand } from "./paid-capacity-behind-on-demand";
import { partitionUnknownPool } from "./partition-unknown-pool";
import { placementGroupMissing } from "./placement-group-missing";
import { placementGroupWithReservation } from "./placement-group-with-reservation";
import { placementNotSupported } from "./placement-not-supported";
import { poolNotAdopted } from "./pool-not-adopted";
import { privateEndpointsMissing } from "./private-endpoints-missing";
import { purchaseNotSold } from "./purchase-not-sold";
import { reservationPromisedTwice } from "./reservation-promised-twice";
import { singleNatForZones } from "./single-nat-for-zones";
import { spotForDeadline } from "./spot-for-deadline";
import { spotWithoutFallback } from "./spot-without-fallback";
import { subnetAddressesShort } from "./subnet-addresses-short";
import { volumeNotEncrypted } from "./volume-not-encrypted";
import { vpcDnsOff } from "./vpc-dns-off";

/** Every rule of the review, by id. `npm run create-rule` adds to it; a test holds it against the folder. */
export const rules: readonly Rule[] = [
  blockNotSold,
  blockWithoutNodes,
  bucketUnprotected,
  capacityShort,
  capacityZoneMismatch,
  computeInPublicSubnet,
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
  flowLogsOff,
  gpuNodesAlwaysOn,
  gpudirectMissing,
  imdsV1Allowed,
  instanceTypeUnknown,
  loginOpenToWorld,
  lustreCapacityNotMultiple,
  lustreEfaNeedsPersistent2,
  lustreTierNotSold,
  mountPathReserved,
  mountPathsOverlap,
  mountUnknownFileSystem,
  multiNicInPublicSubnet,
  nameUsedTwice,
  natForS3Traffic,
  networkBandwidthIsBurst,
  networkInterfaceInvalid,
  paidCapacityBehindOnDemand,
  partitionUnknownPool,
  placementGroupMissing,
  placementGroupWithReservation,
  placementNotSupported,
  poolNotAdopted,
  privateEndpointsMissing,
  purchaseNotSold,
  reservationPromisedTwice,
  singleNatForZones,
  spotForDeadline,
  spotWithoutFallback,
  subnetAddressesShort,
  volumeNotEncrypted,
  vpcDnsOff,
];
