import type { Rule } from "../rule";
import { blockDatesUnknown } from "./capacity/block-dates-unknown";
import { blockEndsBeforeRun } from "./capacity/block-ends-before-run";
import { blockMayEndBeforeRun } from "./capacity/block-may-end-before-run";
import { blockNotSold } from "./capacity/block-not-sold";
import { blockWithoutNodes } from "./capacity/block-without-nodes";
import { capacityShort } from "./capacity/capacity-short";
import { capacityZoneMismatch } from "./capacity/capacity-zone-mismatch";
import { instanceTypeNotInRegion } from "./capacity/instance-type-not-in-region";
import { placementGroupWithReservation } from "./capacity/placement-group-with-reservation";
import { placementNotSupported } from "./capacity/placement-not-supported";
import { purchaseNotSold } from "./capacity/purchase-not-sold";
import { quotaToRequest } from "./capacity/quota-to-request";
import { reservationPromisedTwice } from "./capacity/reservation-promised-twice";
import { spotForDeadline } from "./capacity/spot-for-deadline";
import { spotWithoutFallback } from "./capacity/spot-without-fallback";
import { blockOutlastsRun } from "./cost/block-outlasts-run";
import { budgetBelowCost } from "./cost/budget-below-cost";
import { budgetMissing } from "./cost/budget-missing";
import { cheaperInstanceType } from "./cost/cheaper-instance-type";
import { egressShareHigh } from "./cost/egress-share-high";
import { gpuNodesAlwaysOn } from "./cost/gpu-nodes-always-on";
import { gpusIdleAtLoad } from "./cost/gpus-idle-at-load";
import { idleGpusUnnoticed } from "./cost/idle-gpus-unnoticed";
import { idleNodesKeptLong } from "./cost/idle-nodes-kept-long";
import { natForS3Traffic } from "./cost/nat-for-s3-traffic";
import { paidCapacityBehindOnDemand } from "./cost/paid-capacity-behind-on-demand";
import { runShortForCluster } from "./cost/run-short-for-cluster";
import { tasksLeaveGpusIdle } from "./cost/tasks-leave-gpus-idle";
import { efaInterfacesIncomplete } from "./fabric/efa-interfaces-incomplete";
import { efaLayoutWastesAddresses } from "./fabric/efa-layout-wastes-addresses";
import { efaMissing } from "./fabric/efa-missing";
import { efaNotSupported } from "./fabric/efa-not-supported";
import { efaRequestMissing } from "./fabric/efa-request-missing";
import { efaUnused } from "./fabric/efa-unused";
import { fabricBoundsTraining } from "./fabric/fabric-bounds-training";
import { fabricGroupUnconfirmed } from "./fabric/fabric-group-unconfirmed";
import { fabricNotSelfReferencing } from "./fabric/fabric-not-self-referencing";
import { fabricOverPlacementGroup } from "./fabric/fabric-over-placement-group";
import { fabricOversubscribed } from "./fabric/fabric-oversubscribed";
import { fabricSpansZones } from "./fabric/fabric-spans-zones";
import { fabricUnknown } from "./fabric/fabric-unknown";
import { gpudirectMissing } from "./fabric/gpudirect-missing";
import { hugePagesMissing } from "./fabric/huge-pages-missing";
import { networkBandwidthIsBurst } from "./fabric/network-bandwidth-is-burst";
import { networkInterfaceInvalid } from "./fabric/network-interface-invalid";
import { placementGroupMissing } from "./fabric/placement-group-missing";
import { batchDividesBadly } from "./fit/batch-divides-badly";
import { deadlineAtRisk } from "./fit/deadline-at-risk";
import { deadlineMissed } from "./fit/deadline-missed";
import { figureNotComputable } from "./fit/figure-not-computable";
import { fineTuningDiffers } from "./fit/fine-tuning-differs";
import { frameworkNotForHardware } from "./fit/framework-not-for-hardware";
import { instanceTypeUnknown } from "./fit/instance-type-unknown";
import { memoryHeadroomThin } from "./fit/memory-headroom-thin";
import { migProfileUnknown } from "./fit/mig-profile-unknown";
import { modelDoesNotFit } from "./fit/model-does-not-fit";
import { nodesBeyondPlan } from "./fit/nodes-beyond-plan";
import { numberFormatUnsupported } from "./fit/number-format-unsupported";
import { parallelismInvalid } from "./fit/parallelism-invalid";
import { parallelismSlow } from "./fit/parallelism-slow";
import { precisionNotInHardware } from "./fit/precision-not-in-hardware";
import { sequenceAboveModel } from "./fit/sequence-above-model";
import { sharingOnMultiNodePool } from "./fit/sharing-on-multi-node-pool";
import { taskDoesNotFit } from "./fit/task-does-not-fit";
import { tensorParallelWithoutNvlink } from "./fit/tensor-parallel-without-nvlink";
import { workloadWithoutAccelerators } from "./fit/workload-without-accelerators";
import { adaptersCrowdOutRequests } from "./inference/adapters-crowd-out-requests";
import { coldStartLong } from "./inference/cold-start-long";
import { latencyObjectiveUnreachable } from "./inference/latency-objective-unreachable";
import { replicasShort } from "./inference/replicas-short";
import { requestsAboveMaxLength } from "./inference/requests-above-max-length";
import { servedModelDiffers } from "./inference/served-model-differs";
import { serviceScalesToZero } from "./inference/service-scales-to-zero";
import { servingWithoutHeadRoom } from "./inference/serving-without-head-room";
import { multiNicInPublicSubnet } from "./network/multi-nic-in-public-subnet";
import { privateEndpointsMissing } from "./network/private-endpoints-missing";
import { securityGroupsAboveQuota } from "./network/security-groups-above-quota";
import { subnetAddressesShort } from "./network/subnet-addresses-short";
import { vpcDnsOff } from "./network/vpc-dns-off";
import { accountingMissing } from "./operations/accounting-missing";
import { alarmsMissing } from "./operations/alarms-missing";
import { cpuArchitecturesMixed } from "./operations/cpu-architectures-mixed";
import { headInstanceSmall } from "./operations/head-instance-small";
import { imageFloating } from "./operations/image-floating";
import { imageNotForType } from "./operations/image-not-for-type";
import { monitoringMissing } from "./operations/monitoring-missing";
import { energyPerRunHigh } from "./power/energy-per-run-high";
import { rackCannotFeedNode } from "./power/rack-cannot-feed-node";
import { sitePowerExceeded } from "./power/site-power-exceeded";
import { checkpointIntervalOff } from "./reliability/checkpoint-interval-off";
import { fleetKeepsUnhealthy } from "./reliability/fleet-keeps-unhealthy";
import { gpuHealthUnchecked } from "./reliability/gpu-health-unchecked";
import { headNotRecoverable } from "./reliability/head-not-recoverable";
import { headStateUnprotected } from "./reliability/head-state-unprotected";
import { rayHeadNotRecoverable } from "./reliability/ray-head-not-recoverable";
import { serviceInOneZone } from "./reliability/service-in-one-zone";
import { serviceOnOneNode } from "./reliability/service-on-one-node";
import { singleNatForZones } from "./reliability/single-nat-for-zones";
import { slurmStateNoSnapshots } from "./reliability/slurm-state-no-snapshots";
import { sparesMissing } from "./reliability/spares-missing";
import { trainingTimeMostlyLost } from "./reliability/training-time-mostly-lost";
import { defaultTimeAboveLimit } from "./scheduling/default-time-above-limit";
import { gangWithoutQueueing } from "./scheduling/gang-without-queueing";
import { idleNodesDroppedEarly } from "./scheduling/idle-nodes-dropped-early";
import { loginHomeNotShared } from "./scheduling/login-home-not-shared";
import { nameUsedTwice } from "./scheduling/name-used-twice";
import { partitionMixesAccelerators } from "./scheduling/partition-mixes-accelerators";
import { partitionUnknownPool } from "./scheduling/partition-unknown-pool";
import { partitionWithoutDefault } from "./scheduling/partition-without-default";
import { partitionWithoutTimeLimit } from "./scheduling/partition-without-time-limit";
import { podSplitsNodeBadly } from "./scheduling/pod-splits-node-badly";
import { poolNotAdopted } from "./scheduling/pool-not-adopted";
import { preemptionWithoutOrder } from "./scheduling/preemption-without-order";
import { qosWithoutAccounting } from "./scheduling/qos-without-accounting";
import { resumeTimeoutBelowBoot } from "./scheduling/resume-timeout-below-boot";
import { workerGroupUnknownPool } from "./scheduling/worker-group-unknown-pool";
import { bucketUnprotected } from "./security/bucket-unprotected";
import { computeInPublicSubnet } from "./security/compute-in-public-subnet";
import { existingProfileNeedsPolicy } from "./security/existing-profile-needs-policy";
import { existingResourceUnconfirmed } from "./security/existing-resource-unconfirmed";
import { fileSystemNotEncrypted } from "./security/file-system-not-encrypted";
import { flowLogsOff } from "./security/flow-logs-off";
import { iamTooWide } from "./security/iam-too-wide";
import { imdsHopLimitWide } from "./security/imds-hop-limit-wide";
import { imdsV1Allowed } from "./security/imds-v1-allowed";
import { imdsVersionUnset } from "./security/imds-version-unset";
import { kubernetesEndpointOpen } from "./security/kubernetes-endpoint-open";
import { kubernetesSecretsPlain } from "./security/kubernetes-secrets-plain";
import { loginOpenToWorld } from "./security/login-open-to-world";
import { lustreRootNotSquashed } from "./security/lustre-root-not-squashed";
import { volumeNotEncrypted } from "./security/volume-not-encrypted";
import { checkpointLongerThanInterval } from "./storage/checkpoint-longer-than-interval";
import { checkpointStallHigh } from "./storage/checkpoint-stall-high";
import { checkpointsNotExported } from "./storage/checkpoints-not-exported";
import { datasetHydrationSlow } from "./storage/dataset-hydration-slow";
import { datasetLargerThanStore } from "./storage/dataset-larger-than-store";
import { datasetStarvesGpus } from "./storage/dataset-starves-gpus";
import { fileSystemAcrossZones } from "./storage/file-system-across-zones";
import { fileSystemUnprotected } from "./storage/file-system-unprotected";
import { lustreBackupWithRepository } from "./storage/lustre-backup-with-repository";
import { lustreCapacityNotMultiple } from "./storage/lustre-capacity-not-multiple";
import { lustreClientMissing } from "./storage/lustre-client-missing";
import { lustreEfaNeedsPersistent2 } from "./storage/lustre-efa-needs-persistent-2";
import { lustreMetadataIopsNotSold } from "./storage/lustre-metadata-iops-not-sold";
import { lustreRepositoryUnsupported } from "./storage/lustre-repository-unsupported";
import { lustreTierNotSold } from "./storage/lustre-tier-not-sold";
import { mountPathReserved } from "./storage/mount-path-reserved";
import { mountPathsOverlap } from "./storage/mount-paths-overlap";
import { mountUnknownFileSystem } from "./storage/mount-unknown-file-system";
import { nfsForMultiNodeTraining } from "./storage/nfs-for-multi-node-training";
import { nvmeUnused } from "./storage/nvme-unused";
import { scratchIsOnlyHome } from "./storage/scratch-is-only-home";
import { stagingDelaysRun } from "./storage/staging-delays-run";
import { trainingWithoutSharedStorage } from "./storage/training-without-shared-storage";

/** Every rule of the review, by id. `npm run create-rule` adds to it; a test holds it against the folder. */
export const rules: readonly Rule[] = [
  accountingMissing,
  adaptersCrowdOutRequests,
  alarmsMissing,
  batchDividesBadly,
  blockDatesUnknown,
  blockEndsBeforeRun,
  blockMayEndBeforeRun,
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
  existingProfileNeedsPolicy,
  existingResourceUnconfirmed,
  fabricBoundsTraining,
  fabricGroupUnconfirmed,
  fabricNotSelfReferencing,
  fabricOverPlacementGroup,
  fabricOversubscribed,
  fabricSpansZones,
  fabricUnknown,
  figureNotComputable,
  fileSystemAcrossZones,
  fileSystemNotEncrypted,
  fileSystemUnprotected,
  fineTuningDiffers,
  fleetKeepsUnhealthy,
  flowLogsOff,
  frameworkNotForHardware,
  gangWithoutQueueing,
  gpuHealthUnchecked,
  gpuNodesAlwaysOn,
  gpudirectMissing,
  gpusIdleAtLoad,
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
  imdsVersionUnset,
  instanceTypeNotInRegion,
  instanceTypeUnknown,
  kubernetesEndpointOpen,
  kubernetesSecretsPlain,
  latencyObjectiveUnreachable,
  loginHomeNotShared,
  loginOpenToWorld,
  lustreBackupWithRepository,
  lustreCapacityNotMultiple,
  lustreClientMissing,
  lustreEfaNeedsPersistent2,
  lustreMetadataIopsNotSold,
  lustreRepositoryUnsupported,
  lustreRootNotSquashed,
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
  numberFormatUnsupported,
  nvmeUnused,
  paidCapacityBehindOnDemand,
  parallelismInvalid,
  parallelismSlow,
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
  requestsAboveMaxLength,
  reservationPromisedTwice,
  resumeTimeoutBelowBoot,
  runShortForCluster,
  scratchIsOnlyHome,
  securityGroupsAboveQuota,
  sequenceAboveModel,
  servedModelDiffers,
  serviceInOneZone,
  serviceOnOneNode,
  serviceScalesToZero,
  servingWithoutHeadRoom,
  sharingOnMultiNodePool,
  singleNatForZones,
  sitePowerExceeded,
  slurmStateNoSnapshots,
  sparesMissing,
  spotForDeadline,
  spotWithoutFallback,
  stagingDelaysRun,
  subnetAddressesShort,
  taskDoesNotFit,
  tasksLeaveGpusIdle,
  tensorParallelWithoutNvlink,
  trainingTimeMostlyLost,
  trainingWithoutSharedStorage,
  volumeNotEncrypted,
  vpcDnsOff,
  workerGroupUnknownPool,
  workloadWithoutAccelerators,
];
