import type { EnvironmentVariable } from "../../../kubernetes/chart/environment";
import { alertGroups } from "../../../kubernetes/monitoring/alert-rules";
import { isChecked } from "../../../kubernetes/nodes/node-check";
import { checkSeconds } from "../../../kubernetes/nodes/node-check-props";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import type { RayWorkerGroup } from "../../../kubernetes/ray/ray-cluster";
import { requestedHugePages, workerResources } from "../../../kubernetes/ray/worker-resources";
import { loraRankStep } from "../../../kubernetes/serving/adapter-memory";
import {
  allReplicas,
  gpusPerReplica,
  mostOngoingRequests,
  servingGpusPerPod,
} from "../../../kubernetes/serving/replica-size";
import { isFetched } from "../../../kubernetes/storage/stored-files";
import type { ServedModel, Workloads } from "../../../kubernetes/workloads";
import type { DeployedModel, Monitoring, Scheduler } from "../../../model/model";

type KubernetesScheduler = Extract<Scheduler, { kind: "kubernetes" }>;

/** What of a cluster is a cloud's own, in the model's terms. */
export type CloudsKubernetes = Pick<
  KubernetesScheduler,
  | "name"
  | "version"
  | "publicEndpoint"
  | "publicEndpointCidrs"
  | "secretsEncrypted"
  | "provisioner"
  | "queueing"
  | "gcsFaultTolerance"
  | "calledServices"
  | "systemNodes"
  | "stateStore"
  | "parallelImagePull"
  | "podLogs"
>;

/** A cluster in the plain terms of the model: what a cloud says of it, and what runs in it. */
export function describeKubernetes(cloud: CloudsKubernetes, workloads: Workloads): KubernetesScheduler {
  const checked = workloads.pools.filter(isChecked).map(({ pool, check }) => [pool.name, checkSeconds(check)] as const);
  const group = (
    title: string,
    {
      of,
      env,
      pods,
    }: {
      readonly of: RayWorkerGroup["of"];
      readonly env: readonly EnvironmentVariable[];
      readonly pods?: PodOptions | null;
    },
    gpusPerPod: number,
    hosts: number,
  ) => {
    const worker = workerResources(of, gpusPerPod, env, pods);
    return {
      name: title,
      pool: of.pool.name,
      gpusPerPod,
      rdmaDevicesPerPod: worker.fabricDevices,
      hugePages2MiB: requestedHugePages(worker),
      hosts,
    };
  };
  return {
    kind: "kubernetes",
    ...cloud,
    rayHeads: workloads.rayClusters.length + workloads.serving.filter(({ engine }) => engine === "ray").length,
    workerGroups: [
      ...workloads.rayClusters.flatMap((cluster) =>
        cluster.workerGroups.map(({ name, of, gpusPerPod, maxReplicas }) => ({
          ...group(
            `${cluster.name}-${name}`,
            { of, env: cluster.env, pods: cluster.pods ?? null },
            gpusPerPod,
            maxReplicas,
          ),
          independent: true,
        })),
      ),
      ...workloads.fineTuning.map((run) => {
        const perPod = Math.min(run.gpus, run.of.type.acceleratorCount);
        return group(run.name, run, perPod, run.gpus / perPod);
      }),
      ...(workloads.jobs ?? []).map((job) => group(job.name, job, job.gpusPerPod, job.nodes)),
      ...workloads.triton.map((server) => group(server.name, server, server.gpusPerReplica, 1)),
      ...workloads.serving.map((model) => {
        const perPod = servingGpusPerPod(model);
        return group(model.name, model, perPod, gpusPerReplica(model) / perPod);
      }),
    ],
    ...(checked.length > 0 ? { nodeCheckSeconds: Object.fromEntries(checked) } : {}),
    loadBalancers: loadBalancers(workloads),
    serving: workloads.serving.map(describeServed),
    fineTuning: workloads.fineTuning.map(({ name, of, gpus, method, rank, sequenceLength, batchPerGpu }) => ({
      name,
      pool: of.pool.name,
      gpus,
      method,
      rank,
      sequenceLength,
      batchPerGpu,
    })),
  };
}

/** One of each model that has its own, and the gateway's. */
function loadBalancers({ serving, triton, gateway }: Workloads): number {
  const own = [...serving, ...triton].filter(({ exposure }) => exposure === "internal" || exposure === "public");
  return own.length + (gateway ? 1 : 0);
}

/** Replicas and ranks that work on requests, those that prefill too. */
function ranksOf(served: ServedModel): DeployedModel["replicas"] {
  const { min, max } = allReplicas(served);
  return { min: min * served.dataParallel, max: max * served.dataParallel };
}

function weightsOf({ files }: ServedModel): Pick<DeployedModel, "weights"> {
  if (files.streamed) return { weights: "stream" };
  return isFetched(files) ? { weights: "node-cache" } : {};
}

function describeServed(served: ServedModel): DeployedModel {
  const { name, of, architecture, engine, precision, tensorParallel, pipelineParallel } = served;
  return {
    name,
    pool: of.pool.name,
    model: architecture,
    engine,
    precision,
    // a rank is a replica to the estimates
    tensorParallel,
    pipelineParallel,
    maxModelLength: served.maxModelLength,
    replicas: ranksOf(served),
    ...(served.prefillReplicas && { prefillReplicas: served.prefillReplicas }),
    requestsPerReplica: engine === "ray" ? mostOngoingRequests(served) : null,
    ...weightsOf(served),
    lora: served.lora && { maxAdapters: served.lora.maxAdapters, maxRank: loraRankStep(served.lora.maxRank) },
  };
}

/** What watches the cluster, in the terms of the model: Prometheus with its alerts and Grafana, and the budget. */
export function describeMonitoring(
  name: string,
  { alerts }: Pick<Workloads, "alerts">,
  monthlyBudgetUsd: number | null,
): Monitoring[] {
  if (!alerts && monthlyBudgetUsd === null) return [];
  if (!alerts)
    return [{ name: `${name}-budget`, idleGpuMinutes: null, alarms: [], monthlyBudgetUsd, dashboards: false }];
  return [
    {
      name: `${name}-prometheus`,
      idleGpuMinutes: alerts.idleGpuMinutes,
      alarms: alertGroups(alerts).flatMap(({ rules }) => rules.map(({ alert }) => alert)),
      monthlyBudgetUsd,
      dashboards: true,
    },
  ];
}
