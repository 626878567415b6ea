export { type AlertProps, alertGroups, alertRules } from "./alert-rules";
export { type ChartFile, type LocalChart, type LocalChartProps, localChart, writeChart } from "./chart";
export { checkPools, type PoolsToCheck } from "./check-pools";
export { checkWorkloads } from "./check-workloads";
export { dashboardFiles } from "./dashboards";
export { ec2NodeClass, type NodeClassSettings } from "./ec2-node-class";
export { type FineTuningProps, fineTuningJob } from "./fine-tuning";
export { type GatewayProps, gatewayObjects } from "./gateway";
export { devicePluginConfigs, migConfigs } from "./gpu-sharing";
export { type ChartInstall, efaPlugin, gpuStack, type NodeImage } from "./gpu-stack";
export { helmValue } from "./helm-value";
export { kaiObjects, scheduledByKai } from "./kai";
export { karpenterNodePool, type PoolSource, poolSources } from "./karpenter-node-pool";
export { type KueueProps, kueueManagerConfig, kueueObjects, type TeamQueue } from "./kueue";
export { leaderWorkerSet } from "./leader-worker-set";
export { type LlmServingProps, llmApplication, llmService } from "./llm-serving";
export { type KubernetesObject, manifestsYaml, manifestYaml } from "./manifest";
export type { Exposure, ModelServiceProps } from "./model-service";
export { type MonitoringProps, monitoringCharts } from "./monitoring";
export { nodeOverlay } from "./node-overlay";
export { type KarpenterPool, nodePoolsChart } from "./node-pools";
export { allocatable, type NodeResources } from "./node-resources";
export {
  type GpuResource,
  gpuResource,
  type KubernetesPool,
  kubernetesPool,
  type PlacementOptions,
} from "./pool";
export { type GcsFaultTolerance, type RayClusterProps, type RayWorkerGroup, rayCluster } from "./ray-cluster";
export { type RayJobProps, rayJob } from "./ray-job";
export { type RayServiceProps, rayService, type ServeApplication } from "./ray-service";
export { type ScaledObjectProps, type ScalingTrigger, scaledObject } from "./scaled-object";
export { TRITON_IMAGE, type TritonProps, triton } from "./triton";
export { type WorkerResources, workerResources } from "./worker-resources";
export {
  type NamedRayCluster,
  type ServedModel,
  type Workloads,
  workloadNamespaces,
  workloadsChart,
} from "./workloads";
