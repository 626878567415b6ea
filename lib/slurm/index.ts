export { defineSlurmCluster } from "./definition/define-slurm-cluster";
export { type DeniedOption, deniedOptions } from "./definition/denied-options";
export { fatTreeSwitches, foldedHostList } from "./definition/fat-tree-switches";
export type {
  NodeHardware,
  NodeRange,
  PriorityWeights,
  SlurmAccount,
  SlurmAccounting,
  SlurmCluster,
  SlurmPolicy,
  SlurmPool,
  SlurmQos,
  SlurmQueue,
  SlurmSwitch,
  SlurmTopology,
  SlurmUser,
} from "./definition/slurm-cluster";
export type {
  PriorityWeightOptions,
  SlurmAccountingOptions,
  SlurmAccountOptions,
  SlurmJobPrograms,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmPoolOptions,
  SlurmPrivateData,
  SlurmQosOptions,
  SlurmUpdateOptions,
  SlurmUserOptions,
} from "./definition/slurm-options";
export {
  type SlurmChange,
  type SlurmFeatures,
  type SlurmVersion,
  slurmChanges,
  slurmFeatures,
  slurmVersions,
} from "./definition/versions";
export { cgroupConf } from "./files/cgroup-conf";
export type {
  AllReduceExpectation,
  ClusterFile,
  ClusterFileExpectation,
  ClusterFilePool,
  ClusterFileRange,
  ClusterFileSource,
} from "./files/cluster-file";
export { gresConf } from "./files/gres-conf";
export { jobContainerConf } from "./files/job-container-conf";
export { hostList, hostLists, nodeCount, nodeRanges } from "./files/node-ranges";
export { plugstackConf } from "./files/plugstack-conf";
export { programFolder, programPaths, slurmPaths } from "./files/program-paths";
export { slurmConf } from "./files/slurm-conf";
export { slurmdbdConf } from "./files/slurmdbd-conf";
export { topologyConf } from "./files/topology-conf";
export { type ClusterSite, clusterFile } from "./files/write-cluster-file";
export { type NodeProgram, nodePrograms, programsIn } from "./node-programs";
