import type { z } from "zod";
import { CLUSTER_MONITORING } from "../../../clouds/aws-tables";
import { keysOf } from "../keys-of-table";
import { strictObject } from "../strict-object";

/** Pools and file systems are all of the blueprint's. */
export const monitoringSchema = strictObject(() =>
  keysOf("ClusterMonitoring", CLUSTER_MONITORING, { without: ["network", "pools", "fileSystems"] }),
).describe("Metrics, alarms, dashboard and budget");

/** `monitoring`: metrics, alarms, dashboard and budget. */
export interface MonitoringBlueprint extends z.infer<typeof monitoringSchema> {}
