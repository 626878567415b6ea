// Tables of the props that the default cloud's constructs take, of which the keys of blueprints are made; apart from the constructs,
// which take a while to load.

export { INFINIBAND_FABRIC } from "./aws/fabric/infiniband-fabric-table";
export { NODE_FLEET } from "./aws/fleet/node-fleet-table";
export { BUCKET_MOUNT, FILE_SYSTEM, GATEWAY, KUBE_RAY_CLUSTER } from "./aws/kubernetes/kube-ray-cluster-table";
export { BATCH_JOB, FINE_TUNING, RAY_CLUSTER, SERVING, TRITON } from "./aws/kubernetes/kube-ray-workload-tables";
export { SERVICE_ADDRESS } from "./aws/kubernetes/service-address-table";
export { CLUSTER_MONITORING } from "./aws/monitoring/cluster-monitoring-table";
export { CLUSTER_NETWORK, EXISTING_NETWORK } from "./aws/network/cluster-network-table";
export { GPU_NODE_POOL } from "./aws/pools/gpu-node-pool-table";
export { rootVolumeIops } from "./aws/pools/root-volume";
export { ACCOUNTING, PARTITION, SLURM_HEAD_NODE, SLURM_MONITORING } from "./aws/slurm/slurm-head-node-table";
export { CHECKPOINT_BUCKET, EXISTING_BUCKET, PROGRAM_BUCKET } from "./aws/storage/buckets/bucket-tables";
export { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "./aws/storage/existing-file-system-tables";
export { EXISTING_LUSTRE } from "./aws/storage/lustre/lustre-storage-import-table";
export { LUSTRE_DATA_REPOSITORY, LUSTRE_STORAGE } from "./aws/storage/lustre/lustre-storage-table";
export { SHARED_HOME, SHARED_HOME_OPENZFS } from "./aws/storage/shared-home/shared-home-tables";
export { QUEUES, TEAM } from "./common/workloads/cluster-tables";
