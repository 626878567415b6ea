import { efaInterfaces, findInstanceType, instanceType } from "../../lib/catalog/instance-types";
import { modelArchitecture } from "../../lib/catalog/models";
import { efaCount, networkInterfaces } from "../../lib/model/aws/nic-layout";
import { poolFabric } from "../../lib/model/fabric-devices";
import type {
  AwsFabric,
  AwsNetworkInterface,
  Bucket,
  CapacitySource,
  Cluster,
  Fabric,
  FileSystem,
  Monitoring,
  Network,
  NodePool,
  SlurmPartition,
  Workload,
} from "../../lib/model/model";
import type { SlurmScheduler } from "../../lib/review/design";

/** Capacity of each kind; `changes` as the case needs. */
function source(kind: CapacitySource["kind"], changes: Partial<CapacitySource>): CapacitySource {
  const nothing = { reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null };
  return { kind, ...nothing, ...changes };
}

export const onDemand = (changes: Partial<CapacitySource> = {}) => source("on-demand", changes);
export const spot = (changes: Partial<CapacitySource> = {}) => source("spot", changes);
export const reservation = (changes: Partial<CapacitySource> = {}) =>
  source("reservation", {
    reservationId: "cr-0123456789abcdef0",
    nodes: 17,
    availabilityZone: "us-east-2a",
    ...changes,
  });
export const block = (changes: Partial<CapacitySource> = {}) =>
  source("block", {
    reservationId: "cr-0fedcba9876543210",
    nodes: 16,
    availabilityZone: "us-east-2a",
    startsOn: "2027-01-04T11:30:00Z",
    endsOn: "2027-01-18T11:30:00Z",
    ...changes,
  });

/** What a case changes in the good design; everything else stays as it is. */
export interface P5Changes {
  readonly cluster?: Partial<Cluster>;
  readonly network?: Partial<Network>;
  readonly fabric?: Partial<Fabric>;
  readonly scratch?: Partial<FileSystem>;
  readonly bucket?: Partial<Bucket>;
  readonly pool?: Partial<NodePool>;
  /** What only AWS has of its nodes; `interfaces` are apart. */
  readonly ec2?: Partial<NonNullable<NodePool["aws"]>>;
  /** Interfaces of its nodes. */
  readonly interfaces?: readonly AwsNetworkInterface[];
  /** What its EFA is set up with. */
  readonly efa?: Partial<AwsFabric>;
  readonly slurm?: Partial<SlurmScheduler>;
  readonly partition?: Partial<SlurmPartition>;
  readonly monitoring?: Partial<Monitoring>;
}

/** Training of Llama 3.1 70B on the sixteen nodes: the workload that the fixture is sized for. */
export const LLAMA_70B: Extract<Workload, { kind: "training" }> = {
  kind: "training",
  model: modelArchitecture("llama-3.1-70b"),
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: null,
  checkpointMinutes: null,
};

/** A chat service on Llama 3.1 8B. */
export const CHAT_8B: Extract<Workload, { kind: "inference" }> = {
  kind: "inference",
  model: modelArchitecture("llama-3.1-8b"),
  precision: "bf16",
  requestsPerSecond: 20,
  promptTokens: 1000,
  outputTokens: 300,
  timeToFirstTokenSeconds: 2,
  timePerOutputTokenSeconds: 0.05,
  loraAdapters: 0,
  loraRank: null,
};

/** Sixteen p5.48xlarge and a spare from a reservation, EFA, Lustre and a Slurm head, with nothing to complain about. */
export function p5(changes: P5Changes = {}): Cluster {
  const p5Type = instanceType("p5.48xlarge");
  // Another type brings its own cards; with one that there is not, the cards stay.
  const type = findInstanceType(changes.pool?.instanceType ?? p5Type.name) ?? p5Type;
  const zone = "us-east-2a";
  const interfaces = changes.interfaces ?? networkInterfaces(type, "ip-saving", efaInterfaces(type) > 0);
  const pool: NodePool = {
    name: "h100",
    instanceType: type.name,
    nodes: { min: 0, max: 17 },
    capacity: [reservation(), onDemand()],
    fabric: poolFabric("fabric", type, { devices: efaCount(interfaces) }),
    placement: "none",
    availabilityZone: zone,
    image: { family: "base-oss-nvidia-driver-gpu-ubuntu-22.04", pinned: true },
    sharing: { kind: "none" },
    nvmeCache: { mountPath: "/scratch", sizeGB: 30720 },
    mounts: [{ fileSystem: "scratch", path: "/fsx", readOnly: false }],
    rootVolumeGiB: 200,
    encrypted: true,
    aws: { networkInterfaces: interfaces, imdsV2Required: true, imdsHopLimit: 1, ...changes.ec2 },
    healthChecked: true,
    labels: {},
    bootSeconds: 420,
    adoptedBy: { kind: "slurm", name: "slurm" },
    ...changes.pool,
  };
  return {
    name: "p5",
    cloud: "aws",
    region: "us-east-2",
    networks: [
      {
        name: "network",
        region: "us-east-2",
        existing: false,
        egress: "nat",
        natGateways: 1,
        objectStorageEndpoint: true,
        privateEndpoints: [],
        flowLogs: true,
        dnsSupport: true,
        dnsHostnames: true,
        computeSubnets: [{ availabilityZone: zone, usableAddresses: 4091, public: false }],
        ...changes.network,
      },
    ],
    fabrics: [
      {
        name: "fabric",
        kind: "efa",
        availabilityZone: zone,
        aws: { nicLayout: "ip-saving", selfIngress: true, selfEgress: true, ...changes.efa },
        ...changes.fabric,
      },
    ],
    fileSystems: [
      {
        name: "scratch",
        kind: "lustre",
        capacityGiB: 48000,
        deploymentType: "PERSISTENT_2",
        storageType: "SSD",
        throughputPerTiB: 500,
        overFabric: false,
        metadataIops: null,
        compression: true,
        encrypted: true,
        deletionProtected: true,
        backupRetentionDays: 0,
        dataRepositories: [{ bucket: "data", path: "/data", imports: true, exports: true }],
        availabilityZones: [zone],
        existing: false,
        ...changes.scratch,
      },
    ],
    buckets: [
      {
        name: "data",
        purpose: "checkpoints",
        versioned: true,
        encrypted: true,
        publicAccessBlocked: true,
        deletionProtected: true,
        ...changes.bucket,
      },
    ],
    pools: [pool],
    schedulers: [
      {
        kind: "slurm",
        name: "slurm",
        version: "25.05",
        headInstanceType: "m7i.2xlarge",
        backupController: false,
        autoRecovery: true,
        stateProtected: true,
        accounting: "external",
        loginNodes: 1,
        loginCidrs: [],
        suspendMinutes: 10,
        resumeTimeoutSeconds: 1800,
        preemption: "none",
        healthChecked: true,
        partitions: [
          {
            name: "train",
            pools: [pool.name],
            default: true,
            exclusive: true,
            priorityTier: 1,
            defaultTimeMinutes: 60,
            maxTimeMinutes: 10080,
            preemptMode: "off",
            ...changes.partition,
          },
        ],
        ...changes.slurm,
      },
    ],
    monitoring: [
      {
        name: "monitoring",
        idleGpuMinutes: 30,
        alarms: ["gpu-xid", "node-unhealthy", "file-system-full"],
        monthlyBudgetUsd: 1_500_000,
        dashboards: true,
        ...changes.monitoring,
      },
    ],
    workload: null,
    ...changes.cluster,
  };
}
