import { optional, type Table } from "../../../props/field";
import { flag, number, oneOf, whole } from "../../../props/simple-fields";
import { pool } from "../pools/pool-field";
import { securityGroups, targetGroup } from "../shared/aws-fields";
import type { NodeFleetProps } from "./node-fleet-props";

export const HEALTH_TIMEOUT_SECONDS = 1800;

/** What a NodeFleet takes; how many nodes depends on its pool. */
export const NODE_FLEET = {
  pool: pool(),
  size: optional(whole({ min: 0, unit: "nodes", byOthers: true })),
  targetGpuUtilizationPercent: optional(number({ min: 1, max: 100, unit: "percent" })),
  zones: optional(oneOf([1, 2]), 1),
  targetGroupArn: optional(targetGroup()),
  targetPort: optional(whole({ min: 1, max: 65_535 })),
  targetSecurityGroupIds: optional(securityGroups()),
  warmNodes: optional(whole({ min: 0, unit: "nodes" }), 0),
  rollingUpdates: optional(flag(), true),
  healthTimeoutSeconds: optional(whole({ min: 60, max: 7200, unit: "seconds" }), HEALTH_TIMEOUT_SECONDS),
} satisfies Table<NodeFleetProps>;
