import type { Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { checkProps } from "../../common/check-props";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { CLUSTER_MONITORING, IDLE_MINUTES } from "./cluster-monitoring-table";

/** Checks what a ClusterMonitoring was given; throws one error with all problems. */
export function validateClusterMonitoring(path: string, props: ClusterMonitoringProps): void {
  const problems = checkProps(`ClusterMonitoring "${path}"`, CLUSTER_MONITORING, props);
  if (props.pools.length === 0) {
    problems.add("required", "pools", "pools must name at least one pool to watch, got none");
  }
  const twice = props.pools.filter((pool, index) => props.pools.indexOf(pool) !== index);
  for (const pool of new Set(twice)) {
    problems.add("duplicate", "pools", `pools must name each pool once, got "${pool.name}" twice; leave one out`);
  }
  checkIdle(problems, props);
  problems.throwIfAny(`ClusterMonitoring "${path}"`);
}

/** A multiple of the shortest time. */
function checkIdle(problems: Problems, props: ClusterMonitoringProps): void {
  const { min: step, max } = IDLE_MINUTES;
  const { idleGpuMinutes: minutes } = withDefaults(CLUSTER_MONITORING, props);
  if (Number.isInteger(minutes / step) && minutes >= 0 && minutes <= max) return;
  const instead = Math.min(Math.max(Math.ceil(minutes / step) * step, step), max);
  problems.add(
    "out-of-range",
    "idleGpuMinutes",
    `idleGpuMinutes must be 0 for no alarm or a multiple of ${step} up to ${max}, since CloudWatch looks back three hours, got ${minutes}; use ${instead}`,
  );
}
