import type { ChartInstall } from "../../../kubernetes/chart/chart-install";
import { manifestYaml } from "../../../kubernetes/chart/manifest";
import { KUEUE_REPLICAS, LWS_REPLICAS, TWO_REPLICAS } from "../../../kubernetes/chart/webhook-replicas";
import { gpuStack, type NodeSoftware } from "../../../kubernetes/gpus/gpu-stack";
import { isJobSet } from "../../../kubernetes/jobs/batch-job";
import { monitoringCharts } from "../../../kubernetes/monitoring/monitoring";
import { kueueManagerConfig } from "../../../kubernetes/queues/kueue";
import { isScaled } from "../../../kubernetes/serving/scaled-object";
import { inGroups } from "../../../kubernetes/serving/serving-engine";
import type { Workloads } from "../../../kubernetes/workloads";
import type { MonitoringOptions } from "./cluster-options";
import { MONITORING } from "./cluster-tables";

/** A published chart, and those that come before it. */
export type OrderedInstall = ChartInstall & { readonly after: readonly string[] };

/** Prometheus is asked without a login, so that KEDA needs no Secret of any namespace. @see kedacore/charts keda/values.yaml (`permissions`) */
export const NO_SECRETS = { operator: { restrict: { secret: true } }, metricServer: { restrict: { secret: true } } };

/** What runs workloads and measurements on a cluster with nothing in it, in the order in which it is installed. */
export function controllerCharts(
  workloads: Workloads,
  software: NodeSoftware,
  monitoring: MonitoringOptions | false,
): OrderedInstall[] {
  const { platform, pools, serving, triton, jobs = [], queues } = workloads;
  const onSystemNodes = { nodeSelector: platform.systemNodes };
  const measured =
    monitoring === false ? [] : chained(monitoringCharts({ ...monitoringOf(monitoring), storageClass: null, pools }));
  const measuring = measured.map(({ chart }) => chart);
  const groups = serving.filter(({ engine }) => inGroups(engine));
  return [
    ...measured,
    { chart: "kuberay-operator", values: onSystemNodes, after: [] },
    ...(queues === null ? [] : [queueing(workloads, onSystemNodes, measuring)]),
    ...(groups.length > 0 ? [{ chart: "lws", values: LWS_REPLICAS, after: [] }] : []),
    ...(jobs.some(isJobSet)
      ? [{ chart: "jobset", values: { controller: { ...onSystemNodes, ...TWO_REPLICAS } }, after: [] }]
      : []),
    ...(jobs.some((job) => isJobSet(job) && job.kind !== "job")
      ? [
          {
            chart: "kubeflow-trainer",
            values: { jobset: { install: false }, manager: { ...onSystemNodes, ...TWO_REPLICAS } },
            after: ["jobset"],
          },
        ]
      : []),
    ...(groups.some(isScaled) || triton.some(isScaled)
      ? [{ chart: "keda", values: { ...onSystemNodes, permissions: NO_SECRETS }, after: [] }]
      : []),
    // a fabric's operator brings what finds the nodes' features, which the GPUs' waits for
    ...chained([...platform.fabric.plugins(pools), ...gpuStack(pools, software)]),
  ];
}

const monitoringOf = ({ storageGiB, retentionDays }: MonitoringOptions) => ({
  storageGiB: storageGiB ?? MONITORING.storageGiB.default,
  retentionDays: retentionDays ?? MONITORING.retentionDays.default,
});

/** Each after all before it. */
function chained(installs: readonly ChartInstall[]): OrderedInstall[] {
  return installs.map((install, i) => ({ ...install, after: installs.slice(0, i).map(({ chart }) => chart) }));
}

/** Prometheus' kinds come before the chart's monitor, without which nothing scrapes what alerts and dashboards ask for. */
function queueing({ queues, pools }: Workloads, onSystemNodes: object, after: readonly string[]): OrderedInstall {
  if (queues?.scheduler === "kai")
    return {
      chart: "kai-scheduler",
      values: { global: onSystemNodes, defaultQueue: { createDefaultQueue: false } },
      after: [],
    };
  const slowestBoot = Math.max(...pools.map(({ pool }) => pool.bootSeconds));
  return {
    chart: "kueue",
    values: {
      managerConfig: { controllerManagerConfigYaml: manifestYaml(kueueManagerConfig(slowestBoot)) },
      controllerManager: { ...onSystemNodes, ...KUEUE_REPLICAS },
      ...(after.length > 0 ? { enablePrometheus: true } : {}),
    },
    after,
  };
}
