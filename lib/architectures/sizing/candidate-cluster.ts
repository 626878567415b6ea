import { hasFabric, instanceType } from "../../catalog/instance-types";
import { defaultCloud } from "../../clouds/default-cloud";
import { bootSeconds } from "../../model/boot-seconds";
import { poolFabric } from "../../model/fabric-devices";
import type { CapacitySource, Cluster, FileSystem, GpuSharing, NodePool, Workload } from "../../model/model";
import type { CandidateParts, CloudFacts } from "../../review/clouds/cloud-facts";

export type Purchase = "on-demand" | "capacity-block" | "spot";

/** A Lustre file system of the tier that architectures choose from in a cloud. */
export interface LustreChoice {
  /** Capacity as the cloud counts it: on FSx 4.8 is 4,800 GiB. */
  readonly capacityTiB: number;
  readonly throughputPerTiB: number;
}

/** Where a design is judged for. */
export interface Place {
  readonly region: string;
  /** What the review knows of the cloud. @default - what it knows of the default cloud */
  readonly cloud?: CloudFacts;
}

/** What a design is judged by before any of it is built. */
export interface Candidate extends Place {
  readonly instanceType: string;
  /** Most nodes. */
  readonly nodes: number;
  readonly purchase: Purchase;
  /** How its GPUs are shared. @default - not at all */
  readonly sharing?: GpuSharing;
  /** Null for a bucket alone. */
  readonly lustre: LustreChoice | null;
}

const SOURCES: Readonly<Record<Purchase, CapacitySource["kind"]>> = {
  "on-demand": "on-demand",
  "capacity-block": "block",
  spot: "spot",
};

/**
 * The smallest cluster that has a candidate's nodes and storage, in the terms of the model: the review's own figures are
 * then those that a candidate is judged by, and a choice cannot contradict the review of what is built from it.
 */
export function candidateCluster(candidate: Candidate, workload: Workload): Cluster {
  const type = instanceType(candidate.instanceType);
  const fabric = candidate.nodes > 1 && hasFabric(type);
  const { name, candidate: parts } = candidate.cloud ?? defaultCloud.facts;
  const zone = parts.zoneOf(candidate.region);
  const source: CapacitySource = {
    kind: SOURCES[candidate.purchase],
    reservationId: null,
    nodes: null,
    availabilityZone: null,
    startsOn: null,
    endsOn: null,
  };
  const pool: NodePool = {
    name: "nodes",
    instanceType: type.name,
    nodes: { min: 0, max: candidate.nodes },
    capacity: [source],
    fabric: fabric ? poolFabric("fabric", type) : null,
    placement: fabric && candidate.purchase !== "capacity-block" ? "cluster" : "none",
    availabilityZone: zone,
    ...parts.nodes,
    sharing: candidate.sharing ?? { kind: "none" },
    nvmeCache: null,
    mounts: candidate.lustre ? [{ fileSystem: "scratch", path: parts.lustre.mountPath, readOnly: false }] : [],
    encrypted: true,
    healthChecked: true,
    labels: {},
    bootSeconds: bootSeconds(type),
    adoptedBy: null,
  };
  return {
    name: "candidate",
    cloud: name,
    region: candidate.region,
    networks: [],
    fabrics: fabric
      ? [
          {
            name: "fabric",
            ...parts.fabric,
            availabilityZone: zone,
          },
        ]
      : [],
    fileSystems: candidate.lustre ? [fileSystem(candidate.lustre, zone, parts)] : [],
    buckets: [
      {
        name: "checkpoints",
        purpose: "checkpoints",
        versioned: true,
        encrypted: true,
        publicAccessBlocked: true,
        deletionProtected: true,
      },
    ],
    pools: [pool],
    schedulers: [],
    monitoring: [],
    workload,
  };
}

function fileSystem(lustre: LustreChoice, zone: string, parts: CandidateParts): FileSystem {
  const { deploymentType, storageType, gibPerTiB, wholeMBps } = parts.lustre;
  return {
    name: "scratch",
    kind: "lustre",
    capacityGiB: lustre.capacityTiB * gibPerTiB,
    deploymentType,
    storageType,
    throughputPerTiB: lustre.throughputPerTiB,
    throughputMBps: wholeMBps?.(lustre.capacityTiB, lustre.throughputPerTiB) ?? null,
    overFabric: false,
    metadataIops: null,
    compression: true,
    encrypted: true,
    deletionProtected: true,
    backupRetentionDays: 0,
    dataRepositories: [{ bucket: "checkpoints", path: "/", imports: true, exports: false }],
    availabilityZones: [zone],
    existing: false,
  };
}
