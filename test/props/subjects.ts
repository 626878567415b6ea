import { TerraformStack, Testing } from "cdktf";
import type { Construct } from "constructs";
import { INFINIBAND_FABRIC } from "../../lib/clouds/aws/fabric/infiniband-fabric-table";
import { NODE_FLEET } from "../../lib/clouds/aws/fleet/node-fleet-table";
import { HYBRID_CLUSTER } from "../../lib/clouds/aws/hybrid/hybrid-cluster-table";
import { NODE_IMAGE } from "../../lib/clouds/aws/images/node-image-table";
import type * as aws from "../../lib/clouds/aws/index";
import {
  CheckpointBucket,
  ClusterMonitoring,
  ClusterNetwork,
  ExistingFileSystem,
  GpuNodePool,
  HybridCluster,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  NodeImage,
  NvmeCache,
  ParallelComputing,
  ProgramBucket,
  SharedHome,
  SlurmHeadNode,
} from "../../lib/clouds/aws/index";
import { KUBE_RAY_CLUSTER } from "../../lib/clouds/aws/kubernetes/kube-ray-cluster-table";
import { CLUSTER_MONITORING } from "../../lib/clouds/aws/monitoring/cluster-monitoring-table";
import { CLUSTER_NETWORK, EXISTING_NETWORK } from "../../lib/clouds/aws/network/cluster-network-table";
import { PARALLEL_COMPUTING } from "../../lib/clouds/aws/pcs/parallel-computing-table";
import { GPU_NODE_POOL } from "../../lib/clouds/aws/pools/gpu-node-pool-table";
import { NVME_CACHE } from "../../lib/clouds/aws/pools/nvme/nvme-cache-table";
import { SLURM_HEAD_NODE } from "../../lib/clouds/aws/slurm/slurm-head-node-table";
import { CHECKPOINT_BUCKET, EXISTING_BUCKET, PROGRAM_BUCKET } from "../../lib/clouds/aws/storage/buckets/bucket-tables";
import { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "../../lib/clouds/aws/storage/existing-file-system-tables";
import { EXISTING_LUSTRE } from "../../lib/clouds/aws/storage/lustre/lustre-storage-import-table";
import { LUSTRE_STORAGE } from "../../lib/clouds/aws/storage/lustre/lustre-storage-table";
import { SHARED_HOME, SHARED_HOME_OPENZFS } from "../../lib/clouds/aws/storage/shared-home/shared-home-tables";
import type { AnyTable, Table } from "../../lib/props/field";

/** A construct whose props can be got wrong: its table, good props, and how it is made. */
export interface Subject {
  readonly name: string;
  readonly table: AnyTable;
  /** Good props, of constructs in a stack. */
  readonly base: (parts: Parts) => object;
  readonly make: (scope: Construct, id: string, props: never) => unknown;
}

/** What good props refer to. */
export interface Parts {
  readonly stack: TerraformStack;
  readonly network: ClusterNetwork;
  readonly fabric: InfiniBandFabric;
  readonly bucket: CheckpointBucket;
  readonly lustre: LustreStorage;
  readonly pool: GpuNodePool;
}

export function parts(): Parts {
  const stack = new TerraformStack(Testing.app(), "ml");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  return {
    stack,
    network,
    fabric: new InfiniBandFabric(stack, "fabric", { network }),
    bucket: new CheckpointBucket(stack, "data", { network }),
    lustre: new LustreStorage(stack, "scratch", { network, capacityTiB: 4.8 }),
    pool: new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } }),
  };
}

const subject = <P extends object>(
  name: string,
  table: Table<P>,
  base: (parts: Parts) => NoInfer<P>,
  make: (scope: Construct, id: string, props: P) => unknown,
): Subject => ({ name, table: table as unknown as AnyTable, base, make });

/** An ARN for a test. */
const SECRET = "arn:aws:secretsmanager:us-east-2:123456789012:secret:password-AbCdEf";
const file = { url: "https://example.com/file.deb", sha256: "0".repeat(64) };

/** Every construct that takes props. */
export const SUBJECTS: readonly Subject[] = [
  subject<aws.ClusterNetworkProps>(
    "ClusterNetwork",
    CLUSTER_NETWORK,
    () => ({ availabilityZone: "us-east-2a" }),
    (scope, id, props) => new ClusterNetwork(scope, id, props),
  ),
  subject<aws.ClusterNetworkAttributes>(
    "ClusterNetwork.import",
    EXISTING_NETWORK,
    () => ({
      availabilityZone: "us-east-2a",
      vpcId: "vpc-1",
      vpcCidr: "10.0.0.0/16",
      computeSubnetId: "subnet-1",
      privateZoneId: "Z1",
      privateZoneName: "hpc.internal",
    }),
    (scope, id, props) => ClusterNetwork.import(scope, id, props),
  ),
  subject<aws.InfiniBandFabricProps>(
    "InfiniBandFabric",
    INFINIBAND_FABRIC,
    ({ network }) => ({ network }),
    (scope, id, props) => new InfiniBandFabric(scope, id, props),
  ),
  subject<aws.LustreStorageProps>(
    "LustreStorage",
    LUSTRE_STORAGE,
    ({ network, bucket }) => ({ network, capacityTiB: 4.8, dataRepositories: [{ bucket, path: "/data" }] }),
    (scope, id, props) => new LustreStorage(scope, id, props),
  ),
  subject<aws.LustreStorageAttributes>(
    "LustreStorage.import",
    EXISTING_LUSTRE,
    () => ({ fileSystemId: "fs-0123456789abcdef0", mountName: "fsx", availabilityZone: "us-east-2a" }),
    (scope, id, props) => LustreStorage.import(scope, id, props),
  ),
  subject<aws.CheckpointBucketProps>(
    "CheckpointBucket",
    CHECKPOINT_BUCKET,
    ({ network }) => ({ network }),
    (scope, id, props) => new CheckpointBucket(scope, id, props),
  ),
  subject<aws.CheckpointBucketAttributes>(
    "CheckpointBucket.import",
    EXISTING_BUCKET,
    () => ({ bucketName: "my-data" }),
    (scope, id, props) => CheckpointBucket.import(scope, id, props),
  ),
  subject<aws.ProgramBucketProps>(
    "ProgramBucket",
    PROGRAM_BUCKET,
    ({ network }) => ({ network }),
    (scope, id, props) => new ProgramBucket(scope, id, props),
  ),
  subject<aws.SharedHomeProps>(
    "SharedHome",
    SHARED_HOME,
    ({ network }) => ({ network, throughputMode: "provisioned", provisionedMiBps: 256 }),
    (scope, id, props) => new SharedHome(scope, id, props),
  ),
  subject<aws.SharedHomeOpenZfsProps>(
    "SharedHome.openZfs",
    SHARED_HOME_OPENZFS,
    ({ network }) => ({ network, capacityGiB: 1024 }),
    (scope, id, props) => SharedHome.openZfs(scope, id, props),
  ),
  subject<aws.NfsProps>(
    "ExistingFileSystem.nfs",
    NFS,
    () => ({ server: "10.9.0.1", exportPath: "/home" }),
    (scope, id, props) => ExistingFileSystem.nfs(scope, id, props),
  ),
  subject<aws.BeegfsProps>(
    "ExistingFileSystem.beegfs",
    BEEGFS,
    () => ({ managementHost: "10.9.0.1" }),
    (scope, id, props) => ExistingFileSystem.beegfs(scope, id, props),
  ),
  subject<aws.CephfsProps>(
    "ExistingFileSystem.cephfs",
    CEPHFS,
    () => ({ monitors: ["10.9.0.1"], user: "hpc", keySecretArn: SECRET }),
    (scope, id, props) => ExistingFileSystem.cephfs(scope, id, props),
  ),
  subject<aws.SpectrumScaleProps>(
    "ExistingFileSystem.spectrumScale",
    SPECTRUM_SCALE,
    () => ({ device: "fs1" }),
    (scope, id, props) => ExistingFileSystem.spectrumScale(scope, id, props),
  ),
  subject<aws.WekaProps>(
    "ExistingFileSystem.weka",
    WEKA,
    () => ({ backends: ["10.9.0.1"], fileSystemName: "default" }),
    (scope, id, props) => ExistingFileSystem.weka(scope, id, props),
  ),
  subject<aws.GpuNodePoolProps>(
    "GpuNodePool",
    GPU_NODE_POOL,
    ({ network }) => ({
      network,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 2 },
      bootSteps: [{ name: "a", phase: "system", text: "#!/bin/sh\n" }],
    }),
    (scope, id, props) => new GpuNodePool(scope, id, props),
  ),
  subject<aws.NodeImageProps>(
    "NodeImage",
    NODE_IMAGE,
    ({ network }) => ({ network, contents: ["nfs"] }),
    (scope, id, props) => new NodeImage(scope, id, props),
  ),
  subject<aws.NvmeCacheProps>(
    "NvmeCache",
    NVME_CACHE,
    () => ({}),
    (_scope, _id, props) => new NvmeCache(props),
  ),
  subject<aws.NodeFleetProps>(
    "NodeFleet",
    NODE_FLEET,
    ({ pool }) => ({
      pool,
      targetGroupArn: "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/serve/0123456789abcdef",
      targetPort: 80,
    }),
    (scope, id, props) => new NodeFleet(scope, id, props),
  ),
  subject<aws.ClusterMonitoringProps>(
    "ClusterMonitoring",
    CLUSTER_MONITORING,
    ({ network, pool }) => ({ network, pools: [pool] }),
    (scope, id, props) => new ClusterMonitoring(scope, id, props),
  ),
  subject<aws.SlurmHeadNodeProps>(
    "SlurmHeadNode",
    SLURM_HEAD_NODE,
    ({ network, pool }) => ({
      network,
      partitions: [{ name: "train", pools: [pool] }],
      priority: {},
      updates: {},
      qos: [{ name: "urgent" }],
      accounts: [{ name: "vision", users: ["ada"] }],
      users: [{ name: "ada", uid: 2000 }],
      accounting: { kind: "local" },
      directory: {
        uris: ["ldaps://ldap.example.com"],
        searchBase: "dc=example,dc=com",
        bindDn: "cn=reader,dc=example,dc=com",
        bindPasswordSecretArn: SECRET,
      },
      containerPackages: { enroot: file, enrootCaps: file, pyxis: file },
      monitoring: { grafana: { packageUrl: file.url, packageSha256: file.sha256 } },
    }),
    (scope, id, props) => new SlurmHeadNode(scope, id, props),
  ),
  subject<aws.ParallelComputingProps>(
    "ParallelComputing",
    PARALLEL_COMPUTING,
    ({ network, pool }) => ({ network, partitions: [{ name: "train", pools: [pool] }] }),
    (scope, id, props) => new ParallelComputing(scope, id, props),
  ),
  subject<aws.HybridClusterProps>(
    "HybridCluster",
    HYBRID_CLUSTER,
    ({ network, pool }) => ({
      network,
      site: {
        clusterName: "dc1",
        controllers: [{ name: "head1", address: "10.130.0.5" }],
        cidrs: ["10.130.0.0/24"],
        domain: "dc1.example.com",
        dnsServers: ["10.130.0.2"],
      },
      link: { vpn: { address: "203.0.113.10" } },
      partitions: [{ name: "train-aws", pools: [pool] }],
      trustAnchorArn: "arn:aws:rolesanywhere:us-east-2:123456789012:trust-anchor/01234567-89ab-cdef-0123-456789abcdef",
      staging: { toCloudTB: 1 },
    }),
    (scope, id, props) => new HybridCluster(scope, id, props),
  ),
  subject<aws.KubeRayClusterProps>(
    "KubeRayCluster",
    KUBE_RAY_CLUSTER,
    ({ network, pool, bucket, lustre }) => ({
      network,
      pools: [pool],
      rayClusters: [{ name: "research", pools: [pool], workers: { min: 0, max: 1 } }],
      fineTuning: [
        { name: "bot", pool, model: "a/b", data: "s3://b/d", storage: "s3://b/c", adapters: "s3://b/a", queue: "red" },
      ],
      serving: [
        {
          name: "llama",
          pool,
          model: "llama-3.1-8b",
          weights: "s3://b/w",
          replicas: { min: 1, max: 2 },
          lora: { adapters: "s3://b/a", maxAdapters: 2, maxRank: 16 },
          secretEnv: { HF_TOKEN: { secret: "hub", key: "token" } },
        },
      ],
      triton: [{ name: "vision", pool, modelRepository: "s3://b/m", replicas: { min: 1, max: 2 } }],
      gateway: { domain: "models.example.com" },
      queues: { teams: [{ name: "red", gpus: { l40s: 4 } }] },
      fileSystems: [{ storage: lustre, path: "/fsx" }],
      bucketMounts: [{ bucket, path: "/data" }],
      monitoring: {},
    }),
    (scope, id, props) => new KubeRayCluster(scope, id, props),
  ),
];
