export type { Purchase } from "./candidate-cluster";
export type { ClusterPlace } from "./cluster-place";
export type { ClusterProps } from "./cluster-props";
export type { Decision } from "./decision";
export { FineTuningCluster, type FineTuningClusterProps } from "./fine-tuning-cluster";
export { InferenceCluster, type InferenceClusterProps } from "./inference-cluster";
export { type BuiltRegion, InferenceRegions } from "./inference-regions";
export type { InferenceRegion, InferenceRegionsProps } from "./inference-regions-props";
export { type RankedDesign, type RankOptions, rankDesigns, type SpotMarket } from "./rank-designs";
export type { RegionRouting } from "./region-shares";
export type { SharingChoice } from "./sharing-choice";
export { SingleNode, type SingleNodeProps } from "./single-node";
export { type MachineChoices, sizeMachines } from "./size-machines";
export { type ServiceSize, sizeService } from "./size-service";
export { sizeTraining, type TrainingChoices, type TrainingSize } from "./size-training";
export { TrainingCluster, type TrainingClusterProps } from "./training-cluster";
export {
  type FineTuningWorkloadOptions,
  fineTuningWorkload,
  type InferenceWorkloadOptions,
  inferenceWorkload,
  type TrainingWorkloadOptions,
  trainingWorkload,
} from "./workloads";
