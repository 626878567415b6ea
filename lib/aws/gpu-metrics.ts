/** Names under which the CloudWatch agent of ClusterMonitoring publishes what nvidia-smi reports. */
export const GPU_METRICS = {
  namespace: "warpform",
  utilization: "nvidia_smi_utilization_gpu",
  /** Dimension that adds a fleet's nodes up. */
  groupDimension: "AutoScalingGroupName",
} as const;
