import { interfacesOf } from "../model/aws/aws-model";
import type { AwsNetworkInterface, Cluster, Scheduler } from "../model/model";

/** A copy in the order of a key, so that the order in which parts were declared never shows in a review. */
function sorted<T>(items: readonly T[], key: (item: T) => string): T[] {
  const keyed = items.map((item) => [key(item), item] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
}

/** A key that sorts whole numbers by value. */
const padded = (n: number) => String(n).padStart(6, "0");

function canonicalScheduler(scheduler: Scheduler): Scheduler {
  switch (scheduler.kind) {
    case "slurm":
      return {
        ...scheduler,
        loginCidrs: sorted(scheduler.loginCidrs, (c) => c),
        partitions: sorted(
          scheduler.partitions.map((p) => ({ ...p, pools: sorted(p.pools, (n) => n) })),
          (p) => p.name,
        ),
      };
    case "kubernetes":
      return {
        ...scheduler,
        publicEndpointCidrs: sorted(scheduler.publicEndpointCidrs, (c) => c),
        workerGroups: sorted(scheduler.workerGroups, (g) => g.name),
        ...(scheduler.serving ? { serving: sorted(scheduler.serving, (m) => m.name) } : {}),
        ...(scheduler.fineTuning ? { fineTuning: sorted(scheduler.fineTuning, (r) => r.name) } : {}),
      };
    case "fleet":
      return scheduler;
  }
}

const byPlace = (i: AwsNetworkInterface) => `${padded(i.networkCardIndex)}${padded(i.deviceIndex)}${i.interfaceType}`;

/**
 * The same cluster with every list whose order means nothing sorted. A pool's capacity keeps its order, since that order
 * is the fallback chain.
 */
export function canonical(cluster: Cluster): Cluster {
  const byName = <T extends { readonly name: string }>(items: readonly T[]) =>
    sorted(items, (i) => `${i.name}\u0000${JSON.stringify(i)}`);
  return {
    ...cluster,
    networks: byName(
      cluster.networks.map((n) => ({
        ...n,
        privateEndpoints: sorted(n.privateEndpoints, (e) => e),
        computeSubnets: sorted(n.computeSubnets, (s) => `${s.availabilityZone}\u0000${JSON.stringify(s)}`),
      })),
    ),
    fabrics: byName(cluster.fabrics),
    fileSystems: byName(
      cluster.fileSystems.map((f) => ({
        ...f,
        availabilityZones: sorted(f.availabilityZones, (z) => z),
        dataRepositories: sorted(f.dataRepositories, (d) => `${d.path}\u0000${JSON.stringify(d)}`),
      })),
    ),
    buckets: byName(cluster.buckets),
    pools: byName(
      cluster.pools.map((p) => ({
        ...p,
        mounts: sorted(p.mounts, (m) => `${m.path}\u0000${m.fileSystem}`),
        ...(p.aws ? { aws: { ...p.aws, networkInterfaces: sorted(interfacesOf(p), byPlace) } } : {}),
        labels: Object.fromEntries(sorted(Object.entries(p.labels), ([k]) => k)),
      })),
    ),
    schedulers: byName(cluster.schedulers.map(canonicalScheduler)),
    ...(cluster.roles ? { roles: byName(cluster.roles) } : {}),
    monitoring: byName(cluster.monitoring.map((m) => ({ ...m, alarms: sorted(m.alarms, (a) => a) }))),
  };
}
