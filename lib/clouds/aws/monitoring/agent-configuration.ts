import { GPU_METRICS } from "./gpu-metrics";

/** Where nodes keep what the agent sends to the log group, and the stream it becomes. */
const LOG_FILES = [
  { file: "/var/log/warpform/gpu-kernel.log", stream: "gpu-kernel" },
  { file: "/var/log/warpform/health.log", stream: "health" },
  { file: "/var/log/cloud-init-output.log", stream: "boot" },
] as const;

const GPU_MEASUREMENTS = [
  "utilization_gpu",
  "utilization_memory",
  "memory_used",
  "temperature_gpu",
  "power_draw",
  "clocks_current_sm",
] as const;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Agent-EFA.html */
const EFA_MEASUREMENTS = [
  "efa_tx_bytes",
  "efa_rx_bytes",
  "efa_rdma_read_bytes",
  "efa_rdma_write_bytes",
  "efa_rx_dropped",
  "efa_retrans_pkts",
  "efa_retrans_timeout_events",
  "efa_unresponsive_remote_events",
] as const;

export type AgentPart = "system" | "gpu" | "efa";

/**
 * The CloudWatch agent's configuration in the parts that a node puts together by what it has. GPU and EFA parts are apart,
 * since the agent fails on a machine without the devices.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Agent-Configuration-File-Details.html
 */
export function agentConfiguration(
  clusterName: string,
  logGroupName: string,
  intervalSeconds: number,
): Record<AgentPart, object> {
  const every = { metrics_collection_interval: intervalSeconds };
  return {
    system: {
      agent: { ...every, run_as_user: "root" },
      metrics: {
        namespace: GPU_METRICS.namespace(clusterName),
        append_dimensions: {
          [GPU_METRICS.nodeDimension]: "${aws:InstanceId}",
          [GPU_METRICS.groupDimension]: "${aws:AutoScalingGroupName}",
        },
        aggregation_dimensions: [[GPU_METRICS.groupDimension]],
        metrics_collected: {
          cpu: { measurement: ["usage_active"], totalcpu: true, resources: [] },
          mem: { measurement: ["used_percent"] },
          disk: { measurement: ["used_percent"], resources: ["/"], drop_device: true },
          // What the sampler sends: ECC errors, health, the Lustre client's traffic.
          statsd: {
            service_address: "127.0.0.1:8125",
            metrics_collection_interval: intervalSeconds,
            metrics_aggregation_interval: intervalSeconds,
          },
        },
      },
      logs: {
        logs_collected: {
          files: {
            collect_list: LOG_FILES.map(({ file, stream }) => ({
              file_path: file,
              log_group_name: logGroupName,
              log_stream_name: `{instance_id}/${stream}`,
            })),
          },
        },
      },
    },
    gpu: { metrics: { metrics_collected: { nvidia_gpu: { measurement: GPU_MEASUREMENTS, ...every } } } },
    efa: { metrics: { metrics_collected: { efa: { measurement: EFA_MEASUREMENTS, ...every } } } },
  };
}
