export { type ChartFile, type LocalChart, type LocalChartProps, localChart, writeChart } from "./chart/chart";
export { helmValue } from "./chart/helm-value";
export { type KubernetesObject, manifestsYaml, manifestYaml } from "./chart/manifest";
export { checkWorkloads } from "./check-workloads";
export { devicePluginConfigs, migConfigs } from "./gpus/gpu-sharing";
export { type ChartInstall, efaPlugin, gpuStack, type NodeImage } from "./gpus/gpu-stack";
export { type AlertProps, alertGroups, alertRules } from "./monitoring/alert-rules";
export { dashboardFiles } from "./monitoring/dashboards";
export { type MonitoringProps, monitoringCharts } from "./monitoring/monitoring";
export { checkPools, type PoolsToCheck } from "./nodes/check-pools";
export { ec2NodeClass, type NodeClassSettings } from "./nodes/ec2-node-class";
export { karpenterNodePool, type PoolSource, poolSources } from "./nodes/karpenter-node-pool";
export { nodeOverlay } from "./nodes/node-overlay";
export { type KarpenterPool, nodePoolsChart } from "./nodes/node-pools";
export { allocatable, type NodeResources } from "./nodes/node-resources";
export {
  type GpuResource,
  gpuResource,
  type KubernetesPool,
  kubernetesPool,
  type PlacementOptions,
} from "./nodes/pool";
export { kaiObjects, scheduledByKai } from "./queues/kai";
export { type KueueProps, kueueManagerConfig, kueueObjects, type TeamQueue } from "./queues/kueue";
export { type FineTuningProps, fineTuningJob } from "./ray/fine-tuning";
export { type GcsFaultTolerance, type RayClusterProps, type RayWorkerGroup, rayCluster } from "./ray/ray-cluster";
export { type RayJobProps, rayJob } from "./ray/ray-job";
export { type RayServiceProps, rayService, type ServeApplication } from "./ray/ray-service";
export { type WorkerResources, workerResources } from "./ray/worker-resources";
export { type GatewayProps, gatewayObjects } from "./serving/gateway";
export { leaderWorkerSet } from "./serving/leader-worker-set";
export { type LlmServingProps, llmApplication, llmService } from "./serving/llm-serving";
export type { Exposure, ModelServiceProps } from "./serving/model-service";
export { type ScaledObjectProps, type ScalingTrigger, scaledObject } from "./serving/scaled-object";
export { TRITON_IMAGE, type TritonProps, triton } from "./serving/triton";
export {
  type NamedRayCluster,
  type ServedModel,
  type Workloads,
  workloadNamespaces,
  workloadsChart,
} from "./workloads";
