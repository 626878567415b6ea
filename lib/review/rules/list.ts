import type { Rule } from "../rule";
import { accountingMissing } from "./accounting-missing";
import { adaptersCrowdOutRequests } from "./adapters-crowd-out-requests";
import { alarmsMissing } from "./alarms-missing";
import { blockDatesUnknown } from "./block-dates-unknown";
import { blockEndsBeforeRun } from "./block-ends-before-run";
import { blockNotSold } from "./block-not-sold";
import { blockOutlastsRun } from "./block-outlasts-run";
import { blockWithoutNodes } from "./block-without-nodes";
import { bucketUnprotected } from "./bucket-unprotected";
import { budgetBelowCost } from "./budget-below-cost";
import { budgetMissing } from "./budget-missing";
import { capacityShort } from "./capacity-short";
import { capacityZoneMismatch } from "./capacity-zone-mismatch";
import { cheaperInstanceType } from "./cheaper-instance-type";
import { checkpointIntervalOff } from "./checkpoint-interval-off";
import { checkpointLongerThanInterval } from "./checkpoint-longer-than-interval";
import { checkpointStallHigh } from "./checkpoint-stall-high";
import { checkpointsNotExported } from "./checkpoints-not-exported";
import { coldStartLong } from "./cold-start-long";
import { computeInPublicSubnet } from "./compute-in-public-subnet";
import { cpuArchitecturesMixed } from "./cpu-architectures-mixed";
import { datasetHydrationSlow } from "./dataset-hydration-slow";
import { datasetLargerThanStore } from "./dataset-larger-than-store";
import { datasetStarvesGpus } from "./dataset-starves-gpus";
import { deadlineAtRisk } from "./deadline-at-risk";
import { deadlineMissed } from "./deadline-missed";
import { defaultTimeAboveLimit } from "./default-time-above-limit";
import { efaInterfacesIncomplete } from "./efa-interfaces-incomplete";
import { efaLayoutWastesAddresses } from "./efa-layout-wastes-addresses";
import { efaMissing } from "./efa-missing";
import { efaNotSupported } from "./efa-not-supported";
import { efaRequestMissing } from "./efa-request-missing";
import { efaUnused } from "./efa-unused";
import { egressShareHigh } from "./egress-share-high";
import { energyPerRunHigh } from "./energy-per-run-high";
import { fabricBoundsTraining } from "./fabric-bounds-training";
import { fabricNotSelfReferencing } from "./fabric-not-self-referencing";
import { fabricOversubscribed } from "./fabric-oversubscribed";
import { fabricSpansZones } from "./fabric-spans-zones";
import { fabricUnknown } from "./fabric-unknown";
import { fileSystemAcrossZones } from "./file-system-across-zones";
import { fileSystemNotEncrypted } from "./file-system-not-encrypted";
import { fileSystemUnprotected } from "./file-system-unprotected";
import { fleetKeepsUnhealthy } from "./fleet-keeps-unhealthy";
import { flowLogsOff } from "./flow-logs-off";
import { gangWithoutQueueing } from "./gang-without-queueing";
import { gpuHealthUnchecked } from "./gpu-health-unchecked";
import { gpuNodesAlwaysOn } from "./gpu-nodes-always-on";
import { gpudirectMissing } from "./gpudirect-missing";
import { headInstanceSmall } from "./head-instance-small";
import { headNotRecoverable } from "./head-not-recoverable";
import { headStateUnprotected } from "./head-state-unprotected";
import { hugePagesMissing } from "./huge-pages-missing";
import { iamTooWide } from "./iam-too-wide";
import { idleGpusUnnoticed } from "./idle-gpus-unnoticed";
import { idleNodesDroppedEarly } from "./idle-nodes-dropped-early";
import { idleNodesKeptLong } from "./idle-nodes-kept-long";
import { imageFloating } from "./image-floating";
import { imageNotForType } from "./image-not-for-type";
import { imdsHopLimitWide } from "./imds-hop-limit-wide";
import { imdsV1Allowed } from "./imds-v1-allowed";
import { instanceTypeUnknown } from "./instance-type-unknown";
import { kubernetesEndpointOpen } from "./kubernetes-endpoint-open";
import { kubernetesSecretsPlain } from "./kubernetes-secrets-plain";
import { latencyObjectiveUnreachable } from "./latency-objective-unreachable";
import { loginOpenToWorld } from "./login-open-to-world";
import { lustreBackupWithRepository } from "./lustre-backup-with-repository";
import { lustreCapacityNotMultiple } from "./lustre-capacity-not-multiple";
import { lustreClientMissing } from "./lustre-client-missing";
import { lustreEfaNeedsPersistent2 } from "./lustre-efa-needs-persistent-2";
import { lustreMetadataIopsNotSold } from "./lustre-metadata-iops-not-sold";
import { lustreRepositoryUnsupported } from "./lustre-repository-unsupported";
import { lustreTierNotSold } from "./lustre-tier-not-sold";
import { memoryHeadroomThin } from "./memory-headroom-thin";
import { migProfileUnknown } from "./mig-profile-unknown";
import { modelDoesNotFit } from "./model-does-not-fit";
import { monitoringMissing } from "./monitoring-missing";
import { mountPathReserved } from "./mount-path-reserved";
import { mountPathsOverlap } from "./mount-paths-overlap";
import { mountUnknownFileSystem } from "./mount-unknown-file-system";
import { multiNicInPublicSubnet } from "./multi-nic-in-public-subnet";
import { nameUsedTwice } from "./name-used-twice";
import { natForS3Traffic } from "./nat-for-s3-traffic";
import { networkBandwidthIsBurst } from "./network-bandwidth-is-burst";
import { networkInterfaceInvalid } from "./network-interface-invalid";
import { nfsForMultiNodeTraining } from "./nfs-for-multi-node-training";
import { nodesBeyondPlan } from "./nodes-beyond-plan";
import { nvmeUnused } from "./nvme-unused";
import { paidCapacityBehindOnDemand } from "./paid-capacity-behind-on-demand";
import { partitionMixesAccelerators } from "./partition-mixes-accelerators";
import { partitionUnknownPool } from "./partition-unknown-pool";
import { partitionWithoutDefault } from "./partition-without-default";
import { partitionWithoutTimeLimit } from "./partition-without-time-limit";
import { placementGroupMissing } from "./placement-group-missing";
import { placementGroupWithReservation } from "./placement-group-with-reservation";
import { placementNotSupported } from "./placement-not-supported";
import { podSplitsNodeBadly } from "./pod-splits-node-badly";
import { poolNotAdopted } from "./pool-not-adopted";
import { precisionNotInHardware } from "./precision-not-in-hardware";
import { preemptionWithoutOrder } from "./preemption-without-order";
import { privateEndpointsMissing } from "./private-endpoints-missing";
import { purchaseNotSold } from "./purchase-not-sold";
import { qosWithoutAccounting } from "./qos-without-accounting";
import { quotaToRequest } from "./quota-to-request";
import { rackCannotFeedNode } from "./rack-cannot-feed-node";
import { rayHeadNotRecoverable } from "./ray-head-not-recoverable";
import { replicasShort } from "./replicas-short";
import { reservationPromisedTwice } from "./reservation-promised-twice";
import { resumeTimeoutBelowBoot } from "./resume-timeout-below-boot";
import { scratchIsOnlyHome } from "./scratch-is-only-home";
import { securityGroupsAboveQuota } from "./security-groups-above-quota";
import { serviceInOneZone } from "./service-in-one-zone";
import { serviceOnOneNode } from "./service-on-one-node";
import { serviceScalesToZero } from "./service-scales-to-zero";
import { servingWithoutHeadRoom } from "./serving-without-head-room";
import { sharingOnMultiNodePool } from "./sharing-on-multi-node-pool";
import { singleNatForZones } from "./single-nat-for-zones";
import { sitePowerExceeded } from "./site-power-exceeded";
import { sparesMissing } from "./spares-missing";
import { spotForDeadline } from "./spot-for-deadline";
import { spotWithoutFallback } from "./spot-without-fallback";
import { subnetAddressesShort } from "./subnet-addresses-short";
import { tensorParallelWithoutNvlink } from "./tensor-parallel-without-nvlink";
import { trainingTimeMostlyLost } from "./training-time-mostly-lost";
import { trainingWithoutSharedStorage } from "./training-without-shared-storage";
import { volumeNotEncrypted } from "./volume-not-encrypted";
import { vpcDnsOff } from "./vpc-dns-off";
import { workerGroupUnknownPool } from "./worker-group-unknown-pool";
import { workloadWithoutAccelerators } from "./workload-without-accelerators";

/** Every rule of the review, by id. `npm run create-rule` adds to it; a test holds it against the folder. */
export const rules: readonly Rule[] = [
  accountingMissing,
  adaptersCrowdOutRequests,
  alarmsMissing,
  blockDatesUnknown,
  blockEndsBeforeRun,
  blockNotSold,
  blockOutlastsRun,
  blockWithoutNodes,
  bucketUnprotected,
  budgetBelowCost,
  budgetMissing,
  capacityShort,
  capacityZoneMismatch,
  cheaperInstanceType,
  checkpointIntervalOff,
  checkpointLongerThanInterval,
  checkpointStallHigh,
  checkpointsNotExported,
  coldStartLong,
  computeInPublicSubnet,
  cpuArchitecturesMixed,
  datasetHydrationSlow,
  datasetLargerThanStore,
  datasetStarvesGpus,
  deadlineAtRisk,
  deadlineMissed,
  defaultTimeAboveLimit,
  efaInterfacesIncomplete,
  efaLayoutWastesAddresses,
  efaMissing,
  efaNotSupported,
  efaRequestMissing,
  efaUnused,
  egressShareHigh,
  energyPerRunHigh,
  fabricBoundsTraining,
  fabricNotSelfReferencing,
  fabricOversubscribed,
  fabricSpansZones,
  fabricUnknown,
  fileSystemAcrossZones,
  fileSystemNotEncrypted,
  fileSystemUnprotected,
  fleetKeepsUnhealthy,
  flowLogsOff,
  gangWithoutQueueing,
  gpuHealthUnchecked,
  gpuNodesAlwaysOn,
  gpudirectMissing,
  headInstanceSmall,
  headNotRecoverable,
  headStateUnprotected,
  hugePagesMissing,
  iamTooWide,
  idleGpusUnnoticed,
  idleNodesDroppedEarly,
  idleNodesKeptLong,
  imageFloating,
  imageNotForType,
  imdsHopLimitWide,
  imdsV1Allowed,
  instanceTypeUnknown,
  kubernetesEndpointOpen,
  kubernetesSecretsPlain,
  latencyObjectiveUnreachable,
  loginOpenToWorld,
  lustreBackupWithRepository,
  lustreCapacityNotMultiple,
  lustreClientMissing,
  lustreEfaNeedsPersistent2,
  lustreMetadataIopsNotSold,
  lustreRepositoryUnsupported,
  lustreTierNotSold,
  memoryHeadroomThin,
  migProfileUnknown,
  modelDoesNotFit,
  monitoringMissing,
  mountPathReserved,
  mountPathsOverlap,
  mountUnknownFileSystem,
  multiNicInPublicSubnet,
  nameUsedTwice,
  natForS3Traffic,
  networkBandwidthIsBurst,
  networkInterfaceInvalid,
  nfsForMultiNodeTraining,
  nodesBeyondPlan,
  nvmeUnused,
  paidCapacityBehindOnDemand,
  partitionMixesAccelerators,
  partitionUnknownPool,
  partitionWithoutDefault,
  partitionWithoutTimeLimit,
  placementGroupMissing,
  placementGroupWithReservation,
  placementNotSupported,
  podSplitsNodeBadly,
  poolNotAdopted,
  precisionNotInHardware,
  preemptionWithoutOrder,
  privateEndpointsMissing,
  purchaseNotSold,
  qosWithoutAccounting,
  quotaToRequest,
  rackCannotFeedNode,
  rayHeadNotRecoverable,
  replicasShort,
  reservationPromisedTwice,
  resumeTimeoutBelowBoot,
  scratchIsOnlyHome,
  securityGroupsAboveQuota,
  serviceInOneZone,
  serviceOnOneNode,
  serviceScalesToZero,
  servingWithoutHeadRoom,
  sharingOnMultiNodePool,
  singleNatForZones,
  sitePowerExceeded,
  sparesMissing,
  spotForDeadline,
  spotWithoutFallback,
  subnetAddressesShort,
  tensorParallelWithoutNvlink,
  trainingTimeMostlyLost,
  trainingWithoutSharedStorage,
  volumeNotEncrypted,
  vpcDnsOff,
  workerGroupUnknownPool,
  workloadWithoutAccelerators,
];
