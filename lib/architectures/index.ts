export type { ClusterPlace } from "./cluster-place";
export type { ClusterProps } from "./cluster-props";
export { FineTuningCluster, type FineTuningClusterProps } from "./fine-tuning-cluster";
export { InferenceCluster, type InferenceClusterProps } from "./inference-cluster";
export { type BuiltRegion, InferenceRegions } from "./inference-regions";
export type { InferenceRegion, InferenceRegionsProps } from "./inference-regions-props";
export { SingleNode, type SingleNodeProps } from "./single-node";
export type { Purchase } from "./sizing/candidate-cluster";
export type { Decision } from "./sizing/decision";
export { rankDesigns } from "./sizing/rank-designs";
export type { RankedDesign, RankOptions, SpotMarket } from "./sizing/ranked-design";
export type { RegionRouting } from "./sizing/region-shares";
export type { SharingChoice } from "./sizing/sharing-choice";
export { type InstanceChoices, sizeInstances } from "./sizing/size-instances";
export { type ServiceSize, sizeService } from "./sizing/size-service";
export { sizeTraining, type TrainingChoices, type TrainingSize } from "./sizing/size-training";
export { TrainingCluster, type TrainingClusterProps } from "./training-cluster";
export {
  type BatchWorkloadOptions,
  batchWorkload,
  type FineTuningWorkloadOptions,
  fineTuningWorkload,
  type InferenceWorkloadOptions,
  inferenceWorkload,
  type TrainingWorkloadOptions,
  trainingWorkload,
} from "./workloads";
