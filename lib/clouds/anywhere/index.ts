import "../common/engine-there";

export { ExistingKubernetes } from "./kubernetes/existing-kubernetes";
export type {
  ClusterConnection,
  ExistingKubernetesProps,
  ExistingPool,
  ExistingRayCluster,
  ExistingSystemNodes,
  ExistingTeam,
  ExistingVolume,
  IQueueingCluster,
  NodeShape,
  PlatformName,
  WorkerCluster,
} from "./kubernetes/existing-kubernetes-props";
export type {
  ExistingSlurm,
  ExistingSlurmAccounting,
  ExistingSlurmLogin,
  ExistingSlurmPartition,
} from "./kubernetes/slurm/existing-slurm-props";
