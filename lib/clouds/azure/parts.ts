import { azureFacts } from "../../review/clouds/azure/azure-facts";
import type { Cloud } from "../cloud";
import { GpuSharing } from "../common/pools/gpu-sharing";
import type { CloudKinds } from "../part-kinds";
import { InfiniBandFabric } from "./fabric/infiniband-fabric";
import { NodeFleet } from "./fleet/node-fleet";
import { KubeRayCluster } from "./kubernetes/kube-ray-cluster";
import { ClusterMonitoring } from "./monitoring/cluster-monitoring";
import { ClusterNetwork } from "./network/cluster-network";
import type { IClusterNetwork } from "./network/i-cluster-network";
import { Capacity } from "./pools/capacity";
import { GpuNodePool } from "./pools/gpu-node-pool";
import { declareProvider } from "./provider";
import type { Grantee } from "./shared/mount";
import { NAME_PATTERN, regionOf } from "./shared/names";
import { SlurmHeadNode } from "./slurm/slurm-head-node";
import { CheckpointBucket } from "./storage/checkpoint-bucket";
import { ExistingFileSystem } from "./storage/existing-file-system";
import type { ILustreStorage } from "./storage/i-lustre-storage";
import { LustreStorage } from "./storage/lustre-storage";
import { SharedHome } from "./storage/shared-home";

// Each is loaded when it is asked for: a program pays for the parts that it is made of.
const parts = {
  get ClusterNetwork() {
    return ClusterNetwork;
  },
  get InfiniBandFabric() {
    return InfiniBandFabric;
  },
  get CheckpointBucket() {
    return CheckpointBucket;
  },
  get LustreStorage() {
    return LustreStorage;
  },
  get SharedHome() {
    return SharedHome;
  },
  get ExistingFileSystem() {
    return ExistingFileSystem;
  },
  get GpuNodePool() {
    return GpuNodePool;
  },
  get Capacity() {
    return Capacity;
  },
  get GpuSharing() {
    return GpuSharing;
  },
  get SlurmHeadNode() {
    return SlurmHeadNode;
  },
  get KubeRayCluster() {
    return KubeRayCluster;
  },
  get NodeFleet() {
    return NodeFleet;
  },
  get ClusterMonitoring() {
    return ClusterMonitoring;
  },
};

/** Azure's constructs by the names that all clouds have for them. */
export type AzureParts = typeof parts;

/** What stands for its parts. */
export interface AzureKinds extends CloudKinds {
  readonly network: IClusterNetwork;
  readonly bucket: CheckpointBucket;
  readonly lustre: ILustreStorage;
  readonly grantee: Grantee;
  readonly capacity: readonly [Capacity];
  readonly sharing: GpuSharing;
}

/** What Azure brings to architectures and blueprints. */
export const azure: Cloud<AzureParts, AzureKinds> = {
  name: "azure",
  title: "Azure",
  module: "warpform/azure",
  parts,
  facts: azureFacts,
  catalog: {
    capacity: ["on-demand", "spot", "reservation", "block"],
    fileSystems: ["lustre", "nfs"],
    homes: { netapp: undefined, files: "files" },
  },
  monitoring: "asked-for",
  adopters: [
    {
      kind: "slurm",
      outputs: (part) =>
        part instanceof SlurmHeadNode
          ? {
              headAddress: part.controller.networkInterface.privateIpAddress,
              headId: part.controller.virtualMachine.id,
            }
          : undefined,
    },
    {
      kind: "kubernetes",
      outputs: (part) =>
        part instanceof KubeRayCluster
          ? { clusterName: part.cluster.name, clusterResourceGroup: part.cluster.resourceGroupName }
          : undefined,
    },
    {
      kind: "fleet",
      outputs: (part) => (part instanceof NodeFleet ? { scaleSetId: part.scaleSet.id } : undefined),
    },
  ],
  bucketAccess: {
    grantRead: (grantee, bucket) => bucket.grantRead(grantee),
    grantReadWrite: (grantee, bucket) => bucket.grantReadWrite(grantee),
    program: (grantee, bucket) => `${bucket}.grantReadWrite(${grantee});`,
    uri: (bucket, path) => bucket.uri(path),
    uriProgram: (bucket, path) => `${bucket}.uri(${JSON.stringify(path)})`,
    // Azure Managed Lustre imports blobs by jobs that are started, not by a link
    behindLustre: () => ({}),
  },
  namePattern: NAME_PATTERN,
  regionOf,
  declareProvider: (stack) => declareProvider(stack),
  providerProgram: () => ({
    import: 'import { declareProvider } from "warpform/azure";',
    statement: "declareProvider(stack);",
  }),
};
