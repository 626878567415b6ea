import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { readBlueprint } from "../../lib/blueprint/load";
import { BlueprintError } from "../../lib/blueprint/reader/blueprint-error";
import type { Problem } from "../../lib/errors";

const folder = mkdtempSync(join(tmpdir(), "warpform-all-problems-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** All problems that one run finds in a blueprint: their paths, unless told otherwise. */
function found(
  text: string,
  say = ({ path, message }: Problem): string => (path === "" ? message : path),
  head = "apiVersion: warpform/v1\nname: demo\n",
): string[] {
  const file = join(folder, "blueprint.yaml");
  writeFileSync(file, `${head}${text}`);
  try {
    buildBlueprint(new App({ outdir: join(folder, "out") }), readBlueprint([file]));
    return [];
  } catch (error) {
    if (!(error instanceof BlueprintError)) throw error;
    return error.problems.map(say);
  }
}

const network = "network: { availabilityZone: us-east-2a }\n";
const pool = (more: string) => `{ instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 }${more} }`;

describe("a blueprint with several mistakes", () => {
  it("shows those of shape, of constructs, of who refers to them and of the whole at once", () => {
    const problems = found(`${network}pools:
  shared: ${pool(", timeSlicingReplicas: 99")}
  orphan: ${pool("")}
  wordy: { instanceType: g6e.12xlarge, nodes: { min: zero, max: 4 } }
fleets:
  large: { pool: shared, size: 9 }
  lost: { pool: nobody }
  fine: { pool: wordy }
monitoring: { idleGpuPercent: 700 }
`);
    expect(problems).toEqual([
      "pools.shared.timeSlicingReplicas",
      "pools.orphan",
      "pools.wordy.nodes.min",
      "fleets.large.size",
      "fleets.lost.pool",
      "monitoring.idleGpuPercent",
    ]);
  });

  it("shows what is wrong with the other workloads of a cluster, and with the cluster, where the pool of one is not there", () => {
    const cluster = (pools: readonly string[]) => `pools: { gpu: ${pool("")} }
kubeRay:
  pools: [gpu]
  systemNodes: -1
  nosuch: 1
  jobs:
    - { name: a, pool: ${pools[0]}, image: img, command: [x], nodes: 3 }
    - { name: B, pool: gpu, image: "img:1", command: [x], gpusPerPod: 99 }
  serving: [{ name: s, pool: ${pools[1]}, model: no-such, modelId: x, weights: "s3://b/x" }]
  queues: { teams: [{ name: a, gpus: { qqqqqq: 4 } }] }
`;
    const others = ["serving[0].model", "jobs[0].image", "jobs[1].name", "jobs[1].gpusPerPod", "queues.teams[0].gpus"];
    const paths = ["", ".systemNodes", ...others.map((path) => `.${path}`)].map((path) => `kubeRay${path}`);
    const named = ["kubeRay.jobs[0].pool", "kubeRay.serving[0].pool"];
    expect(found(`${network}${cluster(["gpu", "gpu"])}`).sort()).toEqual(paths.sort());
    expect(found(`${network}${cluster(["zz", "y("])}`).sort()).toEqual([...paths, ...named].sort());
    const ofTeams = ({ path, message }: Problem) => (path.endsWith("gpus") ? message : "");
    expect(found(`${network}${cluster(["zz", "gpu"])}`, ofTeams).join("")).toMatch(/; its pools are gpu$/);
  });

  it("shows what is wrong with a scheduler whose pool is misspelt or cannot be made", () => {
    expect(
      found(`${network}pools:
  gpu: ${pool("")}
slurm:
  stateVolumeGiB: 1
  partitions: [{ name: train, pools: [gpus], maxTimeMinutes: -1 }]
`),
    ).toEqual(["slurm.stateVolumeGiB", "slurm.partitions[0].pools[0]", "slurm.partitions[0].maxTimeMinutes"]);
    expect(
      found(`cloud: azure
network: { availabilityZone: eastus-1 }
fabric: {}
pools: { h100: { instanceType: Standard_ND96isr_H100_v5, nodes: { min: 0, max: 1600 } } }
slurm:
  siteAccountName: not a name
  vaultName: x
  partitions: [{ name: train, pools: [h100], maxTimeMinutes: -1 }]
`),
    ).toEqual([
      "pools.h100.nodes.max",
      "slurm.siteAccountName",
      "slurm.vaultName",
      "slurm.partitions[0].maxTimeMinutes",
    ]);
  });

  it("builds a scheduler on the pool that a misspelt name is likely to mean", () => {
    const slurm = (more: string, pools: string) =>
      `slurm: { ${more}partitions: [{ name: train, pools: [${pools}] }] }\n`;
    expect(found(`${network}pools: { gpu: ${pool("")} }\n${slurm("instanceType: m9z.huge, ", "gpus")}`)).toEqual([
      "slurm.instanceType",
      "slurm.partitions[0].pools[0]",
    ]);
    expect(
      found(`${network}pools: { gpu: ${pool("")} }
kubeRay: { pools: [gpus], kubernetesVersion: "0.9", serving: [{ name: llama, pool: gpus, model: llama-3.1-8b, weights: "s3://a/b" }] }\n`),
    ).toEqual(["kubeRay.pools[0]", "kubeRay.kubernetesVersion", "kubeRay.serving[0].pool"]);
    // twice the same pool would be a mistake that nobody made
    expect(found(`${network}pools: { gpu: ${pool("")} }\n${slurm("stateVolumeGiB: 1, ", "gpu, gpus")}`)).toEqual([
      "slurm.stateVolumeGiB",
      "slurm.partitions[0].pools[1]",
    ]);
  });

  it("names the pools that are not there of a scheduler whose shape is wrong", () => {
    expect(
      found(`${network}pools: { gpu: ${pool("")} }
parallelComputing: { size: giant, partitions: [{ name: train, pools: [nobody] }] }\n`),
    ).toEqual(["pools.gpu", "parallelComputing.size", "parallelComputing.partitions[0].pools[0]"]);
  });

  it("tells of a block of Azure what is wrong with it, and nothing of the list that it is missing in", () => {
    const group = "/subscriptions/s/resourceGroups/r/providers/Microsoft.Compute/capacityReservationGroups/g";
    const capacity = (more: string) => `
cloud: azure
network: { availabilityZone: eastus-1 }
pools: { gpu: { instanceType: Standard_ND96isr_H100_v5, nodes: { min: 0, max: 4 }, capacity: [{ ${more} }] } }
fleets: { runs: { pool: gpu } }\n`;
    const block = (more: string) => found(capacity(`kind: block, reservationId: ${group}, ${more}`));
    expect(block("nodes: 5")).toEqual(["pools.gpu.capacity[0].nodes"]);
    expect(block("nodes: 4, endsOn: Apr 1 2027")).toEqual(["pools.gpu.capacity[0].endsOn"]);
    expect(found(capacity("kind: spot, usdPerHour: -2"))).toEqual(["pools.gpu.capacity[0].usdPerHour"]);
    expect(found(capacity("kind: reservation, reservationId: g"), ({ message }) => message)).toEqual([
      expect.stringMatching(/^pools\.gpu\.capacity\[0\]: reservationId must be the resource id/),
    ]);
  });

  it.each([
    ["workload: { kind: training, model: llama-3.1-8b, tokens: -1 }", "workload.tokens"],
    ["acceptedFindings: [{ rule: 7 }]", "acceptedFindings[0].rule"],
    ["ownership: { nodeUsd: -1 }", "ownership.nodeUsd"],
    ["state: { bucket: 7 }", "state.bucket"],
    ["description: 7", "description"],
  ])("shows those of constructs beside a mistake of shape in what no part needs: %s", (section, path) => {
    const fleets = `pools: { gpus: ${pool("")} }\nfleets: { large: { pool: gpus, size: 9 } }\n`;
    const problems = found(`${network}${fleets}${section}\n`);
    expect(problems).toContain("fleets.large.size");
    expect(problems).toContain(path);
  });

  it("checks ranges and forms of parts that cannot be built for their shape", () => {
    const pools =
      "pools: { gpus: { instanceType: g6e.12xlarge, nodes: { min: -1, max: 0.5 }, rootVolumeGiB: 7, fabrik: true } }\n";
    expect(
      found(`${network}fabrics: {}\n${pools}fileSystems: { home: { kind: efs, provisionedMiBps: 9000 } }\n`),
    ).toEqual([
      'fabrics is not known; did you mean "fabric"',
      "pools.gpus.nodes.min",
      "pools.gpus.nodes.max",
      "pools.gpus.rootVolumeGiB",
      "pools.gpus",
      "fileSystems.home.provisionedMiBps",
    ]);
  });

  it("blames no pool for a scheduler that could not be made", () => {
    const slurm = "slurm: { partitions: [{ name: x, pools: [gpus], maxTimeMinutes: -4 }] }\n";
    expect(found(`${network}pools: { gpus: ${pool("")} }\n${slurm}`)).toEqual(["slurm.partitions[0].maxTimeMinutes"]);
    expect(found(`${network}pools: { gpus: ${pool("")} }\nslurm: { partitions: none }\n`)).toEqual([
      "slurm.partitions",
    ]);
  });

  it("blames nobody for referring to what is wrong", () => {
    const fleets = "fleets: { runs: { pool: gpus } }\n";
    expect(
      found(`${network}pools: { gpus: { instanceType: g6e.12xlarg, nodes: { min: 0, max: 4 } } }\n${fleets}`),
    ).toEqual(["pools.gpus.instanceType"]);
    expect(found(`${network}pools: { Gpus: ${pool("")} }\nfleets: { runs: { pool: Gpus } }\n`)).toEqual(["pools.Gpus"]);
  });

  it("tells of names that cannot be beside what cannot be chosen together", () => {
    const problems = found(`${network}architecture: training\nbuckets: { 9data: {} }\n`);
    expect(problems.sort()).toEqual(["buckets.9data", "workload"]);
  });

  it("checks the parts of a network that is wrong", () => {
    const text = `network: { availabilityZone: us-east-2a, vpcCidr: 10.0.0.0/8 }\npools: { gpus: ${pool(", rootVolumeGiB: 5")} }
fleets: { runs: { pool: gpus } }\n`;
    expect(found(text)).toEqual(["network.vpcCidr", "pools.gpus.rootVolumeGiB"]);
  });

  it("tells what the tables say of parts whose network is no network", () => {
    expect(found(`network: [1]\npools: { gpus: ${pool(", rootVolumeGiB: 5")} }\n`)).toEqual([
      "network",
      "pools.gpus",
      "pools.gpus.rootVolumeGiB",
    ]);
  });

  const wrongParts = `pools: { gpus: ${pool(", timeSlicingReplicas: 99")} }\nfleets: { large: { pool: gpus, size: 9 } }\n`;
  const ofParts = ["pools.gpus.timeSlicingReplicas", "fleets.large.size"];

  it.each([
    ["an unknown section", `${network}ray: { a: 1 }\n`, expect.stringMatching(/^ray is not known; known are /)],
    ["an unknown key of the network", "network: { availabilityZone: us-east-2a, zone: a }\n", "network"],
    ["a zone without a letter", "network: { availabilityZone: us-east-2z9 }\n", "network.availabilityZone"],
    ["a zone of no Region", "network: { availabilityZone: us-nowhere-2a }\n", "network.availabilityZone"],
    ["a zone that is a number", "network: { availabilityZone: 7 }\n", "network.availabilityZone"],
    ["no network", "", "network"],
    [
      "a second zone elsewhere",
      "network: { availabilityZone: us-east-2a, secondAvailabilityZone: us-west-2b }\n",
      "network.secondAvailabilityZone",
    ],
    [
      "a VPC that is none",
      "network: { availabilityZone: us-east-2a, existing: { vpcId: x, vpcCidr: 10.0.0.0/16, computeSubnetId: subnet-0123456789abcdef0 } }\n",
      "network.vpcId",
    ],
    ["a wrong fabric", `${network}fabric: { kind: 7 }\n`, "fabric"],
  ])("does not hide what is wrong with parts behind %s", (_, text, path) => {
    expect(found(`${text}${wrongParts}`).filter((one) => !ofParts.includes(one))).toEqual([path]);
    expect(found(`${text}${wrongParts}`)).toEqual(expect.arrayContaining(ofParts));
  });

  it.each([
    ["a cloud that is not built", `cloud: gcp\n${network}`, "cloud"],
    ["a cloud that is none", `cloud: awz\n${network}`, "cloud"],
    ["a cloud that is no text", `cloud: [7]\n${network}`, "cloud"],
    ["a catalog that is no map", `catalog: 7\n${network}`, "catalog"],
    [
      "a row of the catalog that is wrong",
      `catalog: { instanceTypes: [{ name: g6e.12xlarge }] }\n${network}`,
      "catalog",
    ],
    ["a table of the catalog that is unknown", `catalog: { models: [{ name: m }] }\n${network}`, "catalog"],
    ["buckets that are no map", `buckets: 7\n${network}`, "buckets"],
    ["buckets that are a list", `buckets: [data]\n${network}`, "buckets"],
    ["file systems that are no map", `fileSystems: scratch\n${network}`, "fileSystems"],
    ["a scheduler that is no map", `slurm: 7\n${network}`, "slurm"],
    ["monitoring that is no map", `monitoring: yes please\n${network}`, "monitoring"],
    ["a fabric that is no map", `fabric: 7\n${network}`, "fabric"],
    ["an architecture that is none", `architecture: 7\n${network}`, "architecture"],
  ])("does not hide what is wrong with parts behind %s", (_, text, path) => {
    const all = found(`${text}${wrongParts}`);
    const others = all.filter((one) => !ofParts.includes(one)).map((one) => /^\w+/.exec(one)![0]);
    expect([...new Set(others)]).toEqual([path]);
    expect(all).toEqual(expect.arrayContaining(ofParts));
  });

  it("blames no part for a type or a name of what could not be read", () => {
    const own = `pools: { gpus: { instanceType: ours.8xlarge, nodes: { min: 0, max: 4 }, rootVolumeGiB: 5 } }\n`;
    const rows = "catalog: { instanceTypes: [{ name: ours.8xlarge }] }\n";
    const told = found(`${network}${rows}${own}fleets: { runs: { pool: gpus } }\n`);
    expect(told.filter((path) => !path.startsWith("catalog.instanceTypes[0]"))).toEqual(["pools.gpus.rootVolumeGiB"]);
    const mounts = `pools: { gpus: ${pool(", mounts: [{ fileSystem: scratch, path: /fsx }], timeSlicingReplicas: 99")} }\n`;
    expect(found(`${network}fileSystems: 7\n${mounts}fleets: { runs: { pool: gpus } }\n`)).toEqual([
      "fileSystems",
      "pools.gpus.timeSlicingReplicas",
    ]);
  });

  it.each([
    ["pools: 7", "pools"],
    ["pools: [gpus]", "pools"],
  ])("shows what else is wrong where %s is no map", (pools, path) => {
    const rest = "fileSystems: { home: { kind: efs, provisionedMiBps: 9000 } }\nmonitoring: { idleGpuPercent: 700 }\n";
    expect(found(`${network}${pools}\n${rest}fleets: { large: { pool: gpus, zones: 99 } }\n`)).toEqual([
      path,
      "fileSystems.home.provisionedMiBps",
      "monitoring.idleGpuPercent",
      "fleets.large.zones",
    ]);
  });

  it.each([
    ["apiVersion", "apiVersion: warpform/v9\nname: demo\n"],
    ["name", "apiVersion: warpform/v1\nname: Demo_X\n"],
    ["name", "apiVersion: warpform/v1\n"],
  ])("does not hide it behind a wrong %s", (path, head) => {
    expect(found(`${network}${wrongParts}`, undefined, head)).toEqual([path, ...ofParts]);
  });

  it("checks what stands under a misspelt key as what it is likely to mean", () => {
    const text = `netwrk: { availabilityZone: us-east-2z9 }\npols: { gpus: ${pool(", timeSlicingReplica: 99")} }
fleet: { large: { pool: gpus, size: 9 } }\n`;
    expect(found(text, ({ message }) => message.replace(/[,;] .*/, ""))).toEqual([
      "netwrk is not known",
      'network: availabilityZone must be a zone name such as "us-east-2a"',
      "pols is not known",
      "pools.gpus.timeSlicingReplica is not known",
      "pools.gpus: timeSlicingReplicas must be a whole number from 2 to 48",
      "fleet is not known",
      "fleets.large: size must be a whole number within the pool's nodes",
    ]);
  });

  it("does not say of a pool with a wrong name that nobody starts it", () => {
    const text = `${network}pools: { g: ${pool("")} }\nslurm: { partitions: [{ name: "a b", pools: [g] }] }\n`;
    expect(found(text)).toEqual(["pools.g", "slurm.partitions[0].name"]);
  });

  it("checks parts whose name is wrong, and names of parts whose shape is wrong", () => {
    const said = found(
      `${network}pools:
  a: { instanceType: g6e.12xlarge, nodes: { min: 5, max: 4 }, migProfile: 1g.5gb }
  B_B: { instanceType: g6e.12xlarge, nodes: { min: zero, max: 4 }, rootVolumeGiB: 7 }
fleets:
  net-1: { pool: a, size: 9 }
fileSystems:
  s: { kind: efs, provisionedMiBps: 9000 }
  net-1: { kind: efs }
slurm: { partitions: [{ name: gpu, pools: [B_B], exclusive: 3 }] }
`,
    );
    expect(said).toEqual([
      "pools.a",
      "pools.a.nodes.min",
      "pools.a.migProfile",
      "pools.B_B",
      "pools.B_B.nodes.min",
      "pools.B_B.rootVolumeGiB",
      "fleets.net-1",
      "fileSystems.s",
      "fileSystems.s.provisionedMiBps",
      "slurm.partitions[0].exclusive",
    ]);
  });
});

describe("a value of a wrong kind", () => {
  const said = (text: string) => found(text, ({ path }) => path);
  const gpus = `pools: { gpus: ${pool("")} }\n`;
  const requests =
    "workload: { kind: inference, model: llama-3.1-8b, requestsPerSecond: 3, promptTokens: 500, outputTokens: 200 }\n";

  it.each<[string, string, readonly string[]]>([
    [
      "of a job, the version of Kubernetes",
      `${network}${gpus}kubeRay: { pools: [gpus], kubernetesVersion: "0.9", jobs: 3 }\n`,
      ["kubeRay.kubernetesVersion", "kubeRay.jobs"],
    ],
    [
      "of a job's GPUs, the version of Kubernetes",
      `${network}${gpus}kubeRay: { pools: [gpus], kubernetesVersion: "0.9", jobs: [{ name: a, pool: gpus, image: "a:1", command: [a], gpusPerPod: none }] }\n`,
      ["kubeRay.kubernetesVersion", "kubeRay.jobs[0].gpusPerPod"],
    ],
    [
      "of a pool's nodes, its MIG profile and mounts",
      `${network}pools: { gpus: { instanceType: p5.48xlarge, nodes: two, migProfile: 9g.1000gb, mounts: [{ fileSystem: nope, path: /x }] } }\nkubeRay: { pools: [gpus] }\n`,
      ["pools.gpus.nodes", "pools.gpus.migProfile", "pools.gpus.mounts[0].fileSystem"],
    ],
    [
      "of a pool's volume, what who starts it is given",
      `${network}pools: { gpus: ${pool(", rootVolumeGiB: large")} }\nslurm: { instanceType: m9z.huge, partitions: [{ name: bad name, pools: [gpus] }] }\n`,
      ["pools.gpus.rootVolumeGiB", "slurm.instanceType", "slurm.partitions[0].name"],
    ],
    [
      "of Slurm's minutes, its instance type and partitions",
      `${network}${gpus}slurm: { suspendMinutes: x, instanceType: m9z.huge, partitions: [{ name: bad name, pools: [gpus] }] }\n`,
      ["slurm.suspendMinutes", "slurm.instanceType", "slurm.partitions[0].name"],
    ],
    [
      "of a bucket's days, its name",
      `${network}${gpus}buckets: { data: { bucketName: Bad_Name, noncurrentDays: x } }\nfleets: { run: { pool: gpus } }\n`,
      ["buckets.data.bucketName", "buckets.data.noncurrentDays"],
    ],
    [
      "of a file system's rate, the bucket that it reads",
      `${network}${gpus}fileSystems: { fsx: { kind: lustre, capacityTiB: 4.8, throughputPerTiB: fast, importFrom: nothing } }\nfleets: { run: { pool: gpus } }\n`,
      ["fileSystems.fsx.throughputPerTiB", "fileSystems.fsx.importFrom"],
    ],
    [
      "of an architecture's nodes, its bucket and type",
      `${network}workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+11, sequenceLength: 4096, globalBatchSequences: 512 }\nbuckets: { data: {} }\narchitecture: { kind: training, bucket: dat, nodes: four, instanceType: p5.49xlarge }\n`,
      ["architecture.instanceType", "architecture.bucket", "architecture.nodes"],
    ],
    [
      "of an address that is missing, the types and zones of Regions",
      `${requests}architecture: { kind: inferenceRegions, regions: [{ availabilityZone: us-east-1a, instanceType: g6e.13xlarge }, { availabilityZone: us-west-9z }] }\n`,
      ["architecture.address", "architecture.regions[0].instanceType", "architecture.regions[1].availabilityZone"],
    ],
    [
      "of a workload, the parts beside its architecture",
      `${network}workload: { kind: training, model: llama-3.1-8b, tokens: lots, sequenceLength: 4096, globalBatchSequences: 512 }\nbuckets: { data: { bucketName: B_ } }\narchitecture: { kind: training, bucket: data }\n`,
      ["workload.tokens", "buckets.data.bucketName"],
    ],
  ])("hides nothing: %s", (_, text, paths) => {
    expect([...said(text)].sort()).toEqual([...paths].sort());
  });

  it.each<[string, string, readonly string[]]>([
    [
      "slurm",
      "slurm: { instanceType: m9z.huge, partitions: [{ name: bad name, pools: [xyz] }] }",
      ["slurm.instanceType", "slurm.partitions[0].name", "slurm.partitions[0].pools[0]"],
    ],
    [
      "fleets",
      "fleets: { run: { pool: xyz, targetGroupArn: nothing, targetPort: 80, size: 9 } }",
      ["fleets.run.pool", "fleets.run.targetGroupArn"],
    ],
    [
      "kubeRay",
      'kubeRay: { pools: [xyz], kubernetesVersion: "0.9", serving: [{ name: llama, pool: xyz, model: llama-9, weights: "s3://a/b" }] }',
      ["kubeRay.kubernetesVersion", "kubeRay.pools[0]", "kubeRay.serving[0].model", "kubeRay.serving[0].pool"],
    ],
  ])("nor does a pool that is not there, beside a type that is none, in %s", (_, adopter, paths) => {
    const wrong = "pools: { gpus: { instanceType: g6e.13xlarge, nodes: { min: 0, max: 4 } } }\n";
    expect(said(`${network}${wrong}${adopter}\n`)).toEqual(
      expect.arrayContaining(["pools.gpus.instanceType", ...paths]),
    );
  });

  it("says nothing that follows from what stands in for it", () => {
    expect(
      said(`${network}pools: { gpus: { instanceType: p5.48xlarge, nodes: many, capacity: [{ kind: block, reservationId: cr-0123456789abcdef0, nodes: 8 }] } }
fleets: { run: { pool: gpus, size: 8 } }\n`),
    ).toEqual(["pools.gpus.nodes"]);
    expect(
      said(`${network}fileSystems: { fsx: { kind: lustre, deploymentType: PERSISTENT_1, storageType: HDD, capacityTiB: 1.8, throughputPerTiB: 40x } }
pools: { gpus: ${pool(", mounts: [{ fileSystem: fsx, path: /fsx }]")} }\nfleets: { run: { pool: gpus } }\n`),
    ).toEqual(["fileSystems.fsx.throughputPerTiB"]);
    expect(
      said(`${network}pools: { gpus: { instanceType: [p5], nodes: { min: 0, max: 4 } } }
kubeRay: { pools: [gpus], serving: [{ name: llama, pool: gpus, model: llama-3.1-405b, weights: "s3://a/b" }] }\n`),
    ).toEqual(["pools.gpus.instanceType"]);
  });
});

describe("what a blueprint is told to change", () => {
  const messages = (text: string) => found(text, ({ path, message }) => `${path} | ${message}`);

  it("names the key that was written, of several that are one prop", () => {
    const cpus = "{ instanceType: c5n.18xlarge, nodes: { min: 0, max: 4 }, nvmeReadCacheFor: data }";
    const text = `${network}buckets: { data: {} }\npools: { cpus: ${cpus} }\nfleets: { runs: { pool: cpus } }\n`;
    expect(messages(text)).toEqual([
      "pools.cpus.nvmeReadCacheFor | pools.cpus: nvmeReadCacheFor needs local NVMe disks, and c5n.18xlarge has none; omit nvmeReadCacheFor",
    ]);
    expect(messages(text.replace("nvmeReadCacheFor", "nvmeCachePath: /nvme, nvmeReadCacheFor"))).toEqual([
      "pools.cpus.nvmeCachePath | pools.cpus: nvmeCachePath and nvmeReadCacheFor needs local NVMe disks, and c5n.18xlarge has none; omit nvmeCachePath and nvmeReadCacheFor",
    ]);
  });

  it("stands at the pool that Slurm counts", () => {
    const text = `${network}pools: { first: ${pool("")}, second: ${pool(", mpsReplicas: 4")} }
slurm: { partitions: [{ name: x, pools: [first, second] }] }\n`;
    expect(messages(text)).toEqual([
      expect.stringMatching(/^pools\.second\.mpsReplicas \| pools\.second\.mpsReplicas needs the MPS daemon,/),
    ]);
  });

  it("stands at the pool that cannot be started, or where it is named", () => {
    expect(
      messages(`${network}pools: { gpu: ${pool(", mpsReplicas: 4")} }\nfleets: { runs: { pool: gpu } }\n`),
    ).toEqual([
      expect.stringMatching(
        /^pools\.gpu\.mpsReplicas \| pool "gpu" shares its GPUs by MPS.*; omit pools\.gpu\.mpsReplicas$/,
      ),
    ]);
    const twice = `fleets: { runs: { pool: gpu } }\nslurm: { partitions: [{ name: train, pools: [gpu] }] }\n`;
    expect(messages(`${network}pools: { gpu: ${pool("")} }\n${twice}`)).toEqual([
      expect.stringMatching(/^slurm\.partitions\[0\]\.pools\[0\] \| pool "gpu" is adopted by NodeFleet "runs" already/),
    ]);
  });

  it("stands where a pool of Azure is named the second time", () => {
    const azure = `cloud: azure
network: { availabilityZone: eastus-1 }
pools: { gpu: { instanceType: Standard_NC40ads_H100_v5, nodes: { min: 0, max: 4 } } }
fleets: { runs: { pool: gpu } }
kubeRay: { pools: [gpu] }\n`;
    expect(messages(azure)).toEqual([
      expect.stringMatching(/^kubeRay\.pools\[0\] \| pool "gpu" is started by runs already/),
    ]);
  });

  it("knows the names of pools that cannot be read, and says nothing of monitoring for a misnamed pool", () => {
    const azure = (pool: string) => `cloud: azure
network: { availabilityZone: eastus-1 }
pools: { h100: ${pool} }
fleets: { runs: { pool: gpu-workers } }
monitoring: { budget: 5000, emails: [a@example.com] }\n`;
    expect(messages(azure("Standard_ND96isr_H100_v5"))).toContain(
      'fleets.runs.pool | fleets.runs.pool: no pool is named "gpu-workers"; known is h100',
    );
    const all = messages(azure("{ instanceType: Standard_ND96isr_H100_v5, nodes: { min: 0, max: 8 } }"));
    expect(all).toContain('monitoring | monitoring.budget is not known; did you mean "monthlyBudgetUsd"');
    expect(all.join()).not.toContain("must have a GpuNodePool");
  });

  it("names the section of an architecture where a key is missing, and the workload where no design fits it", () => {
    const workload = (more: string) =>
      `workload: { kind: training, model: llama-3.1-70b, tokens: 1.0e+12, sequenceLength: 8192, globalBatchSequences: 512${more} }`;
    const azure = `cloud: azure
network: { availabilityZone: eastus-1 }
buckets: { checkpoints: { accountName: traincheckpoints } }
architecture: { kind: training, bucket: checkpoints, scheduler: slurm, instanceType: Standard_ND96isr_H100_v5, nodes: 16 }
${workload("")}\n`;
    expect(found(azure)).toEqual(["architecture.slurm.siteAccountName", "architecture.slurm.vaultName"]);
    const small = `${network}architecture: { kind: training, instanceType: g6e.xlarge }\n${workload(", deadlineDays: 0.01")}\n`;
    expect(messages(small)).toEqual([expect.stringMatching(/^workload \| workload: llama-3\.1-70b .* fits no design/)]);
  });

  it("tells of names in a workload and an architecture what the catalog lacks, whatever else is wrong with either", () => {
    const problems = found(`${network}workload:
  kind: training
  model: llama-3.1-71b
  tokens: 100e9
  parallelism: { offload: gpu }
architecture:
  kind: training
  instanceType: p5.48xlarg
  scheduler: slrm
`);
    expect(problems.sort()).toEqual([
      "architecture.instanceType",
      "architecture.scheduler",
      "workload.globalBatchSequences",
      "workload.model",
      "workload.parallelism.offload",
      "workload.sequenceLength",
    ]);
  });

  it.each([
    ["training", "kind: training, tokens: 100e9, sequenceLength: 8192, globalBatchSequences: 512", ""],
    ["fineTuning", "kind: fine-tuning, method: lora, tokens: 1e9, sequenceLength: 2048, globalBatchSequences: 64", ""],
    ["singleNode", "kind: fine-tuning, method: lora, tokens: 1e7, sequenceLength: 2048, globalBatchSequences: 64", ""],
    ["inference", "kind: inference, requestsPerSecond: 1, promptTokens: 100, outputTokens: 100", ", nodes: 2"],
  ])("checks the other parts of architecture %s, whatever its capacity is", (kind, workload, more) => {
    const text = `${network}workload: { model: llama-3.1-8b, ${workload} }
architecture:
  { kind: ${kind}, instanceType: p5.48xlarge${more}, capacity: [{ kind: reservation, reservationId: xyz }],
    monitoring: { emails: ["no"] } }\n`;
    expect(found(text)).toEqual(["architecture.capacity[0]", "architecture.monitoring.emails[0]"]);
  });

  it("has the keys of an architecture, which has no nodes.max", () => {
    const workload =
      "{ kind: training, model: llama-3.1-70b, tokens: 1000000000000, sequenceLength: 8192, globalBatchSequences: 512 }";
    const block = "{ kind: block, reservationId: cr-0123456789abcdef0, nodes: 60 }";
    const text = `${network}workload: ${workload}
architecture: { kind: training, instanceType: p5.48xlarge, nodes: 32, capacity: [${block}] }\n`;
    const [message] = messages(text);
    expect(message).toContain("nodes and spareNodes together");
    expect(message).not.toContain("nodes.max");
  });
});

describe("an architecture with several mistakes", () => {
  const workload =
    "workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 64, deadlineDays: 9 }";

  it("shows those of all its parts at once, each at its place", () => {
    const problems = found(`network: { availabilityZone: us-east-2a, vpcCidr: 10.0.0.0/29 }
architecture:
  kind: training
  pool: { alternativeTypes: [p5.49xlarge] }
  slurm: { instanceType: m7i.huge }
  lustre: { capacityTiB: 1.3 }
  monitoring: { emails: [x] }
${workload}
`);
    expect(problems).toEqual([
      "network.vpcCidr",
      "architecture.pool.alternativeTypes[0]",
      "architecture.slurm.instanceType",
      "architecture.lustre.capacityTiB",
      "architecture.monitoring.emails[0]",
    ]);
  });
});
