import fc from "fast-check";
import { stringify } from "yaml";
import type { Blueprint } from "../../lib/blueprint/schema/schema";
import { findAccelerator } from "../../lib/catalog/accelerators";
import { regionsInsteadOf } from "../../lib/catalog/availability";
import { findInstanceType, instanceTypes } from "../../lib/catalog/instance-types";
import type { InstanceType } from "../../lib/catalog/types";

type Generate = fc.GeneratorValue;
type Pools = Blueprint["pools"];
type Pool = Pools[string];
type Scheduler = "fleets" | "slurm" | "kubeRay";

/** Any of the catalogue's NVIDIA and CPU types for x86; Arm nodes need a head and containers of their own. */
const types = instanceTypes().filter(
  ({ name, accelerator, architecture, images }) =>
    images.eks.length > 0 &&
    regionsInsteadOf("us-east-2", name) === undefined &&
    architecture === "x86_64" &&
    (accelerator === null || findAccelerator(accelerator)?.vendor === "nvidia"),
);
const gpuTypes = types.filter(({ accelerator }) => accelerator !== null);

/**
 * Valid blueprints of every section: networks made or imported, pools of any type with every way to buy, fleets, Slurm or Ray over
 * them, storage, monitoring and a workload.
 */
export function arbitraryBlueprint(): fc.Arbitrary<Blueprint> {
  return fc.gen().map(blueprintOf);
}

/** The same as YAML. */
export function arbitraryBlueprintText(): fc.Arbitrary<string> {
  return arbitraryBlueprint().map((blueprint) => stringify(blueprint));
}

const from = <T>(g: Generate, values: readonly T[]): T => values[g(fc.nat, values.length - 1)]!;
const whole = (g: Generate, min: number, max: number): number => g(fc.integer, { min, max });
const yes = (g: Generate): boolean => g(fc.boolean);
/** One of the values, or the key left out. */
const maybe = <T>(g: Generate, values: readonly T[]): T | undefined => (yes(g) ? from(g, values) : undefined);

/** Left-out keys are not there at all, as in a file. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

function blueprintOf(g: Generate): Blueprint {
  const scheduler = from(g, ["fleets", "slurm", "kubeRay"] as const);
  const network = networkOf(g, scheduler);
  const buckets = Object.fromEntries(
    ["checkpoints", "datasets"].slice(0, whole(g, 0, 2)).map((name) => [name, bucketOf(g)]),
  );
  if (whole(g, 0, 7) === 0) return architectureBlueprintOf(g, network, buckets);
  const fabric = yes(g) ? fabricOf(g, scheduler) : undefined;
  const fileSystems = fileSystemsOf(g, fabric !== undefined, Object.keys(buckets));
  const mounted = scheduler === "kubeRay" ? [] : Object.keys(fileSystems);
  const pools: Pools = {};
  for (const name of ["train", "spare", "prepare"].slice(0, whole(g, 1, 3))) {
    // Karpenter launches no second card of the HPC types.
    const others = scheduler === "kubeRay" ? types.filter((one) => !one.name.startsWith("hpc")) : types;
    const type = name === "prepare" ? from(g, others) : from(g, gpuTypes);
    // Parts of a GPU do not talk to one another, and Slurm's nodes are whole.
    const shares = scheduler === "fleets" || (scheduler === "kubeRay" && fabric === undefined);
    pools[name] = poolOf(g, { type, scheduler, shares, mounted, buckets: Object.keys(buckets) });
  }
  return defined<Blueprint>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "gpu-cluster", "llm-2"]),
    description: maybe(g, ["a cluster: # of many", "für alle", "x"]),
    network,
    fabric,
    buckets: Object.keys(buckets).length > 0 || yes(g) ? buckets : undefined,
    fileSystems: Object.keys(fileSystems).length > 0 || yes(g) ? fileSystems : undefined,
    pools,
    fleets: scheduler === "fleets" ? fleetsOf(g, pools) : undefined,
    slurm: scheduler === "slurm" ? slurmOf(g, Object.keys(pools), mounted) : undefined,
    kubeRay: scheduler === "kubeRay" ? kubeRayOf(g, pools, fileSystems, Object.keys(buckets)) : undefined,
    monitoring: yes(g) ? monitoringOf(g) : undefined,
    workload: yes(g) ? workloadOf(g) : undefined,
    acceptedFindings: maybe(g, [[{ rule: "efa-missing", reason: "one node at a time" }]]),
  });
}

/** A service in several regions: it has no network of its own, but is read as if it had its first region's. */
function regionsBlueprintOf(g: Generate): Blueprint {
  const machines = { instanceType: "g6e.12xlarge", nodes: 4 };
  const shares = from(g, [undefined, [0.7, 0.3], [0.5, 0.5]]);
  const existingNetwork = {
    vpcId: "vpc-0123456789abcdef0",
    vpcCidr: "10.20.0.0/16",
    computeSubnetId: "subnet-0123456789abcdef0",
    secondSubnetId: "subnet-0123456789abcdef1",
  };
  const regionOf = (zone: string, index: number) =>
    defined({
      availabilityZone: zone,
      share: shares?.[index],
      ...machines,
      timeSlicingReplicas: maybe(g, [2]),
      ...from(g, [{}, { vpcCidr: `10.${index}.0.0/16` }, { existingNetwork }]),
      monitoring: maybe(g, [{ emails: ["team@example.com"] }]),
    });
  const blueprint = defined<Omit<Blueprint, "network">>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "llm-2"]),
    architecture: defined<Architecture>({
      kind: "inferenceRegions",
      address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
      routing: maybe(g, ["latency", "weighted"] as const),
      regions: ["us-east-2a", "eu-central-1b"].map(regionOf),
      serving: maybe(g, [{ maxModelLength: 4096 }]),
    }),
    pools: {},
    workload: {
      kind: "inference",
      model: "llama-3.1-8b",
      requestsPerSecond: 2,
      promptTokens: 1000,
      outputTokens: 200,
    },
  });
  return blueprint as Blueprint;
}

type Architecture = NonNullable<Blueprint["architecture"]>;

/** A blueprint of an architecture. Its machines are given: a search for them takes a second. */
function architectureBlueprintOf(
  g: Generate,
  network: Blueprint["network"],
  buckets: NonNullable<Blueprint["buckets"]>,
): Blueprint {
  const kind = from(g, ["training", "fineTuning", "inference", "inferenceRegions", "singleNode"] as const);
  if (kind === "inferenceRegions") return regionsBlueprintOf(g);
  const run = { model: "llama-3.1-8b", tokens: 1e10, sequenceLength: 8192, globalBatchSequences: 128 };
  const tuning = { kind: "fine-tuning" as const, ...run, method: from(g, ["lora", "qlora"] as const) };
  return defined<Blueprint>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "llm-2"]),
    // Ray's control plane wants two zones; which architecture has one is not to be seen here.
    network: network.existing ? { availabilityZone: "us-east-2a" } : network,
    architecture: architectureOf(g, kind, Object.keys(buckets)),
    buckets: Object.keys(buckets).length > 0 ? buckets : undefined,
    pools: {},
    workload:
      kind === "training"
        ? { kind: "training", ...run }
        : kind === "inference"
          ? { kind: "inference", model: run.model, requestsPerSecond: 2, promptTokens: 1000, outputTokens: 200 }
          : tuning,
  });
}

function architectureOf(
  g: Generate,
  kind: Exclude<Architecture["kind"], "inferenceRegions">,
  buckets: readonly string[],
): Architecture {
  const common = {
    bucket: buckets.length > 0 ? maybe(g, buckets) : undefined,
    capacity: maybe(g, [[{ kind: "on-demand" as const }]]),
    pool: maybe(g, [{ rootVolumeGiB: 300, labels: { team: "ml" } }]),
    monitoring: maybe(g, [{ emails: ["team@example.com"] }]),
  };
  switch (kind) {
    case "training":
      return defined({
        kind,
        instanceType: "p5.48xlarge",
        nodes: from(g, [1, 4]),
        spareNodes: maybe(g, [0, 1]),
        scheduler: maybe(g, ["slurm", "ray", "fleet"] as const),
        lustre: maybe(g, [{ capacityTiB: 4.8, throughputPerTiB: 500 }, { deletionProtected: false }]),
        ...common,
      });
    case "fineTuning":
      return defined({
        kind,
        instanceType: "g6e.12xlarge",
        nodesPerRun: 1,
        runsAtOnce: maybe(g, [1, 3]),
        scheduler: maybe(g, ["slurm", "ray"] as const),
        teams: maybe(g, [["search", "support"]]),
        datasets: maybe(g, ["nvme", "lustre"] as const),
        slurm: maybe(g, [{ loginNodes: 1 }]),
        ...common,
      });
    case "inference":
      return defined({
        kind,
        ...from(g, [
          { instanceType: "g6e.12xlarge" },
          { instanceType: "p5.48xlarge", migProfile: "3g.40gb" },
          { instanceType: "g6e.12xlarge", timeSlicingReplicas: 2 },
        ]),
        nodes: 2,
        ray: maybe(g, [{ systemNodes: 2 }]),
        ...common,
      });
    case "singleNode":
      return defined({ kind, instanceType: "g6e.48xlarge", ...common });
  }
}

function networkOf(g: Generate, scheduler: Scheduler): Blueprint["network"] {
  const second = scheduler === "kubeRay" || yes(g);
  if (yes(g)) {
    return defined({
      availabilityZone: "us-east-2a",
      tags: maybe(g, [{ team: "ml" }]),
      existing: defined({
        vpcId: "vpc-0123456789abcdef0",
        vpcCidr: "10.20.0.0/16",
        computeSubnetId: "subnet-0123456789abcdef0",
        computeSubnetCidr: maybe(g, ["10.20.64.0/18"]),
        secondSubnetId: second ? "subnet-0123456789abcdef1" : undefined,
        s3GatewayEndpoint: maybe(g, [true, false]),
      }),
    });
  }
  return defined({
    availabilityZone: "us-east-2a",
    clusterName: maybe(g, ["team-a"]),
    vpcCidr: maybe(g, ["10.0.0.0/16", "172.20.0.0/16"]),
    secondAvailabilityZone: second ? "us-east-2b" : undefined,
    interfaceEndpoints: maybe(g, [["ec2", "ssm"]]),
    flowLogs: maybe(g, [true, false]),
    privateZoneName: maybe(g, ["hpc.internal"]),
    tags: maybe(g, [{ team: "ml", "cost-centre": "42" }]),
  });
}

function fabricOf(g: Generate, scheduler: Scheduler): NonNullable<Blueprint["fabric"]> {
  return defined({
    // Karpenter launches no interfaces of the legacy kind.
    nicLayout: maybe(
      g,
      (["ip-saving", "ena-bandwidth", "legacy-all-efa"] as const).slice(0, scheduler === "kubeRay" ? 2 : 3),
    ),
    securityGroupId: maybe(g, ["sg-0123456789abcdef0"]),
    hugePages2MiB: maybe(g, [0, 1024, 5128]),
  });
}

function bucketOf(g: Generate): NonNullable<Blueprint["buckets"]>[string] {
  if (whole(g, 0, 3) === 0) {
    return { existing: defined({ bucketName: "company-data", purpose: maybe(g, ["datasets"] as const) }) };
  }
  return defined({
    incompleteUploadDays: maybe(g, [1, 7]),
    infrequentAccessAfterDays: maybe(g, [0, 30, 60]),
    archiveAfterDays: maybe(g, [0, 120]),
    noncurrentDays: maybe(g, [1, 30]),
    kmsKeyArn: maybe(g, ["arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"]),
    deletionProtected: maybe(g, [true, false]),
  });
}

/** A tier and capacities of it, with and without EFA. https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html */
const lustreTiers = [
  { throughputPerTiB: 125, plain: [1.2, 2.4, 48], efa: [38.4, 76.8] },
  { throughputPerTiB: 250, plain: [2.4, 24], efa: [19.2, 38.4] },
  { throughputPerTiB: 500, plain: [1.2, 12], efa: [9.6, 48] },
  { throughputPerTiB: 1000, plain: [4.8, 48], efa: [4.8, 9.6] },
] as const;

/** File systems that are there already, one of each kind. */
const existing: readonly NonNullable<Blueprint["fileSystems"]>[string][] = [
  { kind: "nfs", server: "nfs.example.com", exportPath: "/export/home", version: "4.2" },
  { kind: "beegfs", managementHost: "10.0.0.5" },
  {
    kind: "cephfs",
    monitors: ["10.0.0.6:6789"],
    user: "nodes",
    keySecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:ceph-AbCdEf",
  },
  { kind: "spectrum-scale", device: "gpfs0", capacityGiB: 100_000 },
  { kind: "weka", backends: ["10.0.0.7"], fileSystemName: "data", clientCores: 2 },
  { kind: "lustre", existing: { fileSystemId: "fs-0123456789abcdef0", mountName: "abcdefgh", capacityTiB: 12 } },
];

function fileSystemsOf(
  g: Generate,
  fabric: boolean,
  buckets: readonly string[],
): NonNullable<Blueprint["fileSystems"]> {
  const fileSystems: NonNullable<Blueprint["fileSystems"]> = {};
  if (yes(g)) {
    const efa = fabric && yes(g);
    const tier = from(g, lustreTiers);
    const importFrom = buckets.length > 0 ? maybe(g, buckets) : undefined;
    fileSystems.scratch = defined({
      kind: "lustre",
      capacityTiB: from(g, efa ? tier.efa : tier.plain),
      throughputPerTiB: tier.throughputPerTiB,
      efa: efa || undefined,
      importFrom,
      metadataIops: maybe(g, [6000, 12_000]),
      compression: maybe(g, [true, false]),
      backupRetentionDays: importFrom === undefined ? maybe(g, [0, 7, 90]) : undefined,
      deletionProtected: maybe(g, [true, false]),
    });
  }
  if (yes(g)) fileSystems.company = from(g, existing);
  if (yes(g)) {
    fileSystems.archive = defined({
      kind: "lustre",
      storageType: "INTELLIGENT_TIERING",
      throughputMBps: maybe(g, [4000, 8000]),
      readCacheGiB: maybe(g, [0, 1024]),
    });
  }
  const home = from(g, ["efs", "openzfs", "none"] as const);
  if (home === "openzfs") {
    fileSystems.home = defined({
      kind: "openzfs",
      capacityGiB: from(g, [64, 2048]),
      deploymentType: maybe(g, ["SINGLE_AZ_2", "SINGLE_AZ_HA_2"] as const),
      backupRetentionDays: maybe(g, [0, 30]),
      deletionProtected: maybe(g, [true, false]),
    });
  } else if (home === "efs") {
    fileSystems.home = defined({
      kind: "efs",
      throughputMode: maybe(g, ["elastic", "bursting"] as const),
      backups: maybe(g, [true, false]),
      directory: maybe(g, ["/home"]),
      deletionProtected: maybe(g, [true, false]),
    });
  }
  return fileSystems;
}

interface PoolSurroundings {
  readonly type: InstanceType;
  readonly scheduler: Scheduler;
  readonly shares: boolean;
  readonly mounted: readonly string[];
  readonly buckets: readonly string[];
}

function poolOf(g: Generate, { type, scheduler, shares, mounted, buckets }: PoolSurroundings): Pool {
  const min = whole(g, 0, 2);
  const max = min + whole(g, 1, 6);
  const capacity = capacityOf(g, type, max);
  const sharing = shares ? sharingOf(g, type, scheduler) : {};
  const mounts = mounted.map((name) => ({ fileSystem: name, path: name === "home" ? "/home" : `/mnt/${name}` }));
  return defined<Pool>({
    instanceType: type.name,
    nodes: { min, max },
    capacity,
    placement: maybe(g, ["none"] as const),
    image:
      scheduler === "kubeRay"
        ? undefined
        : maybe(g, [{ os: "ubuntu-24.04" as const }, { amiId: "ami-0123456789abcdef0" }]),
    nvmeCachePath: type.localNvme === null ? undefined : maybe(g, ["/nvme"]),
    mounts: mounts.length > 0 ? mounts : undefined,
    buckets: buckets.length > 0 ? maybe(g, [buckets.slice(0, 1)]) : undefined,
    ...sharing,
    rootVolumeGiB: maybe(g, [100, 500]),
    volumeKmsKeyArn: maybe(g, ["arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"]),
    imdsHopLimit: maybe(g, [1, 2]),
    detailedMonitoring: maybe(g, [true, false]),
    securityGroupIds: maybe(g, [["sg-0123456789abcdef1"]]),
    tags: maybe(g, [{ project: "llm" }]),
    labels: maybe(g, [{ team: "ml" }]),
    permissionsBoundaryArn: maybe(g, ["arn:aws:iam::123456789012:policy/boundary"]),
  });
}

function capacityOf(g: Generate, type: InstanceType, max: number): Pool["capacity"] {
  const sources: NonNullable<Pool["capacity"]> = [];
  // A block of all nodes would leave the sources behind it nothing.
  if (type.purchase.includes("capacity-block") && max > 1 && yes(g)) {
    const dates = yes(g) ? { startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-31T11:30:00Z" } : {};
    sources.push({ kind: "block", reservationId: "cr-0123456789abcdef0", nodes: whole(g, 1, max - 1), ...dates });
  }
  if (type.purchase.includes("spot") && yes(g)) sources.push({ kind: "spot" });
  if (type.purchase.includes("on-demand")) sources.push({ kind: "on-demand" });
  // A block alone must hold every node that a fleet may want.
  if (sources.every(({ kind }) => kind === "block")) {
    return [{ kind: "block", reservationId: "cr-0123456789abcdef0", nodes: max }];
  }
  return sources.length === 1 && sources[0]!.kind === "on-demand" && yes(g) ? undefined : sources;
}

type GpuShares = Pick<Pool, "migProfile" | "mpsReplicas" | "timeSlicingReplicas">;

function sharingOf(g: Generate, type: InstanceType, scheduler: Scheduler): GpuShares {
  if (type.accelerator === null || yes(g)) return {};
  const profiles = findAccelerator(type.accelerator)!.migProfiles;
  if (profiles.length > 0 && yes(g)) return { migProfile: from(g, profiles).name };
  // The device plugin starts the MPS daemon; elsewhere nobody does. A T4 has room for 16 users.
  if (scheduler === "kubeRay" && yes(g)) return { mpsReplicas: from(g, [2, 16]) };
  return { timeSlicingReplicas: from(g, [2, 4, 48]) };
}

function fleetsOf(g: Generate, pools: Pools): NonNullable<Blueprint["fleets"]> {
  const fleets = Object.entries(pools).map(([pool, { nodes, capacity }]) => {
    const first = capacity?.[0]?.kind ?? "on-demand";
    const warm = (capacity?.length ?? 1) === 1 && first === "on-demand";
    return [
      `run-${pool}`,
      defined({
        pool,
        size: (capacity ?? [{ kind: "on-demand" }]).some(({ kind }) => kind !== "block")
          ? maybe(g, [nodes.max])
          : undefined,
        warmNodes: warm ? maybe(g, [0, 1]) : undefined,
        healthTimeoutSeconds: maybe(g, [60, 900, 7200]),
      }),
    ];
  });
  return Object.fromEntries(fleets);
}

function slurmOf(g: Generate, pools: readonly string[], mounted: readonly string[]): NonNullable<Blueprint["slurm"]> {
  const policy = yes(g);
  const preemption = policy ? maybe(g, ["none", "qos"] as const) : undefined;
  return defined({
    partitions: pools.map((pool, index) =>
      defined({
        name: `p-${pool}`,
        pools: [pool],
        exclusive: maybe(g, [true, false]),
        maxTimeMinutes: maybe(g, [60, 4320]),
        priorityTier: maybe(g, [1, index + 1]),
        suspendMinutes: maybe(g, [5, 30]),
      }),
    ),
    mounts: mounted.includes("home") ? [{ fileSystem: "home", path: "/home" }] : undefined,
    instanceType: maybe(g, ["m7i.2xlarge"]),
    loginNodes: maybe(g, [0, 2]),
    launch: maybe(g, ["per-job", "best-effort"] as const),
    priority: maybe(g, [{ fairShare: 1000, usageReset: "monthly" as const }, { halfLifeDays: 7 }]),
    topology: maybe(g, [{ kind: "tree" as const, refresh: true, switches: [] }]),
    monitoring: maybe(g, [{}, { retentionDays: 60 }]),
    image: maybe(g, [{ os: "ubuntu-24.04" as const }]),
    suspendMinutes: maybe(g, [10, 60]),
    preemption,
    qos: policy ? [{ name: "urgent", priority: 100, preempts: ["normal"], maxGpusPerUser: 16 }] : undefined,
    accounts: policy ? [{ name: "research", share: whole(g, 1, 10), users: ["ada"] }] : undefined,
    users: policy ? [{ name: "ada", uid: whole(g, 1001, 59_999), administrator: yes(g) }] : undefined,
  });
}

type KubeRay = NonNullable<Blueprint["kubeRay"]>;

function kubeRayOf(
  g: Generate,
  pools: Pools,
  fileSystems: NonNullable<Blueprint["fileSystems"]>,
  buckets: readonly string[],
): KubeRay {
  const gpus = findInstanceType(pools.train!.instanceType)!.acceleratorCount;
  const whole = wholeGpus(pools.train!);
  const { nodes } = pools.train!;
  const borrowing = yes(g);
  // Who borrows nothing must own all that its cluster asks for at once.
  const team = {
    name: "search",
    gpus: { train: borrowing ? gpus : gpus * nodes.max },
    borrowing,
    weight: maybe(g, [1, 2]),
  };
  const queues = maybe(g, [{ teams: [defined(team)] }]);
  const rayClusters = maybe(g, [[rayClusterOf(g, queues !== undefined)]]);
  // It scales by what Prometheus measures.
  const anyTriton = whole ? maybe(g, [[tritonOf(g, buckets)]]) : undefined;
  const anyServing = whole && gpus % 2 === 0 ? maybe(g, [[servingOf(g, pools.train!, buckets)]]) : undefined;
  // What always runs must find room together: a cluster in no queue keeps the pool's fewest nodes.
  const kept = rayClusters?.some(({ queue }) => queue === undefined) ? gpus * nodes.min : 0;
  const takes = (models: typeof anyServing) =>
    (models ?? []).reduce((sum, { tensorParallel = 1, replicas }) => sum + tensorParallel * (replicas?.min ?? 1), 0);
  // So may servers, at their most, of which each is given two replicas or fewer.
  const free = gpus * nodes.max - (queues === undefined ? 0 : team.gpus.train);
  const fits = Math.max(kept + takes(anyServing), 2 * takes(queues && anyServing)) <= free;
  // An upgrade starts beside what runs, or is done by hand.
  const upgraded = kept + 3 * takes(anyServing) + 1 <= free && yes(g);
  const serving = fits
    ? anyServing?.map((model) => ({ ...model, ...(upgraded ? {} : { upgradeStrategy: "none" as const }) }))
    : undefined;
  const triton = kept + takes(serving) + (queues === undefined ? 0 : takes(serving) + 1) < free ? anyTriton : undefined;
  const budget = maybe(g, [{ monthlyBudgetUsd: 1000, budgetEmails: ["ops@example.com"] }]);
  const lustre = Object.keys(fileSystems).filter((name) => fileSystems[name]!.kind === "lustre");
  return defined({
    pools: Object.keys(pools),
    provisioner: maybe(g, ["karpenter", "managed"] as const),
    publicEndpointCidrs: maybe(g, [["203.0.113.0/24"]]),
    administratorArns: maybe(g, [["arn:aws:iam::123456789012:role/admin"]]),
    systemNodes: maybe(g, [2, 3]),
    queues,
    rayClusters,
    fineTuning: whole ? maybe(g, [[fineTuningOf(g, buckets)]]) : undefined,
    serving,
    triton,
    gateway: (serving ?? triton) && maybe(g, [{ domain: "models.example.com" }]),
    systemImageVersion: maybe(g, ["latest"]),
    ...budget,
    fileSystems:
      lustre.length > 0 ? maybe(g, [lustre.map((name) => ({ fileSystem: name, path: `/mnt/${name}` }))]) : undefined,
    bucketMounts:
      buckets.length > 0 ? maybe(g, [[{ bucket: from(g, buckets), path: "/data", readOnly: yes(g) }]]) : undefined,
    buckets: buckets.length > 0 ? maybe(g, [[...buckets]]) : undefined,
    monitoring: triton === undefined ? maybe(g, [false as const, { retentionDays: 30 }]) : undefined,
    gcsFaultTolerance: rayClusters && maybe(g, [true, false]),
    tls: maybe(g, [true, false]),
    logRetentionDays: maybe(g, [30, 365]),
  });
}

function wholeGpus({ migProfile, mpsReplicas, timeSlicingReplicas }: Pool): boolean {
  return migProfile === undefined && mpsReplicas === undefined && timeSlicingReplicas === undefined;
}

/** A place for data: a bucket of the blueprint, or somebody else's. */
const locationOf = (g: Generate, buckets: readonly string[], folder: string): string =>
  `s3://${from(g, [...buckets, "company-data"])}/${folder}`;

function rayClusterOf(g: Generate, queued: boolean): NonNullable<KubeRay["rayClusters"]>[number] {
  return defined({
    name: "research",
    pools: ["train"],
    // On a fabric it must have the fabric's software, which Ray's own has not.
    image: "registry.example.com/ray-efa:2.52.0",
    // A cluster in no queue may take GPUs that a team owns, which is refused.
    queue: queued ? "search" : undefined,
    idleMinutes: maybe(g, [5, 60]),
    env: maybe(g, [{ NCCL_DEBUG: "INFO" }]),
  });
}

function fineTuningOf(g: Generate, buckets: readonly string[]): NonNullable<KubeRay["fineTuning"]>[number] {
  return defined({
    name: "support",
    pool: "train",
    model: from(g, ["meta-llama/Llama-3.1-8B", locationOf(g, buckets, "weights/llama-3.1-8b")]),
    data: locationOf(g, buckets, "data/tickets.jsonl"),
    storage: locationOf(g, buckets, "checkpoints"),
    adapters: locationOf(g, buckets, "adapters"),
    method: maybe(g, ["lora", "qlora"] as const),
    rank: maybe(g, [8, 64]),
    checkpointSteps: maybe(g, [50]),
    deadlineMinutes: maybe(g, [600]),
  });
}

function servingOf(g: Generate, pool: Pool, buckets: readonly string[]): NonNullable<KubeRay["serving"]>[number] {
  return defined({
    name: "model",
    pool: "train",
    model: "llama-3.1-8b",
    weights: locationOf(g, buckets, "weights/llama-3.1-8b"),
    tensorParallel: Math.min(8, findInstanceType(pool.instanceType)!.acceleratorCount),
    maxModelLength: maybe(g, [4096]),
    modelId: maybe(g, ["assistant"]),
    exposure: maybe(g, ["cluster", "internal"] as const),
    lora: maybe(g, [{ adapters: locationOf(g, buckets, "adapters"), maxAdapters: 4, maxRank: 16 }]),
  });
}

function tritonOf(g: Generate, buckets: readonly string[]): NonNullable<KubeRay["triton"]>[number] {
  return defined({
    name: "vision",
    pool: "train",
    modelRepository: locationOf(g, buckets, "repository"),
    replicas: maybe(g, [{ min: 1, max: 1 }]),
    targetPendingRequests: maybe(g, [16]),
  });
}

function monitoringOf(g: Generate): NonNullable<Blueprint["monitoring"]> {
  return defined({
    emails: maybe(g, [["team@example.com"], ["a@example.com", "b@example.com"]]),
    idleGpuMinutes: maybe(g, [30, 60]),
    maxGpuTemperatureCelsius: maybe(g, [80, 85]),
    idleGpuPercent: maybe(g, [5, 20]),
    intervalSeconds: maybe(g, [10, 60]),
    topicArn: maybe(g, ["arn:aws:sns:us-east-2:123456789012:alarms"]),
    monthlyBudgetUsd: maybe(g, [1000, 250_000]),
    logRetentionDays: maybe(g, [30, 365]),
    dashboard: maybe(g, [true, false]),
  });
}

function workloadOf(g: Generate): NonNullable<Blueprint["workload"]> {
  const model = from(g, ["llama-3.1-8b", "llama-3.1-70b"]);
  const run = {
    model,
    tokens: from(g, [1e9, 1e12]),
    sequenceLength: from(g, [2048, 8192]),
    globalBatchSequences: from(g, [64, 512]),
  };
  switch (from(g, ["training", "fine-tuning", "inference"] as const)) {
    case "training":
      return defined({
        kind: "training",
        ...run,
        deadlineDays: maybe(g, [7, 90]),
        checkpointMinutes: maybe(g, [10, 60]),
      });
    case "fine-tuning":
      return defined({
        kind: "fine-tuning",
        ...run,
        method: from(g, ["lora", "qlora"] as const),
        loraRank: from(g, [8, 64]),
      });
    case "inference":
      return defined({
        kind: "inference",
        model,
        precision: maybe(g, ["bf16", "fp8"] as const),
        requestsPerSecond: from(g, [0.5, 20]),
        promptTokens: from(g, [200, 4000]),
        outputTokens: from(g, [50, 500]),
        timeToFirstTokenSeconds: maybe(g, [0.5, 2]),
        loraAdapters: maybe(g, [0, 8]),
        loraRank: 16,
      });
  }
}
