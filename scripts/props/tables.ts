import { EXISTING_KUBERNETES } from "../../lib/clouds/anywhere/kubernetes/existing-kubernetes-table";
import { adopters } from "../../lib/clouds/aws/adopters";
import { INFINIBAND_FABRIC } from "../../lib/clouds/aws/fabric/infiniband-fabric-table";
import { NODE_IMAGE } from "../../lib/clouds/aws/images/node-image-table";
import { SERVICE_ADDRESS } from "../../lib/clouds/aws/kubernetes/service-address-table";
import { CLUSTER_MONITORING } from "../../lib/clouds/aws/monitoring/cluster-monitoring-table";
import { CLUSTER_NETWORK, EXISTING_NETWORK } from "../../lib/clouds/aws/network/cluster-network-table";
import { GPU_NODE_POOL } from "../../lib/clouds/aws/pools/gpu-node-pool-table";
import { NVME_CACHE } from "../../lib/clouds/aws/pools/nvme/nvme-cache-table";
import { DESIGN_REVIEW } from "../../lib/clouds/aws/reading/design-review-props";
import { CHECKPOINT_BUCKET, EXISTING_BUCKET, PROGRAM_BUCKET } from "../../lib/clouds/aws/storage/buckets/bucket-tables";
import { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "../../lib/clouds/aws/storage/existing-file-system-tables";
import { EXISTING_LUSTRE } from "../../lib/clouds/aws/storage/lustre/lustre-storage-import-table";
import { LUSTRE_STORAGE } from "../../lib/clouds/aws/storage/lustre/lustre-storage-table";
import { SHARED_HOME, SHARED_HOME_OPENZFS } from "../../lib/clouds/aws/storage/shared-home/shared-home-tables";
import * as azure from "../../lib/clouds/azure-tables";
import { ON_PREM_CLUSTER } from "../../lib/clouds/onprem/shared/on-prem-cluster-table";
import type { AnyTable } from "../../lib/props/field";
import { NAMED_ADOPTERS, SINGLE_ADOPTERS } from "../../lib/remedies/adopters";

/** What takes props, its table, and the interface whose comments explain them. */
export interface Documented {
  readonly name: string;
  readonly table: AnyTable;
  readonly type: string;
}

const documented = (name: string, table: object, type: string): Documented => ({
  name,
  table: table as AnyTable,
  type,
});

/** Everything with a table of props, in the order of docs/README.md. */
export const DOCUMENTED: readonly Documented[] = [
  documented("ClusterNetwork", CLUSTER_NETWORK, "ClusterNetworkProps"),
  documented("ClusterNetwork.import", EXISTING_NETWORK, "ClusterNetworkAttributes"),
  documented("InfiniBandFabric", INFINIBAND_FABRIC, "InfiniBandFabricProps"),
  documented("GpuNodePool", GPU_NODE_POOL, "GpuNodePoolProps"),
  documented("NodeImage", NODE_IMAGE, "NodeImageProps"),
  documented("NvmeCache", NVME_CACHE, "NvmeCacheProps"),
  ...[...NAMED_ADOPTERS, ...SINGLE_ADOPTERS].map(({ kind, construct }) =>
    documented(construct, adopters[kind].table, `${construct}Props`),
  ),
  documented("ExistingKubernetes", EXISTING_KUBERNETES, "ExistingKubernetesProps"),
  documented("LustreStorage", LUSTRE_STORAGE, "LustreStorageProps"),
  documented("LustreStorage.import", EXISTING_LUSTRE, "LustreStorageAttributes"),
  documented("SharedHome", SHARED_HOME, "SharedHomeProps"),
  documented("SharedHome.openZfs", SHARED_HOME_OPENZFS, "SharedHomeOpenZfsProps"),
  documented("ExistingFileSystem.nfs", NFS, "NfsProps"),
  documented("ExistingFileSystem.beegfs", BEEGFS, "BeegfsProps"),
  documented("ExistingFileSystem.cephfs", CEPHFS, "CephfsProps"),
  documented("ExistingFileSystem.spectrumScale", SPECTRUM_SCALE, "SpectrumScaleProps"),
  documented("ExistingFileSystem.weka", WEKA, "WekaProps"),
  documented("CheckpointBucket", CHECKPOINT_BUCKET, "CheckpointBucketProps"),
  documented("CheckpointBucket.import", EXISTING_BUCKET, "CheckpointBucketAttributes"),
  documented("ProgramBucket", PROGRAM_BUCKET, "ProgramBucketProps"),
  documented("ClusterMonitoring", CLUSTER_MONITORING, "ClusterMonitoringProps"),
  documented("OnPremCluster", ON_PREM_CLUSTER, "OnPremClusterProps"),
  documented("ServiceAddress", SERVICE_ADDRESS, "ServiceAddressProps"),
  documented("DesignReview", DESIGN_REVIEW, "DesignReviewProps"),
  documented("azure.ClusterNetwork", azure.CLUSTER_NETWORK, "azure.ClusterNetworkProps"),
  documented("azure.ClusterNetwork.import", azure.EXISTING_NETWORK, "azure.ClusterNetworkAttributes"),
  documented("azure.InfiniBandFabric", azure.INFINIBAND_FABRIC, "azure.InfiniBandFabricProps"),
  documented("azure.GpuNodePool", azure.GPU_NODE_POOL, "azure.GpuNodePoolProps"),
  documented("azure.ClusterMonitoring", azure.CLUSTER_MONITORING, "azure.ClusterMonitoringProps"),
  documented("azure.NodeFleet", azure.NODE_FLEET, "azure.NodeFleetProps"),
  documented("azure.KubeRayCluster", azure.KUBE_RAY_CLUSTER, "azure.KubeRayClusterProps"),
  documented("azure.SlurmHeadNode", azure.SLURM_HEAD_NODE, "azure.SlurmHeadNodeProps"),
  documented("azure.CheckpointBucket", azure.CHECKPOINT_BUCKET, "azure.CheckpointBucketProps"),
  documented("azure.LustreStorage", azure.LUSTRE_STORAGE, "azure.LustreStorageProps"),
  documented("azure.LustreStorage.import", azure.EXISTING_LUSTRE, "azure.LustreStorageAttributes"),
  documented("azure.SharedHome", azure.SHARED_HOME, "azure.SharedHomeProps"),
  documented("azure.SharedHome.files", azure.SHARED_HOME_FILES, "azure.SharedHomeFilesProps"),
  documented("azure.ExistingFileSystem.nfs", azure.NFS, "azure.NfsProps"),
];
