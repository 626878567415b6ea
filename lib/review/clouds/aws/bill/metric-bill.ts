import { findAccelerator } from "../../../../catalog/accelerators";
import { findInstanceType } from "../../../../catalog/instance-types";
import type { Cluster, NodePool } from "../../../../model/model";
import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import { counted } from "../../../../units/quantity";
import type { BillLine } from "../../bill";

/**
 * Metrics that the CloudWatch agent and its sampler send, each a custom metric: of a node CPU, memory and root disk; of a GPU utilization
 * and memory's, memory in use, temperature, power, clock and two counts of ECC errors; of an EFA device eight counters; what the Lustre
 * client reads and writes, and the health check.
 *
 * @see lib/clouds/aws/monitoring/agent-configuration.ts and its program, whose names a test counts
 */
export const AGENT_METRICS = { node: 3, gpu: 8, efaDevice: 8, lustre: 2, health: 1 } as const;

/** XIDs and fatal XIDs, counted from the log group. */
const OF_LOG_GROUP = 2;

/**
 * Tiers of custom metrics in an account and Region: metrics from which one is in force, and its price as a share of the first.
 * @see https://aws.amazon.com/cloudwatch/pricing/ (0.30, 0.10, 0.05 and 0.02 USD per metric-month)
 */
const TIERS = [
  { from: 0, share: 1 },
  { from: 10_000, share: 1 / 3 },
  { from: 250_000, share: 1 / 6 },
  { from: 1_000_000, share: 1 / 15 },
] as const;

/** Metrics at the first tier's price that cost as much as `metrics` over all tiers. */
function atFirstTier(metrics: number): number {
  return TIERS.reduce((sum, { from, share }, index) => {
    const to = TIERS[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return sum + share * Math.max(0, Math.min(metrics, to) - from);
  }, 0);
}

/** Custom metrics of each node of a pool. The agent measures GPUs of NVIDIA alone. */
function metricsPerNode({ fileSystems }: Cluster, { instanceType, fabric, mounts, healthChecked }: NodePool): number {
  const type = findInstanceType(instanceType);
  const nvidia = type?.accelerator ? findAccelerator(type.accelerator)?.vendor === "nvidia" : false;
  const lustre = mounts.some((m) => fileSystems.some(({ name, kind }) => name === m.fileSystem && kind === "lustre"));
  return (
    AGENT_METRICS.node +
    (nvidia ? AGENT_METRICS.gpu * type!.acceleratorCount : 0) +
    AGENT_METRICS.efaDevice * (fabric?.devices ?? 0) +
    (lustre ? AGENT_METRICS.lustre : 0) +
    (healthChecked ? AGENT_METRICS.health : 0)
  );
}

/** What metrics and logs of nodes are billed by. Metrics are billed for the hours in which a node sends them. */
export function metricLines(cluster: Cluster, pools: readonly NodePool[]): BillLine[] {
  const watched = new Set(cluster.monitoring.flatMap(({ agentPools = [] }) => agentPools));
  const sent = pools
    .filter(({ name, nodes }) => watched.has(name) && nodes.max > 0)
    .map((pool) => ({ pool, metrics: pool.nodes.max * metricsPerNode(cluster, pool) }));
  const total = sent.reduce((sum, { metrics }) => sum + metrics, OF_LOG_GROUP);
  const share = atFirstTier(total) / total;
  const line = (name: string, metrics: number, idleShare: number): BillLine => ({
    name,
    kind: "other",
    item: "cloudwatch-detailed-metric-month",
    perHour: (share * metrics) / HOURS_PER_MONTH,
    idleShare,
  });
  if (sent.length === 0) return [];
  return [
    ...sent.map(({ pool: { name, nodes }, metrics }) =>
      line(
        `${counted(metrics, "CloudWatch metrics")} of ${counted(nodes.max, "nodes")} (${name})`,
        metrics,
        nodes.min / nodes.max,
      ),
    ),
    line(`${OF_LOG_GROUP} CloudWatch metrics of the nodes' log`, OF_LOG_GROUP, 1),
    { name: "logs and metric requests of nodes", kind: "other", item: null, perHour: 0, idleShare: 1 },
  ];
}
