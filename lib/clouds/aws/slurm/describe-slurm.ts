import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Monitoring, Scheduler } from "../../../model/model";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { ROOT_GIB } from "./controller";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { STATE_GIB } from "./state-volume";

/** The head in the plain terms of the model, with the Prometheus on it. */
export function describeSlurm(
  id: string,
  cluster: SlurmCluster,
  props: SlurmHeadNodeProps,
): { readonly schedulers: Scheduler[]; readonly monitoring: Monitoring[] } {
  return { schedulers: [describeScheduler(id, cluster, props)], monitoring: describePrometheus(id, props) };
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
function volumesGiB({ backupController, loginNodes, stateVolumeGiB }: SlurmHeadNodeProps): number {
  const roots = 1 + (backupController ? 1 : 0) + (loginNodes ?? 0);
  return roots * ROOT_GIB + (stateVolumeGiB ?? STATE_GIB);
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
    headInstanceType: props.instanceType ?? "m7i.xlarge",
    backupController: props.backupController ?? false,
    autoRecovery: true,
    stateProtected: true,
    accounting: cluster.accounting.kind,
    loginNodes: props.loginNodes ?? 0,
    volumesGiB: volumesGiB(props),
    loginCidrs: props.loginCidrs ?? [],
    suspendMinutes: cluster.suspendSeconds / 60,
    resumeTimeoutSeconds: cluster.resumeTimeoutSeconds,
    preemption: cluster.preemption,
    healthChecked: cluster.healthChecks,
    partitions: cluster.partitions.map((queue) => ({
      name: queue.name,
      pools: queue.pools,
      default: queue.default,
      exclusive: queue.exclusive,
      priorityTier: queue.priorityTier,
      defaultTimeMinutes: queue.defaultTimeMinutes,
      maxTimeMinutes: queue.maxTimeMinutes,
      preemptMode: queue.preemptMode,
    })),
  };
}
