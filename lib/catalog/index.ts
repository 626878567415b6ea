export { accelerator, accelerators, findAccelerator } from "./accelerators";
export { type Availability, availability, regionsInsteadOf } from "./availability";
export { type Chart, chart, charts } from "./charts";
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
  efaInstanceTypes,
  findInstanceType,
  instanceType,
  instanceTypes,
} from "./instance-types";
export { lustreLimit, lustreLimits, lustreTier, lustreTiers } from "./lustre-tiers";
export { type MarketPrice, marketPrices } from "./market-prices";
export type { ModelArchitecture } from "./model-architecture";
export { type CatalogModel, findModelArchitecture, modelArchitecture, modelArchitectures } from "./models";
export { type NodePower, nodePowerOf, nodePowers } from "./node-power";
export { openZfsTier, openZfsTiers } from "./openzfs-tiers";
export {
  type InstancePriceRow,
  instancePrice,
  instancePrices,
  pricedRegions,
  pricesAsOf,
  servicePrice,
  servicePrices,
} from "./prices";
export { type ServiceQuota, serviceQuota } from "./service-quotas";
export type {
  Accelerator,
  InstancePrice,
  InstanceType,
  LustreLimit,
  LustreTier,
  NetworkCard,
  OpenZfsTier,
  PurchaseOption,
  ServicePrice,
  Sourced,
  UltraServer,
} from "./types";
export { ultraServer, ultraServers } from "./ultra-servers";
