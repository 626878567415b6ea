import "./peers";

export type { ArchitectureArgs, ArchitecturePlace, ExistingBucket, ExistingNetwork } from "./architecture-args";
export {
  FineTuningCluster,
  type FineTuningClusterArgs,
  InferenceCluster,
  type InferenceClusterArgs,
  SingleNode,
  type SingleNodeArgs,
  TrainingCluster,
  type TrainingClusterArgs,
} from "./architectures";
export { GpuCluster } from "./gpu-cluster";
export type {
  BuiltOutputs,
  GpuClusterArgs,
  GpuClusterFromBlueprint,
  GpuClusterFromConstructs,
  InputTokens,
} from "./gpu-cluster-props";
export { MAPPING_SOURCE, mappedTypes } from "./mapping";
export type { PlannedOptions, PlannedResource, PlannedValue, PulumiPlan } from "./plan";
export { planStack, type TerraformJson } from "./plan-stack";
