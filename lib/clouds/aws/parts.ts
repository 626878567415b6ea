import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import type { Cloud } from "../cloud";
import { InfiniBandFabric } from "./fabric/infiniband-fabric";
import { NodeFleet } from "./fleet/node-fleet";
import { KubeRayCluster } from "./kubernetes/kube-ray-cluster";
import { ServiceAddress } from "./kubernetes/service-address";
import { ClusterMonitoring } from "./monitoring/cluster-monitoring";
import { ClusterNetwork } from "./network/cluster-network";
import { Capacity } from "./pools/capacity";
import { GpuNodePool } from "./pools/gpu-node-pool";
import { GpuSharing } from "./pools/gpu-sharing";
import { Image } from "./pools/image";
import { NvmeCache } from "./pools/nvme-cache";
import { Placement } from "./pools/placement";
import { NAME_PATTERN, regionOf } from "./shared/names";
import { SlurmHeadNode } from "./slurm/slurm-head-node";
import { CheckpointBucket } from "./storage/buckets/checkpoint-bucket";
import { ExistingFileSystem } from "./storage/existing-file-system";
import { LustreStorage } from "./storage/lustre/lustre-storage";
import { SharedHome } from "./storage/shared-home/shared-home";

const parts = {
  ClusterNetwork,
  InfiniBandFabric,
  LustreStorage,
  SharedHome,
  ExistingFileSystem,
  CheckpointBucket,
  GpuNodePool,
  Capacity,
  Image,
  Placement,
  NvmeCache,
  GpuSharing,
  SlurmHeadNode,
  KubeRayCluster,
  ServiceAddress,
  NodeFleet,
  ClusterMonitoring,
};

/** AWS's constructs by the names that all clouds have for them. */
export type AwsParts = typeof parts;

/** What AWS brings. */
export const aws: Cloud<AwsParts> = {
  name: "aws",
  module: "warpform",
  parts,
  adopters: [
    {
      kind: "slurm",
      outputs: (part) =>
        part instanceof SlurmHeadNode
          ? { headInstanceId: part.instance.id, headPrivateIp: part.controllers[0]!.networkInterface.privateIp }
          : undefined,
    },
    {
      kind: "kubernetes",
      outputs: (part) =>
        part instanceof KubeRayCluster
          ? { eksClusterName: part.cluster.name, kubernetesEndpoint: part.cluster.endpoint }
          : undefined,
    },
    {
      kind: "fleet",
      outputs: (part) =>
        part instanceof NodeFleet
          ? { autoscalingGroupNames: part.autoscalingGroups.map(({ name }) => name) }
          : undefined,
    },
  ],
  namePattern: NAME_PATTERN,
  regionOf,
  declareProvider: (stack, region) => void new AwsProvider(stack, "aws", { region }),
  providerProgram: (region) => ({
    import: 'import { AwsProvider } from "@cdktf/provider-aws/lib/provider";',
    statement: `new AwsProvider(stack, "aws", { region: ${JSON.stringify(region)} });`,
  }),
};
