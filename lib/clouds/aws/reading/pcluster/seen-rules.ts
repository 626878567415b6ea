/**
 * Rules that a configuration decides. All others need what it does not say (subnets, security groups, alarms, budgets, the
 * workload, what scripts and the AMI do), so they are not evaluated: neither held nor failed.
 */
export const SEEN_RULES: ReadonlySet<string> = new Set([
  "accounting-missing",
  "block-dates-unknown",
  "cheaper-instance-type",
  "cpu-architectures-mixed",
  "default-time-above-limit",
  "efa-not-supported",
  "efa-unused",
  "file-system-not-encrypted",
  "file-system-unprotected",
  "gpu-health-unchecked",
  "gpu-nodes-always-on",
  "idle-nodes-dropped-early",
  "idle-nodes-kept-long",
  "imds-v1-allowed",
  "instance-type-not-in-region",
  "lustre-backup-with-repository",
  "lustre-capacity-not-multiple",
  "lustre-tier-not-sold",
  "partition-mixes-accelerators",
  "partition-without-time-limit",
  "placement-group-missing",
  "placement-not-supported",
  "purchase-not-sold",
  "quota-to-request",
  "spot-without-fallback",
  "volume-not-encrypted",
]);
