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
} from "./cost/cost";
export { egressUsdPerMonth, type TransferTier, transferHours } from "./cost/egress";
export { type ManagedApiComparison, type ManagedApiProps, managedApiComparison } from "./cost/managed-api";
export { type OwnershipCost, type OwnershipProps, ownershipCost } from "./cost/ownership";
export { type QuotedNodes, quotedOwnership } from "./cost/ownership-quote";
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
} from "./cost/power";
export { breakEvenUtilization, type CapacityBlockCost, capacityBlockCost, spotWorkPrice } from "./cost/purchase";
export {
  type CollectiveAlgorithm,
  type CollectiveEstimate,
  collective,
  collectiveSeconds,
} from "./fabric/collectives";
export { type FatTree, fatTree, type NoFatTree } from "./fabric/fat-tree";
export type { FatTreeLayout, FatTreeProps } from "./fabric/fat-tree-props";
export { fatTreeTopology, type TopologySwitch } from "./fabric/fat-tree-topology";
export { type Cable, type CableEnd, type FabricSwitch, fatTreeWiring, type Wiring } from "./fabric/fat-tree-wiring";
export {
  type FabricSpec,
  type Interconnect,
  instanceInterconnect,
  interconnect,
  type LinkGeneration,
  linkGenerations,
} from "./fabric/interconnect";
export { type OpenSmOptions, openSmConfig, openSmRootGuids, rootSwitches } from "./fabric/opensm";
export type { Collective, RankGroup } from "./fabric/rank-group";
export { addRanges, around, exactly, mapRange, type Range, range } from "./inputs/range";
export {
  type ActivationOptions,
  type AdaptedLayers,
  activationBytesPerLayer,
  firstStageLayers,
} from "./memory/activations";
export { type LoraMemory, type LoraTargets, loraMemory, loraParameters } from "./memory/lora-adapter";
export type { FitVerdict, MemoryFit } from "./memory/memory-fit";
export {
  BITS_PER_WEIGHT,
  type KvPrecision,
  kvBytesPerRequest,
  kvBytesPerToken,
  stateBytesPerParameter,
  stateBytesPerRequest,
  TRAINING_PRECISIONS,
  type TrainingPrecision,
  type TrainingPrecisionName,
  type WeightPrecision,
  weightsBytes,
  type ZeroStage,
} from "./memory/model-memory";
export { type ParameterCount, parameterCount } from "./memory/parameters";
export {
  FRAGMENTATION,
  FRAMEWORK_BYTES,
  type TrainingMemory,
  trainingMemory,
} from "./memory/training-memory";
export type { Adapter, TrainingMemoryJob } from "./memory/training-state";
export { gpuCount, microBatches, type ParallelLayout, type Recompute, SINGLE_GPU } from "./parallelism/parallel-layout";
export type { ParallelPlan } from "./parallelism/parallel-plan";
export { type PlanResult, parallelismPlan } from "./parallelism/parallelism-plan";
export { type AlternativePlan, describeLayout } from "./parallelism/plan-explanation";
export type { PlanRequest } from "./parallelism/plan-search";
export type { SmallerLayout } from "./parallelism/smaller-layout";
export { type CheckpointProps, type CheckpointTime, checkpointBytes, checkpointTime } from "./reliability/checkpoint";
export { dalyInterval, youngInterval } from "./reliability/checkpoint-interval";
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
} from "./reliability/reliability";
export { type ColdStart, type ColdStartProps, coldStart } from "./serving/cold-start";
export {
  erlangC,
  type NoReplicas,
  type Replicas,
  replicasFor,
  type ServiceProps,
  scalingHeadRoom,
} from "./serving/replicas";
export { type ReplicaProps, type ServingRate, servingRate } from "./serving/serving-rate";
export { type DataFeed, type DataFeedProps, dataFeed, readDemand } from "./storage/data-feed";
export {
  type LustreClient,
  lustreRate,
  measuredRate,
  type StorageRate,
  s3Rate,
  transferSeconds,
} from "./storage/storage-rate";
export {
  adapterOf,
  type FineTuningEstimate,
  type FineTuningMethod,
  type FineTuningRequest,
  fineTuning,
  QLORA_STATE,
} from "./time/fine-tuning";
export {
  type AttentionCount,
  type ForwardFlops,
  forwardFlopsPerToken,
  hardwareFlopsPerToken,
  trainingFlopsPerToken,
} from "./time/flops";
export {
  type ComputePrecision,
  type GpuSpec,
  gpuSpec,
  type KernelEfficiency,
  kernelEfficiencies,
  kernelEfficiency,
} from "./time/kernel-efficiency";
export type { TrainingJob } from "./time/step-context";
export type { StepParts } from "./time/step-parts";
export { daysToTrain, type StepTime, stepTime } from "./time/step-time";
export { TRAINING_SOFTWARE, type TrainingSoftware, type TrainingSoftwareName } from "./time/training-software";
