// Tables of the props that Azure's constructs take, of which the keys of its blueprints are made; apart from the constructs, which take a
// while to load.

export { INFINIBAND_FABRIC } from "./azure/fabric/infiniband-fabric-table";
export { NODE_FLEET } from "./azure/fleet/node-fleet-table";
export { FILE_SYSTEM, KUBE_RAY_CLUSTER, UPGRADES } from "./azure/kubernetes/kube-ray-cluster-table";
export {
  BATCH_JOB,
  FINE_TUNING,
  RAY_CLUSTER,
  SERVING,
  TRITON,
} from "./azure/kubernetes/workload-tables";
export { CLUSTER_MONITORING } from "./azure/monitoring/cluster-monitoring-table";
export { CLUSTER_NETWORK, EXISTING_NETWORK } from "./azure/network/cluster-network-table";
export { defaultNvmePath } from "./azure/pools/define-pool";
export { GPU_NODE_POOL } from "./azure/pools/gpu-node-pool-table";
export { BY_PLACEMENT_GROUP, PARTITION as SLURM_PARTITION, SLURM_HEAD_NODE } from "./azure/slurm/slurm-head-node-table";
export { CHECKPOINT_BUCKET } from "./azure/storage/checkpoint-bucket-table";
export { NFS } from "./azure/storage/existing-file-system-table";
export { EXISTING_LUSTRE, LUSTRE_STORAGE } from "./azure/storage/lustre-storage-table";
export { SHARED_HOME, SHARED_HOME_FILES } from "./azure/storage/shared-home-table";
export { QUEUES, TEAM } from "./common/workloads/cluster-tables";
