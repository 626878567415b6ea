export { type ChartFile, type LocalChart, type LocalChartProps, localChart, writeChart } from "./chart/chart";
export type { ChartInstall } from "./chart/chart-install";
export { helmValue } from "./chart/helm-value";
export { TRITON_IMAGE } from "./chart/images";
export { type KubernetesObject, manifestsYaml, manifestYaml } from "./chart/manifest";
export { checkWorkloads } from "./check-workloads";
export type { ClusterProps } from "./cluster-props";
export { devicePluginConfigs, migConfigs } from "./gpus/gpu-sharing";
export { gpuStack, IMAGE_SOFTWARE, type NodeImage, type NodeSoftware } from "./gpus/gpu-stack";
export { batchJob } from "./jobs/batch-job";
export type { BatchJobProps } from "./jobs/job-props";
export { type AlertProps, alertGroups, alertRules } from "./monitoring/alert-rules";
export { dashboardFiles } from "./monitoring/dashboards";
export { type MonitoringProps, monitoringCharts } from "./monitoring/monitoring";
export { checkPools, type PoolsToCheck } from "./nodes/check-pools";
export { karpenterNodePool, type PoolSource, poolSources } from "./nodes/karpenter-node-pool";
export { nodeOverlay } from "./nodes/node-overlay";
export { allocatable, type NodeResources } from "./nodes/node-resources";
export {
  type GpuResource,
  gpuResource,
  type KubernetesPool,
  kubernetesPool,
  type PlacementOptions,
} from "./nodes/pool";
export type { FabricDriver, NodeFolder, PodFabric, PodFile, PoolNodes } from "./platform/fabric-driver";
export type { Alert, FabricMonitoring, Panel } from "./platform/fabric-monitoring";
export type {
  BalancerRequest,
  CertificateKind,
  GatewayDriver,
  GatewayProps,
  LoadBalancerDriver,
  RoutedService,
} from "./platform/load-balancer-driver";
export type { ObjectStore } from "./platform/object-store";
export type { Platform, UsableNode } from "./platform/platform";
export type { PodOptions, PodResources, PodToleration, TaintEffect } from "./pods/pod-options";
export { kaiObjects, scheduledByKai } from "./queues/kai";
export { type KueueProps, kueueManagerConfig, kueueObjects, type TeamQueue } from "./queues/kueue";
export { type FineTuningProps, fineTuningJob } from "./ray/fine-tuning";
export { type GcsFaultTolerance, type RayClusterProps, type RayWorkerGroup, rayCluster } from "./ray/ray-cluster";
export { type RayJobProps, rayJob } from "./ray/ray-job";
export { type RayServiceProps, rayService, type ServeApplication } from "./ray/ray-service";
export { type WorkerResources, workerResources } from "./ray/worker-resources";
export { gatewayObjects } from "./serving/gateway";
export { leaderWorkerSet } from "./serving/leader-worker-set";
export { type LlmServingProps, llmApplication, llmService } from "./serving/llm-serving";
export type { Exposure, ModelServiceProps } from "./serving/model-service";
export { type ScaledObjectProps, type ScalingTrigger, scaledObject } from "./serving/scaled-object";
export { type TritonProps, triton } from "./serving/triton";
export {
  type NamedRayCluster,
  type ServedModel,
  type Workloads,
  workloadNamespaces,
  workloadsChart,
} from "./workloads";
