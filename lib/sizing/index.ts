export { type ActivationOptions, activationBytesPerLayer, firstStageLayers } from "./activations";
export { type CheckpointProps, type CheckpointTime, checkpointBytes, checkpointTime } from "./checkpoint";
export { dalyInterval, youngInterval } from "./checkpoint-interval";
export { type ColdStart, type ColdStartProps, coldStart } from "./cold-start";
export {
  type Collective,
  type CollectiveAlgorithm,
  type CollectiveEstimate,
  collective,
  collectiveSeconds,
  type RankGroup,
} from "./collectives";
export {
  type CostItem,
  type CostKind,
  costPerMillionTokens,
  HOURS_PER_MONTH,
  type HourlyCost,
  hourlyCost,
  natCost,
  nodesCost,
  type RunCost,
  runCost,
  storageCost,
  transferCost,
} from "./cost";
export { type DataFeed, type DataFeedProps, dataFeed, readDemand } from "./data-feed";
export { egressUsdPerMonth, type TransferTier } from "./egress";
export { type FatTree, fatTree, type NoFatTree } from "./fat-tree";
export type { FatTreeLayout, FatTreeProps } from "./fat-tree-props";
export { fatTreeTopology, type TopologySwitch } from "./fat-tree-topology";
export { type Cable, type CableEnd, type FabricSwitch, fatTreeWiring, type Wiring } from "./fat-tree-wiring";
export {
  adapterOf,
  type FineTuningEstimate,
  type FineTuningMethod,
  type FineTuningRequest,
  fineTuning,
  QLORA_STATE,
} from "./fine-tuning";
export {
  type AttentionCount,
  type ForwardFlops,
  forwardFlopsPerToken,
  hardwareFlopsPerToken,
  trainingFlopsPerToken,
} from "./flops";
export {
  type FabricSpec,
  type Interconnect,
  instanceInterconnect,
  interconnect,
  type LinkGeneration,
  linkGenerations,
} from "./interconnect";
export {
  type ComputePrecision,
  type GpuSpec,
  gpuSpec,
  type KernelEfficiency,
  kernelEfficiencies,
  kernelEfficiency,
} from "./kernel-efficiency";
export { type LoraMemory, type LoraTargets, loraMemory, loraParameters } from "./lora-adapter";
export {
  BITS_PER_WEIGHT,
  type KvPrecision,
  kvBytesPerRequest,
  kvBytesPerToken,
  stateBytesPerParameter,
  TRAINING_PRECISIONS,
  type TrainingPrecision,
  type TrainingPrecisionName,
  type WeightPrecision,
  weightsBytes,
  type ZeroStage,
} from "./model-memory";
export { type OpenSmOptions, openSmConfig, openSmRootGuids, rootSwitches } from "./opensm";
export { type OwnershipCost, type OwnershipProps, ownershipCost } from "./ownership";
export { gpuCount, microBatches, type ParallelLayout, type Recompute, SINGLE_GPU } from "./parallel-layout";
export { type ParallelPlan, type PlanResult, parallelismPlan } from "./parallelism-plan";
export { type ParameterCount, parameterCount } from "./parameters";
export { type AlternativePlan, describeLayout } from "./plan-explanation";
export type { PlanRequest } from "./plan-search";
export {
  type ClusterPower,
  clusterPower,
  type NodeDraw,
  nodeDraw,
  type PowerItem,
  type RackLayout,
  rackLayout,
  runEnergyWh,
  TRAINING_SHARE,
} from "./power";
export { breakEvenUtilization, type CapacityBlockCost, capacityBlockCost, spotWorkPrice } from "./purchase";
export { addRanges, around, exactly, mapRange, type Range, range } from "./range";
export {
  effectiveTrainingTime,
  failuresPerDay,
  interruptionsInRun,
  type LostWork,
  lostWork,
  meanTimeToFailure,
  publishedFailureRate,
  type RecoveryProps,
  spareNodes,
  spotInterruptionsPerHour,
} from "./reliability";
export { erlangC, type NoReplicas, type Replicas, replicasFor, type ServiceProps, scalingHeadRoom } from "./replicas";
export { type ReplicaProps, type ServingRate, servingRate } from "./serving-rate";
export type { TrainingJob } from "./step-context";
export type { StepParts } from "./step-parts";
export { daysToTrain, type StepTime, stepTime } from "./step-time";
export {
  type LustreClient,
  lustreRate,
  measuredRate,
  type StorageRate,
  s3Rate,
  transferSeconds,
} from "./storage-rate";
export {
  FRAGMENTATION,
  FRAMEWORK_BYTES,
  type TrainingMemory,
  trainingMemory,
} from "./training-memory";
export { TRAINING_SOFTWARE, type TrainingSoftware, type TrainingSoftwareName } from "./training-software";
export type { Adapter, TrainingMemoryJob } from "./training-state";
