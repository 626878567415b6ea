export type { NodeType } from "../../catalog/node-types";
export { nodeTypes } from "../../catalog/node-types";
export { onPremBundle, writeOnPremBundle } from "./bundle";
export { defineOnPremCluster } from "./define-on-prem-cluster";
export { describeOnPremCluster } from "./describe-on-prem";
export { OnPremCluster } from "./on-prem-cluster";
export type { BundleFile } from "./shared/bundle-file";
export type {
  AddressPlanOptions,
  OnPremClusterProps,
  OnPremFabricOptions,
  OnPremFileSystemOptions,
  OnPremPartitionOptions,
  OnPremPoolOptions,
  OnPremSlurmOptions,
  ProvisioningOptions,
  SiteOptions,
  TenantOptions,
} from "./shared/on-prem-cluster-props";
export type {
  OnPremDefinition,
  OnPremFabric,
  OnPremFileSystem,
  OnPremNode,
  OnPremPool,
  OnPremProvisioning,
  OnPremSwitch,
  Place,
  PlannedCable,
  PlannedEnd,
  Rack,
  ServiceHost,
  Site,
  Tenant,
} from "./shared/on-prem-definition";
