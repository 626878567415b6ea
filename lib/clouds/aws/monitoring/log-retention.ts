import type { Problems } from "../../../errors";

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** Checks how many days CloudWatch keeps logs. */
export function checkLogRetention(problems: Problems, days: number | undefined, path = "logRetentionDays"): void {
  if (days === undefined || RETENTION_DAYS.includes(days)) return;
  const up = RETENTION_DAYS.find((allowed) => allowed > days) ?? RETENTION_DAYS.at(-1);
  problems.add("not-allowed", path, `${path} must be one of ${RETENTION_DAYS.join(", ")}, got ${days}; use ${up}`);
}
