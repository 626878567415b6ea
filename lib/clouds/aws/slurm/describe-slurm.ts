import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExistingProfile, Monitoring, Scheduler } from "../../../model/model";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { describeQueue } from "../../../slurm/definition/slurm-queue";
import { loginNodeCount, loginPools } from "./access/login-pools";
import { ROOT_GIB } from "./controller";
import { STATE_GIB } from "./slurm-head-defaults";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { snapshotSchedule } from "./state/state-snapshots-props";

/** The head in the plain terms of the model, with the Prometheus on it. */
export function describeSlurm(
  id: string,
  cluster: SlurmCluster,
  props: SlurmHeadNodeProps,
  existingProfiles: readonly ExistingProfile[],
): { readonly schedulers: Scheduler[]; readonly monitoring: Monitoring[] } {
  return {
    schedulers: [
      { ...describeScheduler(id, cluster, props), ...(existingProfiles.length > 0 ? { existingProfiles } : {}) },
    ],
    monitoring: describePrometheus(id, props),
  };
}

/** Minutes after which alert `GpusAllocatedButIdle` fires: half an hour's mean is low for half an hour. */
const IDLE_GPU_MINUTES = 60;

/** Alerts count where they are sent to somebody: without a topic they are a page that one must open. */
function describePrometheus(id: string, { monitoring }: SlurmHeadNodeProps): Monitoring[] {
  if (monitoring === undefined) return [];
  const sent = monitoring.alarmTopicArn !== undefined;
  return [
    {
      name: `${id}-prometheus`,
      idleGpuMinutes: sent ? IDLE_GPU_MINUTES : null,
      alarms: sent ? alertNames() : [],
      monthlyBudgetUsd: null,
      dashboards: monitoring.grafana !== undefined,
    },
  ];
}

/** Root volumes of controllers and login nodes, and the volume of the state. */
function volumesGiB(props: SlurmHeadNodeProps): number {
  const roots = 1 + (props.backupController ? 1 : 0) + loginNodeCount(props);
  const state = props.sharedStatePath === undefined ? (props.stateVolumeGiB ?? STATE_GIB) : 0;
  return roots * ROOT_GIB + state;
}

/** None where the state is on a shared file system, whose backups are its own. */
function stateSnapshots(props: SlurmHeadNodeProps): Pick<Extract<Scheduler, { kind: "slurm" }>, "stateSnapshots"> {
  if (props.sharedStatePath !== undefined) return {};
  const { everyHours, keep } = snapshotSchedule(props.stateSnapshots);
  return { stateSnapshots: { volumeGiB: props.stateVolumeGiB ?? STATE_GIB, everyHours, keep } };
}

/** Directories may say that homes are elsewhere than below /home. */
export function homePath({ mounts = [], directory }: SlurmHeadNodeProps): string | null {
  const writable = mounts.filter(({ readOnly }) => !readOnly).map(({ path }) => path);
  const home = writable.find((path) => path === "/home");
  return home ?? (directory === undefined ? undefined : writable[0]) ?? null;
}

function alertNames(): string[] {
  const rules = readFileSync(join(__dirname, "monitoring", "alerts.yml"), "utf8");
  return [...rules.matchAll(/^ *- alert: (\w+)$/gm)].map((match) => match[1]!);
}

function describeScheduler(id: string, cluster: SlurmCluster, props: SlurmHeadNodeProps): Scheduler {
  return {
    kind: "slurm",
    name: id,
    version: cluster.version,
    headInstanceType: props.instanceType ?? SLURM_HEAD_NODE.instanceType.default,
    backupController: props.backupController ?? false,
    autoRecovery: true,
    stateProtected: true,
    accounting: cluster.accounting.kind,
    loginNodes: loginNodeCount(props),
    loginPools: loginPools(props).map(({ name, instanceType, count }) => ({ name, instanceType, nodes: count })),
    volumesGiB: volumesGiB(props),
    ...stateSnapshots(props),
    homePath: homePath(props),
    loginCidrs: [...new Set(loginPools(props).flatMap(({ cidrs }) => cidrs))],
    suspendMinutes: cluster.suspendSeconds / 60,
    resumeTimeoutSeconds: cluster.resumeTimeoutSeconds,
    preemption: cluster.preemption,
    healthChecked: cluster.healthChecks,
    partitions: cluster.partitions.map(describeQueue),
  };
}
