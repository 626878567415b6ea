import { instanceType } from "../../lib/catalog/instance-types";
import type { Cluster, NodePool } from "../../lib/model/model";
import { networkInterfaces } from "../../lib/model/nic-layout";
import type { FleetScheduler, KubernetesScheduler } from "../../lib/review/design";
import { onDemand, type P5Changes, p5, spot } from "./p5-cluster";

type WorkerGroup = KubernetesScheduler["workerGroups"][number];

/** What a case changes in the good Ray design. */
export interface RayChanges extends Omit<P5Changes, "slurm" | "partition"> {
  readonly kubernetes?: Partial<KubernetesScheduler>;
  readonly group?: Partial<WorkerGroup>;
}

/** Ray on EKS: two-host groups of p5 nodes, queued by Kueue. */
export function ray({ kubernetes, group, ...changes }: RayChanges = {}): Cluster {
  return {
    ...p5({ ...changes, pool: { imdsHopLimit: 2, adoptedBy: { kind: "kubernetes", name: "ray" }, ...changes.pool } }),
    name: "ray",
    schedulers: [
      {
        kind: "kubernetes",
        name: "ray",
        version: "1.34",
        publicEndpoint: false,
        publicEndpointCidrs: [],
        secretsEncrypted: true,
        provisioner: "managed",
        queueing: "kueue",
        gcsFaultTolerance: true,
        workerGroups: [
          { name: "workers", pool: "h100", gpusPerPod: 8, efaPerPod: 32, hugePages2MiB: 5120, hosts: 2, ...group },
        ],
        ...kubernetes,
      },
    ],
  };
}

/** A fleet of eight L40S nodes that serves a model, in two zones. */
export function serving(pool: Partial<NodePool> = {}, fleet: Partial<FleetScheduler> = {}): Cluster {
  return {
    ...p5({
      pool: {
        name: "l40s",
        instanceType: "g6e.xlarge",
        nodes: { min: 2, max: 8 },
        capacity: [spot(), onDemand()],
        fabric: null,
        networkInterfaces: networkInterfaces(instanceType("g6e.xlarge"), "ip-saving", false),
        nvmeCache: { mountPath: "/scratch", sizeGB: 250 },
        availabilityZone: null,
        adoptedBy: { kind: "fleet", name: "chat" },
        ...pool,
      },
    }),
    name: "chat",
    fabrics: [],
    schedulers: [
      { kind: "fleet", name: "chat", pool: "l40s", replaceUnhealthy: true, scaling: "target-tracking", ...fleet },
    ],
  };
}
