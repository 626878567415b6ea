export type { Purchase } from "./candidate-cluster";
export type { ClusterPlace } from "./cluster-place";
export type { Decision } from "./decision";
export { type RankedDesign, type RankOptions, rankDesigns } from "./rank-designs";
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
