import type { Problems } from "../../../errors";
import { checkProps } from "../../common/check-props";
import { checkMonthlyBudget } from "./budget-checks";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { CLUSTER_MONITORING } from "./cluster-monitoring-table";

/** Alarms on a Metrics Insights query see the last three hours. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html */
const MAX_IDLE_MINUTES = 180;
const IDLE_STEP_MINUTES = 5;

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
  checkMonthlyBudget(problems, props.monthlyBudgetUsd);
  problems.throwIfAny(`ClusterMonitoring "${path}"`);
}

function checkIdle(problems: Problems, props: ClusterMonitoringProps): void {
  const minutes = props.idleGpuMinutes ?? 30;
  const onStep = Number.isInteger(minutes / IDLE_STEP_MINUTES) && minutes >= 0 && minutes <= MAX_IDLE_MINUTES;
  if (!onStep) {
    const rounded = Math.ceil(minutes / IDLE_STEP_MINUTES) * IDLE_STEP_MINUTES;
    const instead = Number.isFinite(rounded) ? Math.min(Math.max(rounded, IDLE_STEP_MINUTES), MAX_IDLE_MINUTES) : 30;
    problems.add(
      "out-of-range",
      "idleGpuMinutes",
      `idleGpuMinutes must be 0 for no alarm or a multiple of ${IDLE_STEP_MINUTES} up to ${MAX_IDLE_MINUTES}, since CloudWatch looks back three hours, got ${minutes}; use ${instead}`,
    );
  }
}
