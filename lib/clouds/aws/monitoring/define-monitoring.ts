import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Monitoring } from "../../../model/model";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { CLUSTER_MONITORING } from "./cluster-monitoring-table";
import { validateClusterMonitoring } from "./cluster-monitoring-validation";

/** What watches a cluster. */
export interface MonitoringValues {
  readonly name: string;
  /** Minutes that a node's GPUs idle before the alarm; null for no alarm. */
  readonly idleGpuMinutes: number | null;
  readonly idleGpuPercent: number;
  /** Null for no alarm. */
  readonly maxGpuTemperatureCelsius: number | null;
  /** Null for no alarm. */
  readonly lustreFullPercent: number | null;
  /** Null without a budget. */
  readonly monthlyBudgetUsd: number | null;
  readonly activateCostTag: boolean;
  readonly logRetentionDays: number;
  readonly intervalSeconds: number;
  readonly dashboard: boolean;
  /** Alarms by the name behind the cluster's. */
  readonly alarms: readonly string[];
  /** Whether somebody is subscribed to the topic, or it is one that exists already. */
  readonly alarmsNotify: boolean;
}

export type MonitoringDefinition = Definition<MonitoringValues>;

/** Figure of a prop that says "no alarm" by 0. */
const orNone = (value: number): number | null => (value > 0 ? value : null);

/**
 * Monitoring with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineMonitoring(
  props: ClusterMonitoringProps,
  { path, id }: { readonly path: string; readonly id: string },
): MonitoringDefinition {
  validateClusterMonitoring(path, props);
  const { idleGpuMinutes: idle, maxGpuTemperatureCelsius: hottest, lustreFullPercent: full } = props;
  const watched = {
    idleGpuMinutes: idle === undefined ? byDefault(CLUSTER_MONITORING.idleGpuMinutes.default) : given(orNone(idle))!,
    maxGpuTemperatureCelsius:
      hottest === undefined ? byDefault(CLUSTER_MONITORING.maxGpuTemperatureCelsius.default) : given(orNone(hottest))!,
    lustreFullPercent:
      full === undefined ? byDefault(CLUSTER_MONITORING.lustreFullPercent.default) : given(orNone(full))!,
  };
  return defined<MonitoringValues>({
    ...watched,
    name: derived(id, "id"),
    idleGpuPercent: given(props.idleGpuPercent) ?? byDefault(CLUSTER_MONITORING.idleGpuPercent.default),
    monthlyBudgetUsd: given(props.monthlyBudgetUsd) ?? byDefault(null),
    activateCostTag: given(props.activateCostTag) ?? byDefault(false),
    logRetentionDays: given(props.logRetentionDays) ?? byDefault(CLUSTER_MONITORING.logRetentionDays.default),
    intervalSeconds: given(props.intervalSeconds) ?? byDefault(CLUSTER_MONITORING.intervalSeconds.default),
    dashboard: given(props.dashboard) ?? byDefault(true),
    alarmsNotify: derived((props.emails ?? []).length > 0 || props.topicArn !== undefined, "emails", "topicArn"),
    alarms: derived(
      [
        ...(watched.idleGpuMinutes.value === null ? [] : ["idle-gpus"]),
        ...(watched.maxGpuTemperatureCelsius.value === null ? [] : ["gpu-temperature"]),
        "gpu-ecc",
        "node-unhealthy",
        "gpu-xid",
        ...(watched.lustreFullPercent.value === null ? [] : fullnessAlarms(props)),
      ],
      "idleGpuMinutes",
      "maxGpuTemperatureCelsius",
      "lustreFullPercent",
      "fileSystems",
    ),
  });
}

/** Elastic file systems do not fill up; of imported ones the capacity must be said. */
function fullnessAlarms({ fileSystems = [] }: ClusterMonitoringProps): string[] {
  return fileSystems.filter(({ capacityGiB }) => capacityGiB !== null).map(({ name }) => `lustre-full-${name}`);
}

/** Monitoring in the plain terms of the model. */
export function describeMonitoring(of: MonitoringDefinition): Monitoring {
  return {
    name: of.name,
    idleGpuMinutes: of.idleGpuMinutes,
    alarms: of.alarms,
    alarmsNotify: of.alarmsNotify,
    monthlyBudgetUsd: of.monthlyBudgetUsd,
    dashboards: of.dashboard,
  };
}
