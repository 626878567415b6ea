import { optional, type Table } from "../../../props/field";
import { list, made } from "../../../props/nested-fields";
import { flag, text, whole } from "../../../props/simple-fields";
import { monitored } from "../../common/monitored";
import { network } from "../network/network-field";
import { budgetMonth, mailAddresses, monthlyBudget } from "./budget-fields";
import type { ClusterMonitoringProps, MonitoredPool } from "./cluster-monitoring-props";

const none = { value: 0, means: "no alert" } as const;

/** What a ClusterMonitoring takes. */
export const CLUSTER_MONITORING = {
  network: network(),
  pools: list(
    made<MonitoredPool>("a GpuNodePool of warpform/azure", (value) => "customData" in value),
    { words: "a list of GpuNodePools" },
  ),
  idleGpuMinutes: optional(whole({ min: 5, max: 180, or: none, unit: "minutes" }), 30),
  ...monitored(none),
  monthlyBudgetUsd: optional(monthlyBudget()),
  budgetStartsOn: optional(budgetMonth()),
  emails: optional(mailAddresses(), []),
  intervalSeconds: optional(whole({ min: 15, max: 300, unit: "seconds" }), 60),
  dashboard: optional(flag(), true),
  dashboardRegion: optional(text({ like: /^[a-z0-9]+$/, words: "a Region of Azure", example: "eastus" })),
} satisfies Table<ClusterMonitoringProps>;
