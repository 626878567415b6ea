import { optional, type Table } from "../../../props/field";
import { list, made } from "../../../props/nested-fields";
import { flag, number, text, whole } from "../../../props/simple-fields";
import { monitored } from "../../common/monitored";
import { network } from "../network/network-field";
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
  monthlyBudgetUsd: optional(number({ above: 0, unit: "US dollars" })),
  budgetStartsOn: optional(
    text({ like: /^20\d\d-(0[1-9]|1[0-2])-01$/, words: "the first day of a month", example: "2026-12-01" }),
  ),
  emails: optional(
    list(text({ like: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, words: "a mail address", example: "ops@example.com" }), {
      words: "a list of mail addresses",
    }),
    [],
  ),
  intervalSeconds: optional(whole({ min: 15, max: 300, unit: "seconds" }), 60),
  dashboard: optional(flag(), true),
  dashboardRegion: optional(text({ like: /^[a-z0-9]+$/, words: "a Region of Azure", example: "eastus" })),
} satisfies Table<ClusterMonitoringProps>;
