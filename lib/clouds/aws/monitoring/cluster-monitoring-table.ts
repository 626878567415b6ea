import { optional, type Table } from "../../../props/field";
import { can, list, made } from "../../../props/nested-fields";
import { flag, number, oneOf } from "../../../props/simple-fields";
import { monitored } from "../../common/monitored";
import { network } from "../network/network-field";
import { kmsKey, topic } from "../shared/aws-fields";
import { lustre } from "../storage/storage-fields";
import { mailAddress, monthlyBudget } from "./budget-fields";
import type { ClusterMonitoringProps, MonitoredPool } from "./cluster-monitoring-props";
import { RETENTION_DAYS } from "./log-retention";

/** Alarms on a Metrics Insights query see the last three hours. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html */
export const IDLE_MINUTES = { min: 5, max: 180 } as const;

const none = { value: 0, means: "no alarm" } as const;

/** What a ClusterMonitoring takes. */
export const CLUSTER_MONITORING = {
  network: network(),
  pools: list(made<MonitoredPool>("a GpuNodePool", can("grant")), { words: "a list of GpuNodePools" }),
  fileSystems: optional(list(lustre(), { words: "a list of LustreStorages" })),
  idleGpuMinutes: optional(number({ ...IDLE_MINUTES, or: none, unit: "minutes", byOthers: true }), 30),
  ...monitored(none),
  monthlyBudgetUsd: optional(monthlyBudget()),
  activateCostTag: optional(flag(), false),
  emails: optional(list(mailAddress(), { words: "a list of mail addresses" }), []),
  topicArn: optional(topic()),
  kmsKeyArn: optional(kmsKey()),
  logRetentionDays: optional(oneOf<number>(RETENTION_DAYS), 365),
  intervalSeconds: optional(oneOf<number>([10, 30, 60]), 60),
  dashboard: optional(flag(), true),
} satisfies Table<ClusterMonitoringProps>;
