import { SLURMCTLD_PORT, SLURMDBD_PORT } from "./slurm-tables";

/** An option of slurm.conf that cannot be given as it is: why, and what to use instead. */
export interface DeniedOption {
  readonly reason: string;
  readonly instead: string;
}

const program = "the node programs rely on it";
const derived = "it follows from the pools";
const names = "nodes and head find each other by it";

/** Every option that a prop sets, or that would break scaling, health checks or accounting. Names are compared without case. */
export const deniedOptions: Readonly<Record<string, DeniedOption>> = {
  ClusterName: { reason: "accounting and cost tags go by it", instead: "slurmClusterName" },
  SlurmctldHost: { reason: names, instead: "backupController" },
  ControlMachine: { reason: names, instead: "backupController" },
  BackupController: { reason: names, instead: "backupController" },
  SlurmctldPort: { reason: names, instead: `nothing: it is ${SLURMCTLD_PORT}` },
  SlurmUser: { reason: program, instead: "nothing: it is slurm" },
  SlurmdUser: { reason: "slurmd must be root to start jobs as their users", instead: "nothing: it is root" },
  AuthType: { reason: "keys are made for one kind on first boot", instead: "authentication" },
  CredType: { reason: "keys are made for one kind on first boot", instead: "authentication" },
  AuthAltTypes: { reason: "its key and plugin must come with it", instead: "restApi" },
  StateSaveLocation: { reason: "only the state volume survives a replaced head", instead: "stateVolumeGiB" },
  SlurmdSpoolDir: { reason: program, instead: "nothing: it is set" },
  NodeName: { reason: derived, instead: "pools" },
  NodeSet: { reason: derived, instead: "pools" },
  DownNodes: { reason: "reconcile decides which nodes are down", instead: "scontrol update" },
  PartitionName: { reason: "a second definition would hide the first", instead: "partitions" },
  SelectType: { reason: "GPUs are only scheduled by select/cons_tres", instead: "nothing: it is set" },
  SelectTypeParameters: {
    reason: "without memory as a resource jobs end each other",
    instead: "partitions[].exclusive",
  },
  GresTypes: { reason: derived, instead: "pools" },
  AccountingStorageTRES: { reason: derived, instead: "pools" },
  TopologyPlugin: { reason: "without its file every job is refused", instead: "topology" },
  ProctrackType: { reason: "processes of a job must be found when it ends", instead: "nothing: it is set" },
  TaskPlugin: { reason: "jobs must be kept to their GPUs and cores", instead: "nothing: it is set" },
  JobContainerType: { reason: "its file must come with it", instead: "privateTmp" },
  NamespaceType: { reason: "its file must come with it", instead: "privateTmp" },
  PrologFlags: { reason: "health checks run before the job by it", instead: "healthChecks" },
  Prolog: { reason: "it checks the node", instead: "jobPrograms.prolog" },
  Epilog: { reason: "it checks the node", instead: "jobPrograms.epilog" },
  HealthCheckProgram: { reason: "it checks the node", instead: "healthChecks" },
  HealthCheckInterval: { reason: "a prop sets it", instead: "healthCheckSeconds" },
  HealthCheckNodeState: { reason: "idle nodes break too", instead: "nothing: it is set" },
  ResumeProgram: { reason: program, instead: "capacity of the pool" },
  ResumeFailProgram: { reason: program, instead: "nothing: it is set" },
  SuspendProgram: { reason: program, instead: "nothing: it is set" },
  ResumeTimeout: { reason: "shorter than a boot it ends nodes that are starting", instead: "resumeTimeoutSeconds" },
  SuspendTimeout: { reason: program, instead: "nothing: it is set" },
  SuspendTime: { reason: "a prop sets it, in minutes", instead: "suspendMinutes" },
  ResumeRate: { reason: "a rate would tear one job's nodes into several fleets", instead: "nothing: it has none" },
  SuspendRate: { reason: "unused nodes would be billed for longer", instead: "nothing: it has none" },
  SuspendExcNodes: { reason: "it holds the static nodes", instead: "nodes.min of the pool" },
  SuspendExcParts: { reason: "it would keep every node of a partition on", instead: "nodes.min of the pool" },
  SlurmdParameters: { reason: "config_overrides would hide broken nodes", instead: "pools[].realMemoryMiB" },
  CommunicationParameters: { reason: "addresses of cloud nodes change", instead: "nothing: it is set" },
  TreeWidth: { reason: "it follows from the version", instead: "version" },
  PrivateData: { reason: "a prop sets it", instead: "privateData" },
  ReturnToService: { reason: "the health check says which nodes come back", instead: "nothing: it is set" },
  RebootProgram: { reason: program, instead: "nothing: it is set" },
  SchedulerType: { reason: "backfill fills gaps before large jobs", instead: "nothing: it is set" },
  PreemptType: { reason: "a prop sets it", instead: "preemption" },
  PreemptMode: { reason: "suspended jobs would keep their GPU memory", instead: "preemption" },
  PriorityType: { reason: "fair share needs priority/multifactor", instead: "priority" },
  PriorityDecayHalfLife: { reason: "a prop sets it", instead: "priority.halfLifeDays" },
  PriorityUsageResetPeriod: { reason: "a prop sets it", instead: "priority.usageReset" },
  PriorityMaxAge: { reason: "a prop sets it", instead: "priority.maxAgeDays" },
  PriorityWeightFairshare: { reason: "a prop sets it", instead: "priority.fairShare" },
  PriorityWeightAge: { reason: "a prop sets it", instead: "priority.age" },
  PriorityWeightQOS: { reason: "a prop sets it", instead: "priority.qos" },
  PriorityWeightPartition: { reason: "a prop sets it", instead: "priority.partition" },
  PriorityWeightJobSize: { reason: "a prop sets it", instead: "priority.jobSize" },
  AccountingStorageType: { reason: "a prop sets it", instead: "accounting.kind" },
  AccountingStorageHost: { reason: "a prop sets it", instead: "accounting.kind" },
  AccountingStorageEnforce: { reason: "it follows from whether accounts are declared", instead: "accounts" },
  AccountingStoragePass: { reason: "a secret has no place in a stack", instead: "accounting.passwordSecret" },
  AccountingStoragePort: { reason: `slurmdbd listens on ${SLURMDBD_PORT}`, instead: `nothing: it is ${SLURMDBD_PORT}` },
  JobCompPass: { reason: "a secret has no place in a stack", instead: "accounting" },
  PropagateResourceLimits: { reason: "jobs need the limits of the node", instead: "nothing: it is set" },
  PropagateResourceLimitsExcept: { reason: "jobs need the limits of the node", instead: "nothing: it is set" },
  JobAcctGatherType: { reason: "it must go with ProctrackType", instead: "nothing: it is set" },
  Include: { reason: "configless nodes would not find the file", instead: "slurmConf" },
};

/** Options that are lists: what is given is added to what the writer sets. */
export const mergedOptions = [
  "SchedulerParameters",
  "SlurmctldParameters",
  "LaunchParameters",
  "PriorityFlags",
  "AuthAltParameters",
  "JobSubmitPlugins",
] as const;

/** Entries of those lists that cannot be given. */
export const deniedEntries: Readonly<Record<string, DeniedOption>> = {
  cloud_dns: {
    reason: "a name that is not in DNS yet freezes the controller for 10 s a node",
    instead: "nothing: names resolve by /etc/hosts and the private zone",
  },
  lua: { reason: "its script must come with it", instead: "jobPrograms.submit" },
  jwt_key: { reason: "the head makes the key", instead: "restApi" },
  bf_window: { reason: "it follows from the longest job", instead: "partitions[].maxTimeMinutes" },
  bf_resolution: { reason: "it follows from bf_window", instead: "partitions[].maxTimeMinutes" },
};

const byLowerCase = new Map(Object.entries(deniedOptions).map(([name, denied]) => [name.toLowerCase(), denied]));

export const deniedOption = (name: string): DeniedOption | undefined => byLowerCase.get(name.toLowerCase());
