/** The test sites: small clusters that between them use every part of lib/slurm that a slurmctld of today's Debian reads. */
import { instanceType } from "../../../lib/catalog";
import { poolFabric } from "../../../lib/model/fabric-devices";
import type { AwsNetworkInterface, CapacitySource, NodePool } from "../../../lib/model/model";
import type { SlurmOptions } from "../../../lib/slurm";

const source = (kind: CapacitySource["kind"], more: Partial<CapacitySource> = {}): CapacitySource => ({
  kind,
  reservationId: null,
  nodes: null,
  availabilityZone: null,
  startsOn: null,
  endsOn: null,
  ...more,
});

/** AWS's layout: a plain interface first, EFA on every card that has it. */
const networkCards = (type: string): AwsNetworkInterface[] =>
  instanceType(type).networkCards.flatMap((card) => [
    ...(card.index === 0 ? [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" as const }] : []),
    ...(card.efa
      ? [{ networkCardIndex: card.index, deviceIndex: card.index === 0 ? 1 : 0, interfaceType: "efa-only" as const }]
      : []),
  ]);

/** What a site asks of a pool; `fabric` is the name of the EFA that it is on. */
type PoolChanges = Partial<Omit<NodePool, "fabric">> & { readonly fabric?: string };

const pool = (name: string, type: string, max: number, { fabric, ...more }: PoolChanges = {}): NodePool => ({
  name,
  instanceType: type,
  nodes: { min: 0, max },
  capacity: [source("on-demand")],
  fabric: fabric === undefined ? null : poolFabric(fabric, instanceType(type)),
  placement: "none",
  availabilityZone: "us-east-1a",
  image: { family: "dlami", pinned: true },
  sharing: { kind: "none" },
  nvmeCache: null,
  mounts: [],
  rootVolumeGiB: 100,
  encrypted: true,
  aws: { networkInterfaces: networkCards(type), imdsV2Required: true, imdsHopLimit: 1 },
  healthChecked: true,
  labels: {},
  bootSeconds: 300,
  adoptedBy: null,
  ...more,
});

/** What Debian 12 has. */
const common = { version: "22.05", controllers: ["head"], containers: false } as const;

/** Nodes in AWS of a site that has nodes of its own. */
const hybrid: SlurmOptions = {
  ...common,
  name: "hybrid",
  accounting: { kind: "none" },
  healthChecks: false,
  pools: [{ pool: pool("h100", "p5.48xlarge", 4, { fabric: "efa" }), backoffMinutes: 1 }],
  partitions: [{ name: "train-aws", pools: ["h100"], suspendMinutes: 10, weights: { h100: 10_000 } }],
};

/** The site that it joins: two nodes that are there. */
export const ownSite: SlurmOptions = {
  ...common,
  name: "hybrid",
  accounting: { kind: "none" },
  healthChecks: false,
  pools: [
    {
      pool: pool("dgx", "dgx-h100", 2, {
        nodes: { min: 2, max: 2 },
        capacity: [],
        owned: [{ prefix: "dgx", width: 0, first: 1, last: 2, address: "10.99.1.1" }],
      }),
    },
  ],
  partitions: [{ name: "train", pools: ["dgx"] }],
};

/** Nodes that come and go: a pool with two sources, one with one, one with static nodes on a block. */
const cloud: SlurmOptions = {
  ...common,
  name: "cloud",
  accounting: { kind: "none" },
  healthChecks: false,
  pools: [
    {
      pool: pool("h100", "p5.48xlarge", 8, { capacity: [source("on-demand"), source("spot")], fabric: "efa" }),
      backoffMinutes: 1,
    },
    { pool: pool("cpu", "c7i.4xlarge", 8), backoffMinutes: 1 },
    {
      pool: pool("block", "p5.48xlarge", 2, {
        fabric: "efa",
        nodes: { min: 0, max: 2 },
        capacity: [source("block", { nodes: 2, reservationId: "cr-0123456789abcdef0" })],
      }),
      backoffMinutes: 1,
    },
  ],
  partitions: [
    { name: "train", pools: ["h100", "block"], default: true },
    { name: "cpu", pools: ["cpu"] },
    { name: "both", pools: ["h100", "cpu"] },
  ],
};

/** Nodes that fail, and a head that does. */
const failures: SlurmOptions = {
  ...common,
  name: "failures",
  accounting: { kind: "none" },
  healthChecks: false,
  pools: [{ pool: pool("work", "c7i.4xlarge", 8), backoffMinutes: 1 }],
  partitions: [{ name: "work", pools: ["work"], default: true }],
};

/** A pool that an apply makes smaller, with another name for its partition, or gives another image. */
const changes = (max: number, partition: string): SlurmOptions => ({
  ...common,
  name: "changes",
  accounting: { kind: "none" },
  healthChecks: false,
  updates: { strategy: "drain", atOnce: 2 },
  pools: [{ pool: pool("work", "c7i.4xlarge", max), backoffMinutes: 1 }],
  partitions: [{ name: partition, pools: ["work"], default: true }],
});

/** Rejects jobs without an account, and fills in a comment. */
const SUBMIT = `function slurm_job_submit(job, partitions, uid)
  if job.name == "nameless" then
    slurm.log_user("give the job a name")
    return slurm.ERROR
  end
  if job.comment == nil then job.comment = "by the script" end
  return slurm.SUCCESS
end
function slurm_job_modify(job, before, partitions, uid)
  return slurm.SUCCESS
end
return slurm.SUCCESS
`;

/** Who gets what: accounting, QoS, fair share, GPUs in parts, switches, health. */
const shared: SlurmOptions = {
  ...common,
  name: "shared",
  healthCheckSeconds: 30,
  preemption: "qos",
  privateData: ["jobs"],
  jobPrograms: {
    prolog: '#!/bin/sh\necho "$SLURM_JOB_USER" >> /run/lab-node/prologs\n[ ! -e /run/lab-node/refused ]\n',
    epilog: '#!/bin/sh\necho "$SLURM_JOB_USER" >> /run/lab-node/epilogs\n',
    submit: SUBMIT,
  },
  pools: [{ pool: pool("gpu", "p5.48xlarge", 8) }],
  partitions: [{ name: "train", pools: ["gpu"], default: true, maxTimeMinutes: 60 }],
  topology: {
    kind: "tree",
    refresh: true,
    switches: [
      { name: "leaf1", nodes: "gpu-dy-[1-4]", switches: null },
      { name: "leaf2", nodes: "gpu-dy-[5-8]", switches: null },
      { name: "spine", nodes: null, switches: "leaf[1-2]" },
    ],
  },
  qos: [{ name: "low" }, { name: "high", priority: 100, preempts: ["low", "normal"] }],
  accounts: [
    { name: "research", share: 3, users: ["root", "games"] },
    { name: "product", share: 1, users: ["news"] },
    { name: "trial", gpuHours: 1, users: ["proxy"] },
  ],
};

/** 5,000 nodes in 50 pools, with switches. */
const SCALE_TYPES = ["p5", "p5en", "p4d", "g6e", "g6", "p4de", "g5", "p5e"].map(
  (family) => `${family}.${family.startsWith("p4") ? 24 : 48}xlarge`,
);

const scale: SlurmOptions = {
  ...common,
  name: "scale",
  accounting: { kind: "none" },
  pools: Array.from({ length: 50 }, (_, n) => ({
    pool: pool(
      `p${n}`,
      SCALE_TYPES[n % SCALE_TYPES.length]!,
      n === 0 ? 1000 : n === 1 ? 160 : 80,
      n === 0 ? { fabric: "efa" } : {},
    ),
  })),
  partitions: [
    { name: "big", pools: ["p0"], default: true },
    { name: "all", pools: Array.from({ length: 50 }, (_, n) => `p${n}`) },
  ],
  topology: {
    kind: "tree",
    refresh: false,
    switches: [
      ...Array.from({ length: 50 }, (_, n) => ({
        name: `leaf${n}`,
        nodes: `p${n}-dy-[1-${n === 0 ? 1000 : n === 1 ? 160 : 80}]`,
        switches: null,
      })),
      { name: "spine", nodes: null, switches: "leaf[0-49]" },
    ],
  },
};

/** Training on a block, LoRA on spot, preprocessing on CPUs, three accounts with fair share and preemption. */
const mixed: SlurmOptions = {
  ...common,
  name: "mixed",
  preemption: "qos",
  pools: [
    {
      pool: pool("h100", "p5.48xlarge", 24, {
        capacity: [source("block", { nodes: 16, reservationId: "cr-0123456789abcdef0" }), source("on-demand")],
        fabric: "efa",
      }),
    },
    { pool: pool("l40s", "g6e.12xlarge", 8, { capacity: [source("spot"), source("on-demand")] }) },
    { pool: pool("cpu", "c7i.4xlarge", 20) },
  ],
  partitions: [
    { name: "train", pools: ["h100"], exclusive: true, maxTimeMinutes: 10_080, priorityTier: 2 },
    { name: "lora", pools: ["l40s"], maxTimeMinutes: 525_600 },
    { name: "prep", pools: ["cpu"], default: true, suspendMinutes: 2 },
  ],
  qos: [{ name: "low" }, { name: "high", priority: 10, preempts: ["low"], maxGpusPerUser: 64, graceSeconds: 120 }],
  accounts: [
    { name: "lab", share: 1 },
    { name: "vision", parent: "lab", share: 2, users: ["ann"], gpuHours: 5000, maxGpus: 64 },
    { name: "speech", parent: "lab", share: 1, users: ["ann", "bob"], defaultQos: "low" },
  ],
  users: [
    { name: "ann", uid: 2001, administrator: true },
    { name: "bob", uid: 2002, maxGpus: 8 },
  ],
  priority: { usageReset: "monthly" },
};

/** GPUs cut in parts: MIG instances and shards; Neuron devices; tiers of partitions over the same pool. */
const parts: SlurmOptions = {
  ...common,
  name: "parts",
  accounting: { kind: "none" },
  preemption: "partition",
  privateTmp: true,
  pools: [
    {
      pool: pool("mig", "p5.48xlarge", 4, { sharing: { kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 } }),
    },
    { pool: pool("trn", "trn1.32xlarge", 2) },
    { pool: pool("shard", "g6.xlarge", 4, { sharing: { kind: "time-slicing", replicas: 4 } }) },
  ],
  partitions: [
    { name: "now", pools: ["mig", "shard", "trn"], priorityTier: 10 },
    {
      name: "later",
      pools: ["mig", "shard", "trn"],
      priorityTier: 1,
      preemptMode: "requeue",
      graceSeconds: 60,
      default: true,
    },
  ],
};

/** UltraServers of 18 instances each, and Slurm's own key: both need a release that Debian 13 has. */
const blocks: SlurmOptions = {
  ...common,
  name: "blocks",
  version: "24.11",
  accounting: { kind: "none" },
  pools: [
    {
      pool: pool("gb200", "p6e-gb200.36xlarge", 36, {
        capacity: [source("block", { nodes: 36, reservationId: "cr-0123456789abcdef0" })],
        fabric: "efa",
      }),
    },
  ],
  partitions: [{ name: "train", pools: ["gb200"], exclusive: true }],
  topology: { kind: "block", refresh: true, blockSize: 18, blocks: [] },
};

/**
 * Eight nodes in blocks of four, with Slurm's own key, on what Debian 13 has. Sites run side by side under one hierarchy of cgroups,
 * where Slurm names a node's by the node: two nodes of one name would kill each other's jobs.
 */
const newer: SlurmOptions = {
  ...common,
  name: "newer",
  version: "24.11",
  accounting: { kind: "none" },
  healthCheckSeconds: 30,
  pools: [{ pool: pool("next", "p5.48xlarge", 8, { fabric: "efa" }) }],
  partitions: [{ name: "train", pools: ["next"] }],
  topology: { kind: "block", refresh: true, blockSize: 4, blocks: [] },
};

/** UltraServers whose nodes boot and run jobs; an apply gives one of two back. */
const ultraservers = (nodes: number): SlurmOptions => ({
  ...blocks,
  name: "ultraservers",
  healthChecks: false,
  pools: [
    {
      pool: pool("nvl", "p6e-gb200.36xlarge", nodes, {
        capacity: [source("block", { nodes, reservationId: "cr-0123456789abcdef0" })],
        fabric: "efa",
      }),
    },
  ],
  partitions: [{ name: "train", pools: ["nvl"], exclusive: true }],
});

/** The least that there can be: one pool, one partition. */
const least: SlurmOptions = {
  ...common,
  name: "least",
  accounting: { kind: "none" },
  healthChecks: false,
  pools: [{ pool: pool("cpu", "c7i.4xlarge", 1) }],
  partitions: [{ name: "cpu", pools: ["cpu"] }],
};

/** A database elsewhere that takes encrypted connections alone, as Azure's does. */
const external: SlurmOptions = {
  ...least,
  name: "external",
  accounting: { kind: "external", databaseHost: "127.0.0.1", databaseCaFile: "/run/mysqld/ca.pem" },
};

export const sites: Readonly<Record<string, SlurmOptions>> = {
  hybrid,
  cloud,
  failures,
  changes: changes(8, "work"),
  "changes-smaller": changes(6, "renamed"),
  shared,
  scale,
  mixed,
  parts,
  blocks,
  newer,
  ultraservers: ultraservers(36),
  "ultraservers-fewer": ultraservers(18),
  least,
  external,
};
