export { accelerator, accelerators, findAccelerator } from "./accelerators";
export { type Availability, availability, regionsInsteadOf } from "./availability";
export { type AzureSize, azureSizes, findAzureSize } from "./azure/azure-sizes";
export { type BatchRate, batchBenchmarks, batchRates, findBatchRate } from "./batch-rates";
export { type Chart, chart, charts } from "./charts";
export { modelFromConfig, modelFromConfigFile } from "./config/model-config";
export {
  DEFAULT_EKS_VERSION,
  DEFAULT_NODE_IMAGE_VERSIONS,
  type EksAddOn,
  type EksVersion,
  eksAddOn,
  eksAddOns,
  eksVersions,
  findEksVersion,
  type PinnedBuild,
} from "./eks";
export { type CatalogRows, extendCatalog, extendCatalogFromFile } from "./extend";
export { type FabricSwitchModel, fabricSwitch, fabricSwitches } from "./fabric-switches";
export { type FailureRecord, failureRecord, failureRecords, failuresPerNodeDay } from "./failure-rates";
export { type InferenceThroughput, inferenceThroughputs } from "./inference-throughput";
export {
  acceleratedInstanceTypes,
  azureInstanceTypes,
  efaInstanceTypes,
  findInstanceType,
  hasFabric,
  instanceType,
  instanceTypes,
  rentedInstanceTypes,
} from "./instance-types";
export {
  findKubernetesPlatform,
  type KubernetesPlatform,
  kubernetesPlatforms,
  type PlatformRdma,
  type PlatformSoftware,
} from "./kubernetes-platforms";
export { type ApiPrice, apiPrices } from "./market/api-prices";
export { type FineTuningPrice, fineTuningPrices } from "./market/fine-tuning-prices";
export { type MarketFabric, marketFabric } from "./market/market-fabrics";
export { type MarketPrice, marketPrices } from "./market/market-prices";
export { findRentedNode, type RentedNode, rentedNodes } from "./market/rented-nodes";
export type { HybridLayers, ModelArchitecture } from "./model-architecture";
export { type CatalogModel, findModelArchitecture, modelArchitecture, modelArchitectures } from "./models";
export { type NodePower, nodePowerOf, nodePowers } from "./node-power";
export { findNodeType, type NodeType, nodeTypes } from "./node-types";
export {
  type InstancePriceRow,
  instancePrice,
  instancePrices,
  pricedRegions,
  pricesAsOf,
  type ServicePriceRow,
  servicePrice,
  servicePrices,
} from "./prices";
export { type ServiceQuota, serviceQuota } from "./service-quotas";
export { lustreLimit, lustreLimits, lustreTier, lustreTiers } from "./storage/lustre-tiers";
export { openZfsTier, openZfsTiers } from "./storage/openzfs-tiers";
export type {
  Accelerator,
  InfiniBandDevices,
  InstancePrice,
  InstanceType,
  LustreLimit,
  LustreTier,
  NetworkCard,
  OpenZfsTier,
  PricedPurchase,
  PurchaseOption,
  ServicePrice,
  Sourced,
  UltraServer,
} from "./types";
export { ultraServer, ultraServers } from "./ultra-servers";
