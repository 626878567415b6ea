import { AZURE_REGIONS } from "../../../catalog/regions";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Monitoring } from "../../../model/model";
import { nearest } from "../../../units/nearest";
import { checkProps } from "../../common/check-props";
import { isKnown } from "../../common/terraform-text";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { CLUSTER_MONITORING } from "./cluster-monitoring-table";

export interface MonitoringValues {
  readonly name: string;
  /** Minutes that a node's GPUs idle before the alert; null for no alert. */
  readonly idleGpuMinutes: number | null;
  readonly idleGpuPercent: number;
  /** Null for no alert. */
  readonly maxGpuTemperatureCelsius: number | null;
  /** Null for no alert. */
  readonly lustreFullPercent: number | null;
  /** Null without a budget. */
  readonly monthlyBudgetUsd: number | null;
  readonly intervalSeconds: number;
  readonly dashboard: boolean;
  /** Whether alerts are sent to somebody. */
  readonly alarmsNotify: boolean;
}

export type MonitoringDefinition = Definition<MonitoringValues>;

type WithNone = "idleGpuMinutes" | "maxGpuTemperatureCelsius" | "lustreFullPercent";

/** Azure names a Grafana with 2 to 23 letters, digits and dashes. @see https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules#microsoftdashboard */
const LONGEST_GRAFANA = 23;

/** Name of the managed Grafana of a cluster. */
export const grafanaName = (clusterName: string): string => `${clusterName}-grafana`;

/**
 * Monitoring with every default filled in.
 * @throws WarpformError with all problems of the props at once
 */
export function defineMonitoring(
  props: ClusterMonitoringProps,
  { path, id }: { readonly path: string; readonly id: string },
): MonitoringDefinition {
  const where = `ClusterMonitoring "${path}"`;
  const problems = checkProps(where, CLUSTER_MONITORING, props);
  const conflict = (at: string, message: string) => problems.add("conflict", at, `${at} ${message}`);
  if (props.pools.length === 0) problems.add("required", "pools", "pools must have a GpuNodePool, got none");
  if (props.monthlyBudgetUsd !== undefined && (props.emails ?? []).length === 0)
    conflict(
      "monthlyBudgetUsd",
      'needs a recipient, without which Azure creates no budget; write emails: ["you@example.com"]',
    );
  if (props.monthlyBudgetUsd !== undefined && props.budgetStartsOn === undefined)
    conflict("monthlyBudgetUsd", 'needs the month that it begins in; write budgetStartsOn: "2026-12-01"');
  if (props.monthlyBudgetUsd === undefined && props.budgetStartsOn !== undefined)
    conflict("budgetStartsOn", "has no effect without monthlyBudgetUsd; set both or leave it out");
  const { dashboard = CLUSTER_MONITORING.dashboard.default } = props;
  if (!dashboard && props.dashboardRegion !== undefined)
    conflict("dashboardRegion", "has no effect where dashboard is false; leave one of them out");
  const { dashboardRegion: region } = props;
  if (isKnown(region) && !problems.has("dashboardRegion") && !AZURE_REGIONS.includes(region)) {
    const [near = "eastus"] = nearest(region, AZURE_REGIONS, 1);
    const message = `dashboardRegion must be a Region of Azure, got "${region}"; use ${near}`;
    problems.add("unknown-name", "dashboardRegion", message);
  }
  const name = grafanaName(props.network.clusterName);
  if (dashboard && name.length > LONGEST_GRAFANA)
    conflict(
      "dashboard",
      `needs the name "${name}", and Azure takes ${LONGEST_GRAFANA} characters; shorten clusterName of the network, or write dashboard: false`,
    );
  problems.throwIfAny(where);
  const orNone = (prop: WithNone) => {
    const value = props[prop];
    return value === undefined
      ? byDefault<number | null>(CLUSTER_MONITORING[prop].default)
      : given(value > 0 ? value : null)!;
  };
  return defined<MonitoringValues>({
    name: derived(id, "id"),
    idleGpuMinutes: orNone("idleGpuMinutes"),
    idleGpuPercent: given(props.idleGpuPercent) ?? byDefault(CLUSTER_MONITORING.idleGpuPercent.default),
    maxGpuTemperatureCelsius: orNone("maxGpuTemperatureCelsius"),
    lustreFullPercent: orNone("lustreFullPercent"),
    monthlyBudgetUsd: given(props.monthlyBudgetUsd) ?? byDefault(null),
    intervalSeconds: given(props.intervalSeconds) ?? byDefault(CLUSTER_MONITORING.intervalSeconds.default),
    dashboard: given(props.dashboard) ?? byDefault(CLUSTER_MONITORING.dashboard.default),
    alarmsNotify: derived((props.emails ?? []).length > 0, "emails"),
  });
}

/** Monitoring in the plain terms of the model. */
export function describeMonitoring(
  { name, idleGpuMinutes, monthlyBudgetUsd, dashboard, alarmsNotify }: MonitoringDefinition,
  alarms: readonly string[],
): Monitoring {
  return { name, idleGpuMinutes, alarms, alarmsNotify, monthlyBudgetUsd, dashboards: dashboard };
}
