import { Problems } from "../../../errors";
import { checkPropShapes } from "../../common/prop-shapes";
import { isKnown } from "../../common/terraform-text";
import { checkMonthlyBudget, isMailAddress } from "./budget-checks";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { checkLogRetention } from "./log-retention";

/** Alarms on a Metrics Insights query see the last three hours. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html */
const MAX_IDLE_MINUTES = 180;
const IDLE_STEP_MINUTES = 5;

/** Checks what a ClusterMonitoring was given; throws one error with all problems. */
export function validateClusterMonitoring(path: string, props: ClusterMonitoringProps): void {
  checkPropShapes(`ClusterMonitoring "${path}"`, props, {
    network: "network",
    pools: "pools",
    fileSystems: "lustres?",
    emails: "texts?",
    topicArn: "text?",
    kmsKeyArn: "kmsKey?",
    activateCostTag: "boolean?",
    dashboard: "boolean?",
  });
  const problems = new Problems();
  if (props.pools.length === 0) {
    problems.add("required", "pools", "pools must name at least one pool to watch, got none");
  }
  const twice = props.pools.filter((pool, index) => props.pools.indexOf(pool) !== index);
  for (const pool of new Set(twice)) {
    problems.add("duplicate", "pools", `pools must name each pool once, got "${pool.name}" twice; leave one out`);
  }
  checkIdle(problems, props);
  checkRange(problems, "maxGpuTemperatureCelsius", props.maxGpuTemperatureCelsius, 40, 110, 85);
  checkRange(problems, "lustreFullPercent", props.lustreFullPercent, 50, 99, 85);
  checkMonthlyBudget(problems, props.monthlyBudgetUsd);
  checkDelivery(problems, props);
  checkLogRetention(problems, props.logRetentionDays);
  const interval = props.intervalSeconds ?? 60;
  if (![10, 30, 60].includes(interval)) {
    problems.add("not-allowed", "intervalSeconds", `intervalSeconds must be 10, 30 or 60, got ${interval}; use 60`);
  }
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
  const percent = props.idleGpuPercent ?? 5;
  if (!(percent >= 1 && percent <= 50)) {
    problems.add("out-of-range", "idleGpuPercent", `idleGpuPercent must be from 1 to 50, got ${percent}; use 5`);
  }
}

function checkRange(
  problems: Problems,
  prop: "maxGpuTemperatureCelsius" | "lustreFullPercent",
  value: number | undefined,
  least: number,
  most: number,
  instead: number,
): void {
  if (value === undefined || value === 0 || (value >= least && value <= most)) return;
  problems.add(
    "out-of-range",
    prop,
    `${prop} must be 0 for no alarm or from ${least} to ${most}, got ${value}; use ${instead}`,
  );
}

function checkDelivery(problems: Problems, props: ClusterMonitoringProps): void {
  for (const [index, email] of (props.emails ?? []).entries()) {
    if (!isMailAddress(email)) {
      problems.add("malformed", `emails[${index}]`, `emails[${index}] must be a mail address, got "${email}"`);
    }
  }
  const topic = props.topicArn;
  if (topic !== undefined && isKnown(topic) && !/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/.test(topic)) {
    problems.add(
      "malformed",
      "topicArn",
      `topicArn must be the ARN of an SNS topic such as "arn:aws:sns:us-east-2:123456789012:alarms", got "${topic}"`,
    );
  }
}
