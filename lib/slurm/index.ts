export { cgroupConf } from "./cgroup-conf";
export type {
  AllReduceExpectation,
  ClusterFile,
  ClusterFileExpectation,
  ClusterFilePool,
  ClusterFileRange,
  ClusterFileSource,
} from "./cluster-file";
export { defineSlurmCluster } from "./define-slurm-cluster";
export { type DeniedOption, deniedOptions } from "./denied-options";
export { fatTreeSwitches, foldedHostList } from "./fat-tree-switches";
export { gresConf } from "./gres-conf";
export { jobContainerConf } from "./job-container-conf";
export { type NodeProgram, nodePrograms, programsIn } from "./node-programs";
export { hostList, hostLists, nodeCount, nodeRanges } from "./node-ranges";
export { plugstackConf } from "./plugstack-conf";
export { programFolder, programPaths, slurmPaths } from "./program-paths";
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
} from "./slurm-cluster";
export { slurmConf } from "./slurm-conf";
export type {
  PriorityWeightOptions,
  SlurmAccountingOptions,
  SlurmAccountOptions,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmPoolOptions,
  SlurmQosOptions,
  SlurmUserOptions,
} from "./slurm-options";
export { slurmdbdConf } from "./slurmdbd-conf";
export { topologyConf } from "./topology-conf";
export {
  type SlurmChange,
  type SlurmFeatures,
  type SlurmVersion,
  slurmChanges,
  slurmFeatures,
  slurmVersions,
} from "./versions";
export { type ClusterSite, clusterFile } from "./write-cluster-file";
