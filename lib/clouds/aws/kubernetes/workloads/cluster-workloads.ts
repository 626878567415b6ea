import { instanceType } from "../../../../catalog/instance-types";
import type { ChartPart } from "../../../../kubernetes/chart/chart";
import type { SystemNodes } from "../../../../kubernetes/cluster-props";
import { MONITORING_NAMESPACE } from "../../../../kubernetes/monitoring/monitoring";
import type { EndingNodes } from "../../../../kubernetes/nodes/block-end";
import { systemRoomOfQueues } from "../../../../kubernetes/nodes/check-system-nodes";
import { poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import type { GpuPodUse } from "../../../../kubernetes/nodes/node-labels";
import type { KueueProps } from "../../../../kubernetes/queues/kueue";
import { teamNamespace } from "../../../../kubernetes/queues/namespaces";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import type { Workloads } from "../../../../kubernetes/workloads";
import { terminationLeadMinutes } from "../../../../slurm/definition/block-end";
import { momentMilliseconds } from "../../../../units/moment";
import { QUEUES, TEAM } from "../../../common/workloads/cluster-tables";
import { API_KEY } from "../../../common/workloads/kept-secrets";
import { type ServedBy, servedModel, tritonServer } from "../../../common/workloads/served-workloads";
import { batchJob, fineTuning, rayCluster } from "../../../common/workloads/training-workloads";
import { RAY_SERVICE_ACCOUNT, type WorkloadContext } from "../../../common/workloads/workload-context";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { ILustreStorage } from "../../storage/lustre/i-lustre-storage";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { GATEWAY } from "../kube-ray-cluster-table";
import { DEFAULTS } from "../ray-defaults";
import type { ServingOptions } from "../serving-options";
import { bucketVolume, lustreVolume } from "../writers/aws-volumes";
import { eksPlatform } from "../writers/eks-platform";
import { redisPassword } from "../writers/redis-password";
import { bucketVolumes } from "./bucket-mounts";
import { secretReaders } from "./secret-readers";
import { loginVolume, pullSecretName, secretKey, storedKeys, storedSecrets } from "./stored-secrets";
import { type ClusterFacts, faultTolerance, podSettings, REDIS_SECRET } from "./workload-context";

/** Everything that the props ask for, with defaults filled in. */
export function clusterWorkloads(props: KubeRayClusterProps, facts: ClusterFacts): Workloads {
  const shared = [
    ...(props.fileSystems ?? []).map(({ storage, path }) => ({ path, volume: volumeOf(storage) })),
    ...bucketVolumes(props).map(({ path, ...bucket }) => ({ path, volume: bucketVolume(bucket) })),
  ];
  const volumes = shared.map(
    ({ path, volume: { name, identity, readOnly } }): PodVolume => ({
      name,
      mountPath: path,
      readOnly,
      source: { claim: name, identity },
    }),
  );
  const monitoring = props.monitoring === false ? null : (props.monitoring ?? {});
  const context = workloadContext(props, facts, [...volumes, ...loginVolume(props, facts.chartText)]);
  const ray = {
    rayClusters: (props.rayClusters ?? []).map((of) => rayCluster(of, context)),
    fineTuning: (props.fineTuning ?? []).map((of) => fineTuning(of, context)),
    serving: (props.serving ?? []).map((of) => servedModel(of, context, servedBy(of, facts))),
  };
  return {
    platform: eksPlatform,
    pools: props.pools.map(facts.poolOf),
    ...ray,
    jobs: (props.jobs ?? []).map((of) => batchJob(of, context)),
    triton: (props.triton ?? []).map((of) => tritonServer(of, context)),
    queues: kueue(props, facts, ray),
    volumes: shared.map(({ volume }) => volume),
    alerts: monitoring && {
      idleGpuMinutes: monitoring.idleGpuMinutes ?? DEFAULTS.idleGpuMinutes,
      queueHours: monitoring.queueHours ?? DEFAULTS.queueHours,
      namespace: MONITORING_NAMESPACE,
      fabric: eksPlatform.fabric.monitoring.alerts,
      checksNodes: props.nodeCheck !== undefined,
    },
    dashboardLinks: facts.podLogsAddress === null ? [] : [{ title: "Logs of pods", url: facts.podLogsAddress }],
    stateStore: facts.redis && statePasswords(facts.redis, props.network.region),
    gateway: props.gateway
      ? {
          domain: props.gateway.domain,
          certificateArn: props.gateway.certificateArn ?? null,
          exposure: props.gateway.exposure ?? GATEWAY.exposure.default,
          allowedCidrs:
            props.gateway.allowedCidrs ?? (props.gateway.exposure === "public" ? [] : [props.network.vpcCidr]),
          subnetIds: props.gateway.subnetIds ?? facts.loadBalancerSubnets,
          tags: props.network.tagsFor("gateway"),
          tokens: props.gateway.jwt ?? null,
          firewall: props.gateway.webAclArn ?? null,
        }
      : null,
    networkCidr: props.network.vpcCidr,
    ...(props.egressCidrs ? { egressCidrs: [...new Set([props.network.vpcCidr, ...props.egressCidrs])] } : {}),
    serviceAccount: RAY_SERVICE_ACCOUNT,
    imagePullSecret: pullSecretName(props, facts.chartText),
    secrets: storedSecrets(props, secretReaders(props), facts.chartText),
    endingNodes: endingNodes(props, facts),
    systemNodes: systemNodes(facts),
  };
}

/** What options of workloads are read with. */
function workloadContext(
  props: KubeRayClusterProps,
  facts: ClusterFacts,
  volumes: readonly PodVolume[],
): WorkloadContext<GpuNodePool> {
  return {
    queues: props.queues,
    gateway: props.gateway,
    tls: props.tls ?? false,
    clusterName: props.network.clusterName,
    loadBalancerSubnets: facts.loadBalancerSubnets,
    poolOf: facts.poolOf,
    podSettings: (of) => podSettings(of, props, facts, volumes),
    gcsFaultTolerance: (namespace) => faultTolerance(facts, namespace),
  };
}

/** Certificate and key of a model, by AWS' ways. */
function servedBy(of: ServingOptions, facts: ClusterFacts): ServedBy {
  return {
    certificateArn: of.certificateArn ?? null,
    apiKey: of.apiKey ? secretKey(of.apiKey, API_KEY, storedKeys(of, facts.chartText)) : null,
  };
}

/** The job of each store that makes its password and hands it to the namespaces whose heads use it. */
function statePasswords(stores: NonNullable<ClusterFacts["redis"]>, region: string): ChartPart {
  const parts = [...new Set(stores.values())].map(({ secretArn, groupId }) => {
    const namespaces = [...stores].flatMap(([namespace, store]) => (store.groupId === groupId ? [namespace] : []));
    return redisPassword({
      namespace: namespaces[0]!,
      secretArn,
      replicationGroupId: groupId,
      region,
      secretName: REDIS_SECRET,
      targetNamespaces: namespaces,
      serviceAccount: "redis-password",
    });
  });
  return { objects: parts.flatMap(({ objects }) => objects), files: parts[0]?.files ?? [] };
}

function volumeOf({ name, fileSystemId, dnsName, mountName, capacityGiB }: ILustreStorage) {
  return lustreVolume({ name, fileSystemId, dnsName, mountName, capacityGiB: capacityGiB ?? 1200 });
}

/** Pools that only serve may be packed; a pool that also trains is left alone while it works. */
export function poolUse(props: KubeRayClusterProps, pool: GpuNodePool): GpuPodUse {
  const serves = [...(props.serving ?? []), ...(props.triton ?? [])].some((of) => of.pool === pool);
  const trains =
    [...(props.fineTuning ?? []), ...(props.jobs ?? [])].some((of) => of.pool === pool) ||
    (props.rayClusters ?? []).some((of) => of.pools.includes(pool));
  return serves && !trains ? "serving" : "training";
}

/** Blocks of managed node groups; Karpenter drains its own. @see https://karpenter.sh/docs/tasks/odcrs/ (capacity blocks) */
function endingNodes(props: KubeRayClusterProps, facts: ClusterFacts): EndingNodes[] {
  if (props.provisioner !== "managed") return [];
  return props.pools.map(facts.poolOf).flatMap((pool) =>
    poolSources(pool).flatMap(({ name, source }) => {
      const endsMs = source.kind === "block" && source.endsOn !== null ? momentMilliseconds(source.endsOn) : null;
      if (endsMs === null) return [];
      const endsAtMs = endsMs - terminationLeadMinutes(pool.type) * 60_000;
      return [{ name, selector: `eks.amazonaws.com/nodegroup=${name}`, endsAtMs }];
    }),
  );
}

function systemNodes({ system }: ClusterFacts): SystemNodes {
  const { name, vcpus, memoryGiB } = instanceType(system.systemInstanceType);
  return { nodes: system.systemNodes, mostNodes: system.maxSystemNodes, instanceType: name, cpus: vcpus, memoryGiB };
}

function kueue(
  props: KubeRayClusterProps,
  facts: ClusterFacts,
  heads: Parameters<typeof systemRoomOfQueues>[1],
): KueueProps | null {
  if (!props.queues) return null;
  const room = systemRoomOfQueues(systemNodes(facts), heads);
  return {
    scheduler: props.queues.scheduler ?? QUEUES.scheduler.default,
    pools: props.pools.map(facts.poolOf),
    cohort: "all",
    systemCpus: room.cpus,
    systemMemoryGiB: room.memoryGiB,
    teams: props.queues.teams.map((team) => ({
      name: team.name,
      namespace: teamNamespace(team),
      gpus: team.gpus,
      weight: team.weight ?? TEAM.weight.default,
      borrowing: team.borrowing ?? true,
    })),
  };
}
