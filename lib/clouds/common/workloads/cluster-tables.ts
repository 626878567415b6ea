import { DEFAULT_QUEUE_SCHEDULER } from "../../../kubernetes/queues/kueue";
import { TEAM_NUMBERS } from "../../../kubernetes/workload-numbers";
import { optional, type Table } from "../../../props/field";
import { list, map, part } from "../../../props/nested-fields";
import { flag, oneOf, whole } from "../../../props/simple-fields";
import type { MonitoringOptions, QueueOptions } from "./cluster-options";
import { name } from "./workload-tables";

/** What a team takes. */
export const TEAM = {
  name: name(),
  namespace: optional(name()),
  gpus: map(TEAM_NUMBERS.gpus, { words: "an object of numbers, such as { h100: 8 }" }),
  weight: optional(TEAM_NUMBERS.weight, 1),
  borrowing: optional(flag(), true),
} satisfies Table<QueueOptions["teams"][number]>;

/** What queues take. */
export const QUEUES = {
  scheduler: optional(oneOf(["kueue", "kai"]), DEFAULT_QUEUE_SCHEDULER),
  teams: list(part<QueueOptions["teams"][number]>(TEAM), { words: "a list of objects" }),
} satisfies Table<QueueOptions>;

/** What monitoring takes. */
export const MONITORING = {
  storageGiB: optional(whole({ min: 10, max: 16_384, unit: "GiB" }), 100),
  retentionDays: optional(whole({ min: 1, max: 365, unit: "days" }), 15),
  idleGpuMinutes: optional(whole({ min: 5, max: 1440, unit: "minutes" }), 30),
  queueHours: optional(whole({ min: 1, max: 720, unit: "hours" }), 4),
} satisfies Table<MonitoringOptions>;

/** Numbers of nodes for controllers and Ray heads. */
export const SYSTEM_NODES = {
  systemNodes: optional(whole({ min: 2, max: 20 }), 3),
  maxSystemNodes: optional(whole({ min: 2, max: 100 })),
};
