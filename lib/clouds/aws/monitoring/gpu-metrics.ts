/** Names under which the CloudWatch agent and the sampler of ClusterMonitoring publish what nodes report. */
export const GPU_METRICS = {
  /** One namespace a cluster, since not every plug-in of the agent takes a dimension of ours. */
  namespace: (clusterName: string) => `warpform/${clusterName}`,
  utilization: "nvidia_smi_utilization_gpu",
  memoryUsed: "nvidia_smi_memory_used",
  temperature: "nvidia_smi_temperature_gpu",
  power: "nvidia_smi_power_draw",
  eccUncorrected: "gpu_ecc_uncorrected",
  eccCorrected: "gpu_ecc_corrected",
  nodeUnhealthy: "node_unhealthy",
  lustreRead: "lustre_client_read_bytes",
  lustreWrite: "lustre_client_write_bytes",
  /** Counted from the kernel's log. */
  xid: "XidErrors",
  fatalXid: "FatalXidErrors",
  /** Dimension of every node's metrics. */
  nodeDimension: "InstanceId",
  /** Dimension that adds a fleet's nodes up. */
  groupDimension: "AutoScalingGroupName",
} as const;
