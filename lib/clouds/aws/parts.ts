import { awsFacts } from "../../review/clouds/aws/aws-facts";
import type { Cloud } from "../cloud";
import { GpuSharing } from "../common/pools/gpu-sharing";
import type { CloudKinds } from "../part-kinds";
import { InfiniBandFabric } from "./fabric/infiniband-fabric";
import { NodeFleet } from "./fleet/node-fleet";
import { HybridCluster } from "./hybrid/hybrid-cluster";
import { KubeRayCluster } from "./kubernetes/kube-ray-cluster";
import { ServiceAddress } from "./kubernetes/service-address";
import { ClusterMonitoring } from "./monitoring/cluster-monitoring";
import { ClusterNetwork } from "./network/cluster-network";
import type { IClusterNetwork } from "./network/i-cluster-network";
import { ParallelComputing } from "./pcs/parallel-computing";
import { Capacity } from "./pools/capacity/capacity";
import { GpuNodePool } from "./pools/gpu-node-pool";
import { Image } from "./pools/image";
import { NvmeCache } from "./pools/nvme/nvme-cache";
import { Placement } from "./pools/placement";
import { declareProvider } from "./provider";
import { NAME_PATTERN, regionOf } from "./shared/names";
import { SlurmHeadNode } from "./slurm/slurm-head-node";
import { CheckpointBucket } from "./storage/buckets/checkpoint-bucket";
import type { Grantee, IBucket } from "./storage/buckets/i-bucket";
import { ProgramBucket } from "./storage/buckets/program-bucket";
import { ExistingFileSystem } from "./storage/existing-file-system";
import type { ILustreStorage } from "./storage/lustre/i-lustre-storage";
import { LustreStorage } from "./storage/lustre/lustre-storage";
import { SharedHome } from "./storage/shared-home/shared-home";

// Each is loaded when it is asked for: a program pays for the parts that it is made of.
const parts = {
  get ClusterNetwork() {
    return ClusterNetwork;
  },
  get InfiniBandFabric() {
    return InfiniBandFabric;
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
  get CheckpointBucket() {
    return CheckpointBucket;
  },
  get ProgramBucket() {
    return ProgramBucket;
  },
  get GpuNodePool() {
    return GpuNodePool;
  },
  get Capacity() {
    return Capacity;
  },
  get Image() {
    return Image;
  },
  get Placement() {
    return Placement;
  },
  get NvmeCache() {
    return NvmeCache;
  },
  get GpuSharing() {
    return GpuSharing;
  },
  get SlurmHeadNode() {
    return SlurmHeadNode;
  },
  get ParallelComputing() {
    return ParallelComputing;
  },
  get HybridCluster() {
    return HybridCluster;
  },
  get KubeRayCluster() {
    return KubeRayCluster;
  },
  get ServiceAddress() {
    return ServiceAddress;
  },
  get NodeFleet() {
    return NodeFleet;
  },
  get ClusterMonitoring() {
    return ClusterMonitoring;
  },
};

/** AWS's constructs by the names that all clouds have for them. */
export type AwsParts = typeof parts;

/** What stands for its parts where they may be made or imported. */
export interface AwsKinds extends CloudKinds {
  readonly network: IClusterNetwork;
  readonly bucket: IBucket;
  readonly lustre: ILustreStorage;
  readonly grantee: Grantee;
  readonly capacity: readonly Capacity[];
  readonly sharing: GpuSharing;
}

/** What AWS brings. */
export const aws: Cloud<AwsParts, AwsKinds> = {
  name: "aws",
  title: "AWS",
  module: "warpform",
  parts,
  facts: awsFacts,
  catalog: {
    rayState: true,
    capacity: ["block", "reservation", "spot", "on-demand"],
    fileSystems: ["lustre", "efs", "openzfs", "nfs", "beegfs", "cephfs", "spectrum-scale", "weka"],
    homes: { efs: undefined, openzfs: "openZfs" },
  },
  adopters: [
    {
      kind: "slurm",
      outputs: (part) =>
        part instanceof SlurmHeadNode
          ? { headInstanceId: part.instance.id, headPrivateIp: part.controllers[0]!.networkInterface.privateIp }
          : undefined,
    },
    {
      kind: "pcs",
      outputs: (part) => (part instanceof ParallelComputing ? { pcsClusterId: part.clusterId } : undefined),
    },
    {
      kind: "hybrid",
      outputs: (part) =>
        part instanceof HybridCluster
          ? { siteRoleArn: part.identity.role.arn, resolverEndpointId: part.names.inbound.id }
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
  bucketAccess: {
    grantRead: (grantee, bucket) => grantee.grant(...bucket.readStatements()),
    grantReadWrite: (grantee, bucket) => grantee.grant(...bucket.readWriteStatements()),
    program: (grantee, bucket) => `${grantee}.grant(...${bucket}.readWriteStatements());`,
    uri: ({ bucketName }, path) => `s3://${bucketName}/${path}`,
    uriProgram: (bucket, path) => `\`s3://\${${bucket}.bucketName}/${path.replace(/[\\`]|\$\{/g, "\\$&")}\``,
    behindLustre: (bucket) => ({ importFrom: bucket }),
  },
  namePattern: NAME_PATTERN,
  regionOf,
  declareProvider: (stack, region) => declareProvider(stack, region),
  providerProgram: (region) => ({
    import: 'import { AwsProvider } from "@cdktf/provider-aws/lib/provider";',
    statement: `new AwsProvider(stack, "aws", { region: ${JSON.stringify(region)} });`,
  }),
};
