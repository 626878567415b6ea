/** Defaults that the docs of the props name. */
export const DEFAULTS = {
  systemInstanceType: "m7i.2xlarge",
  systemNodes: 3,
  gcsNodeType: "cache.t4g.medium",
  idleGpuMinutes: 30,
  queueHours: 4,
  podLogRetentionDays: 30,
  logRetentionDays: 365,
} as const;
