import { mergedOptions } from "../definition/denied-options";
import { hasImex } from "../definition/has-imex";
import type { NodeHardware, SlurmCluster } from "../definition/slurm-cluster";
import { slurmFeatures } from "../definition/versions";
import { TASK_PLUGINS } from "./cgroup-conf";
import type { ConfLine } from "./conf-line";
import { nodeLines } from "./node-lines";
import { hostLists } from "./node-ranges";
import { partitionLines } from "./partition-lines";
import { priorityLines } from "./priority-lines";
import { programPaths, slurmPaths } from "./program-paths";

export const joined = (values: readonly string[]): string | null => (values.length > 0 ? values.join(",") : null);

/** A list that the writer makes, with the entries that the user gave for the same option. */
const merged = (cluster: SlurmCluster, key: (typeof mergedOptions)[number], own: readonly string[]): ConfLine => {
  const given = cluster.extraOptions[key]?.split(",") ?? [];
  return [key, joined([...new Set([...own, ...given])])];
};

const isMerged = (key: string) => (mergedOptions as readonly string[]).includes(key);

const section = (title: string, lines: readonly ConfLine[]): string[] => {
  const written = lines.filter(([, value]) => value !== null).map(([key, value]) => `${key}=${value}`);
  return written.length > 0 ? ["", `# ${title}`, ...written] : [];
};

/**
 * The whole of slurm.conf. The same cluster gives the same bytes; nodes are written as host-list ranges, so its length follows
 * the number of pools, not of nodes.
 * @see https://slurm.schedmd.com/slurm.conf.html
 */
export function slurmConf(cluster: SlurmCluster): string {
  // What is given stands once: slurmctld takes the last of two and complains.
  const own = (title: string, lines: readonly ConfLine[]) =>
    section(
      title,
      lines.filter(([key]) => isMerged(key) || cluster.extraOptions[key] === undefined),
    );
  return [
    `# slurm.conf of ${cluster.name} for Slurm ${cluster.version}, written by warpform; changes belong in the stack, not here`,
    ...own("controllers", controllers(cluster)),
    ...own("processes and devices", processes(cluster)),
    ...own("selection and backfill", selection(cluster)),
    // The largest of a job's shares of a node is what it is billed for, not their sum.
    ...own("priority, preemption and accounting", [
      merged(cluster, "PriorityFlags", ["MAX_TRES"]),
      ...priorityLines(cluster),
    ]),
    ...own("health", health(cluster)),
    ...own("time limits of the machinery, seconds", timeouts(cluster)),
    ...own(hasCloudNodes(cluster) ? "nodes that come and go" : "nodes", powerSaving(cluster)),
    ...section(
      "options given as they are",
      Object.entries(cluster.extraOptions).filter(([key]) => !isMerged(key)),
    ),
    "",
    "# nodes",
    ...cluster.pools.flatMap(nodeLines),
    "",
    "# partitions",
    ...partitionLines(cluster),
    "",
  ].join("\n");
}

function controllers(cluster: SlurmCluster): ConfLine[] {
  const byKey = cluster.authentication === "slurm";
  return [
    ["ClusterName", cluster.name],
    ...cluster.controllers.map((host): ConfLine => ["SlurmctldHost", host]),
    ["SlurmUser", "slurm"],
    ["AuthType", byKey ? "auth/slurm" : "auth/munge"],
    ["CredType", byKey ? "cred/slurm" : "cred/munge"],
    ["AuthAltTypes", cluster.restApi ? "auth/jwt" : null],
    merged(cluster, "AuthAltParameters", cluster.restApi ? [`jwt_key=${slurmPaths.tokenKey}`] : []),
    ["StateSaveLocation", slurmPaths.state],
    ["SlurmdSpoolDir", slurmPaths.spool],
    ["SlurmctldPidFile", `${slurmPaths.run}/slurmctld.pid`],
    ["SlurmdPidFile", `${slurmPaths.run}/slurmd.pid`],
    ["SlurmctldLogFile", `${slurmPaths.log}/slurmctld.log`],
    ["SlurmdLogFile", `${slurmPaths.log}/slurmd.log`],
    ["SlurmctldDebug", "info"],
    ["SlurmdDebug", "info"],
    // There is no mail program on the head; without this line slurmctld complains of a missing one.
    ["MailProg", "/usr/bin/true"],
  ];
}

function processes(cluster: SlurmCluster): ConfLine[] {
  const features = slurmFeatures(cluster.version);
  const some = (has: (hardware: NodeHardware) => boolean) => cluster.pools.some(({ hardware }) => has(hardware));
  const gresTypes = [
    ...(some(({ gpu }) => gpu !== null) ? ["gpu"] : []),
    ...(some(({ gpu }) => (gpu?.shards ?? 0) > 0) ? ["shard"] : []),
    ...(some(({ neuron }) => neuron !== null) ? ["neuron"] : []),
  ];
  return [
    ["ProctrackType", "proctrack/cgroup"],
    ["TaskPlugin", TASK_PLUGINS],
    ["PrologFlags", "Alloc,Contain"],
    [features.containerOption, cluster.privateTmp ? features.containerPlugin : null],
    ["GresTypes", joined(gresTypes)],
    ["SwitchType", features.imexSwitch && cluster.pools.some(hasImex) ? "switch/nvidia_imex" : null],
    // Limits of the login shell must not follow the job to the node: RDMA registers memory, and a shell of Ubuntu may open 1024 files, while
    // slurmd's unit allows 131072 (slurmd.service.in) and Microsoft sets 65535 for MPI: https://learn.microsoft.com/azure/virtual-machines/setup-mpi
    ["PropagateResourceLimitsExcept", "MEMLOCK,NOFILE"],
    merged(cluster, "LaunchParameters", ["use_interactive_step"]),
    ["RebootProgram", "/usr/sbin/reboot"],
  ];
}

const A_DAY_MINUTES = 1440;
/**
 * slurmctld takes a larger bf_window for an error, and a day in its place.
 * https://github.com/SchedMD/slurm/blob/slurm-23-11-4-1/src/plugins/sched/backfill/backfill.c (MAX_BACKFILL_WINDOW)
 */
const MOST_WINDOW_MINUTES = 30 * A_DAY_MINUTES;

/** bf_window must reach as far as the longest job may run, or backfill starts jobs that delay a bigger one (minutes). */
function backfillWindowMinutes(cluster: SlurmCluster): number {
  const longest = Math.max(...cluster.partitions.map((partition) => partition.maxTimeMinutes ?? 0), A_DAY_MINUTES);
  return Math.min(longest, MOST_WINDOW_MINUTES);
}

function selection(cluster: SlurmCluster): ConfLine[] {
  const window = backfillWindowMinutes(cluster);
  // Backfill keeps a table of bf_window / bf_resolution steps; 5 minutes of resolution a week keeps it short.
  const resolutionSeconds = Math.max(60, Math.ceil(window / 10_080) * 300);
  const scheduler = [
    "bf_continue",
    `bf_window=${window}`,
    `bf_resolution=${resolutionSeconds}`,
    // A job on many nodes must not begin before the last of them has booted.
    "salloc_wait_nodes",
    "sbatch_wait_nodes",
    // A node that fails its prolog is drained; the job goes elsewhere instead of being held.
    "nohold_on_prolog_fail",
  ];
  return [
    ["SelectType", "select/cons_tres"],
    ["SelectTypeParameters", "CR_Core_Memory"],
    ["SchedulerType", "sched/backfill"],
    merged(cluster, "SchedulerParameters", scheduler),
    merged(cluster, "JobSubmitPlugins", cluster.submitScript === null ? [] : ["lua"]),
    ["TopologyPlugin", cluster.topology.kind === "none" ? null : `topology/${cluster.topology.kind}`],
  ];
}

function health(cluster: SlurmCluster): ConfLine[] {
  const { prolog, epilog } = cluster.jobPrograms;
  const imex = cluster.pools.some(hasImex);
  const around: ConfLine[] = [
    ["Prolog", cluster.healthChecks || imex || prolog !== null ? programPaths.prolog : null],
    ["Epilog", cluster.healthChecks || imex || epilog !== null ? programPaths.epilog : null],
  ];
  if (!cluster.healthChecks) return around;
  return [
    ...around,
    ["HealthCheckProgram", programPaths.healthCheck],
    ["HealthCheckInterval", cluster.healthCheckSeconds],
    ["HealthCheckNodeState", "ANY,CYCLE"],
  ];
}

function timeouts(cluster: SlurmCluster): ConfLine[] {
  return [
    ["SlurmctldTimeout", 120],
    ["SlurmdTimeout", 300],
    ["MessageTimeout", 60],
    ["PrologEpilogTimeout", cluster.healthChecks ? 300 : null],
    // The prolog checks the node before a batch script starts.
    ["BatchStartTimeout", cluster.healthChecks ? 360 : null],
    ["KillWait", 60],
    ["UnkillableStepTimeout", 300],
    // A node that was rebooted registers anew, and its first health check drains what is sick; 1 would leave it DOWN, and paid for.
    ["ReturnToService", 2],
  ];
}

/** Whether a cloud starts nodes; without, nothing is resumed, suspended or found by its cloud address. */
const hasCloudNodes = ({ pools }: SlurmCluster) =>
  pools.some(({ ranges }) => ranges.some((range) => range.kind !== "owned"));

function powerSaving(cluster: SlurmCluster): ConfLine[] {
  const features = slurmFeatures(cluster.version);
  if (!hasCloudNodes(cluster))
    return [
      merged(cluster, "SlurmctldParameters", ["enable_configless"]),
      ["PrivateData", joined(cluster.privateData)],
    ];
  const statics = cluster.pools.map((pool) => hostLists(pool.ranges.filter((range) => range.kind !== "dynamic")));
  const parameters = ["enable_configless", "idle_on_node_suspend", ...features.cloudParameters];
  return [
    ["ResumeProgram", programPaths.resume],
    ["ResumeFailProgram", programPaths.resumeFail],
    ["SuspendProgram", programPaths.suspend],
    ["ResumeTimeout", cluster.resumeTimeoutSeconds],
    ["SuspendTimeout", cluster.suspendTimeoutSeconds],
    ["SuspendTime", cluster.suspendSeconds],
    // 0 sets no rate: the programs batch their calls, so that a large job is one fleet.
    ["ResumeRate", 0],
    ["SuspendRate", 0],
    ["SuspendExcNodes", joined(statics.filter((list) => list !== ""))],
    merged(cluster, "SlurmctldParameters", parameters),
    ["CommunicationParameters", joined(features.communicationParameters)],
    ["PrivateData", joined([...features.privateData, ...cluster.privateData])],
    ["TreeWidth", features.treeWidth],
  ];
}
