import { instanceType } from "../../../../catalog/instance-types";
import { MONITORING_NAMESPACE } from "../../../../kubernetes/monitoring/monitoring";
import type { EndingNodes } from "../../../../kubernetes/nodes/block-end";
import { type SystemNodes, systemRoomOfQueues } from "../../../../kubernetes/nodes/check-system-nodes";
import { poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import type { GpuPodUse } from "../../../../kubernetes/nodes/node-labels";
import type { KueueProps } from "../../../../kubernetes/queues/kueue";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import { bucketIdentity, lustreIdentity } from "../../../../kubernetes/storage/storage";
import type { Workloads } from "../../../../kubernetes/workloads";
import { terminationLeadMinutes } from "../../../../slurm/definition/block-end";
import { momentMilliseconds } from "../../../../units/moment";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { DEFAULTS } from "../ray-defaults";
import { bucketVolumes } from "./bucket-mounts";
import { servedModel, tritonServer } from "./served-workloads";
import { fineTuning, rayCluster } from "./training-workloads";
import {
  type ClusterFacts,
  headNamespaces,
  RAY_SERVICE_ACCOUNT,
  REDIS_SECRET,
  teamNamespace,
} from "./workload-context";

/** Everything that the props ask for, with defaults filled in. */
export function clusterWorkloads(props: KubeRayClusterProps, facts: ClusterFacts): Workloads {
  const lustre = (props.fileSystems ?? []).map(({ storage, path }) => ({
    path,
    name: storage.name,
    fileSystemId: storage.fileSystemId,
    dnsName: storage.dnsName,
    mountName: storage.mountName,
    capacityGiB: storage.capacityGiB ?? 1200,
  }));
  const buckets = bucketVolumes(props);
  const claimed = (name: string, identity: string, mountPath: string, readOnly: boolean): PodVolume => ({
    name,
    mountPath,
    readOnly,
    source: { claim: name, identity },
  });
  const volumes = [
    ...lustre.map((volume) => claimed(volume.name, lustreIdentity(volume), volume.path, false)),
    ...buckets.map((volume) => claimed(volume.name, bucketIdentity(volume), volume.path, volume.readOnly)),
  ];
  const monitoring = props.monitoring === false ? null : (props.monitoring ?? {});
  const context = { props, facts, volumes };
  const ray = {
    rayClusters: (props.rayClusters ?? []).map((of) => rayCluster(of, context)),
    fineTuning: (props.fineTuning ?? []).map((of) => fineTuning(of, context)),
    serving: (props.serving ?? []).map((of) => servedModel(of, context)),
  };
  return {
    pools: props.pools.map(facts.poolOf),
    ...ray,
    triton: (props.triton ?? []).map((of) => tritonServer(of, context)),
    queues: kueue(props, facts, ray),
    lustre,
    buckets,
    alerts: monitoring && {
      idleGpuMinutes: monitoring.idleGpuMinutes ?? DEFAULTS.idleGpuMinutes,
      queueHours: monitoring.queueHours ?? DEFAULTS.queueHours,
      namespace: MONITORING_NAMESPACE,
    },
    redisPassword: facts.redis && {
      namespace: headNamespaces(props)[0]!,
      secretArn: facts.redis.secretArn,
      replicationGroupId: facts.redis.groupId,
      region: props.network.region,
      secretName: REDIS_SECRET,
      targetNamespaces: headNamespaces(props),
      serviceAccount: "redis-password",
    },
    gateway: props.gateway
      ? {
          domain: props.gateway.domain,
          certificateArn: props.gateway.certificateArn ?? null,
          exposure: props.gateway.exposure ?? "internal",
          allowedCidrs:
            props.gateway.allowedCidrs ?? (props.gateway.exposure === "public" ? [] : [props.network.vpcCidr]),
          subnetIds: props.gateway.subnetIds ?? facts.loadBalancerSubnets,
          tags: props.network.tagsFor("gateway"),
        }
      : null,
    networkCidr: props.network.vpcCidr,
    serviceAccount: RAY_SERVICE_ACCOUNT,
    imagePullSecret: props.imagePullSecret,
    endingNodes: endingNodes(props, facts),
    systemNodes: systemNodes(facts),
  };
}

/** Pools that only serve may be packed; a pool that also trains is left alone while it works. */
export function poolUse(props: KubeRayClusterProps, pool: GpuNodePool): GpuPodUse {
  const serves = [...(props.serving ?? []), ...(props.triton ?? [])].some((of) => of.pool === pool);
  const trains =
    (props.fineTuning ?? []).some((of) => of.pool === pool) ||
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
  return { nodes: system.systemNodes, instanceType: name, cpus: vcpus, memoryGiB };
}

function kueue(
  props: KubeRayClusterProps,
  facts: ClusterFacts,
  heads: Parameters<typeof systemRoomOfQueues>[1],
): KueueProps | null {
  if (!props.queues) return null;
  const room = systemRoomOfQueues(systemNodes(facts), heads);
  return {
    scheduler: props.queues.scheduler ?? "kueue",
    pools: props.pools.map(facts.poolOf),
    cohort: "all",
    systemCpus: room.cpus,
    systemMemoryGiB: room.memoryGiB,
    teams: props.queues.teams.map((team) => ({
      name: team.name,
      namespace: teamNamespace(team),
      gpus: team.gpus,
      weight: team.weight ?? 1,
      borrowing: team.borrowing ?? true,
    })),
  };
}
