import { WarpformError } from "../../lib/errors";
import type { NodePool } from "../../lib/model/model";
import { defineSlurmCluster } from "../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmOptions, SlurmPartitionOptions } from "../../lib/slurm/definition/slurm-options";
import { pool, source } from "./pools";

const h100 = { pool: pool("h100", "p5.48xlarge", 8) };
const train: SlurmPartitionOptions = { name: "train", pools: ["h100"] };
const good: SlurmOptions = { name: "train", pools: [h100], partitions: [train] };

const options = (more: Partial<SlurmOptions>): SlurmOptions => ({ ...good, ...more });
const withPool = (name: string, more: Partial<NodePool>): SlurmOptions => ({
  ...good,
  pools: [{ pool: pool(name, more.instanceType ?? "p5.48xlarge", 8, more) }],
  partitions: [{ name: "train", pools: [name] }],
});
const withPartition = (more: Partial<SlurmPartitionOptions>): SlurmOptions => ({
  ...good,
  partitions: [{ ...train, ...more }],
});

function messageOf(options: SlurmOptions): string {
  try {
    defineSlurmCluster(options, "slurm");
  } catch (error) {
    if (error instanceof WarpformError) return error.message;
    throw error;
  }
  return "accepted";
}

const onType = (instanceType: string, more: Partial<SlurmOptions>): SlurmOptions => ({
  ...options(more),
  pools: [{ pool: pool("h100", instanceType, 8) }],
});

describe("limits in resources that no node has", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "GPU hours on Trainium",
      onType("trn2.48xlarge", { accounts: [{ name: "lab", gpuHours: 1000 }] }),
      "accounts[0].gpuHours limits GPUs, and no pool of the cluster has any; use neuronDeviceHours",
    ],
    [
      "GPUs of a QoS on CPUs",
      onType("c7i.4xlarge", { qos: [{ name: "high", maxGpusPerUser: 8 }] }),
      "qos[0].maxGpusPerUser limits GPUs, and no pool of the cluster has any; use maxCpusPerUser",
    ],
    [
      "Neuron devices of a user on GPUs",
      options({ users: [{ name: "ann", uid: 2000, maxNeuronDevices: 16 }] }),
      "users[0].maxNeuronDevices limits Neuron devices, and no pool of the cluster has any; use maxGpus",
    ],
  ])("are refused: %s", (_, given, message) => {
    expect(messageOf(given)).toContain(message);
  });

  it("are taken in the resource's own TRES", () => {
    const { policy } = defineSlurmCluster(
      onType("trn2.48xlarge", {
        accounts: [{ name: "lab", neuronDeviceHours: 1000, maxNeuronDevices: 32, cpuHours: 5 }],
        qos: [{ name: "high", maxNeuronDevicesPerUser: 16 }],
      }),
    );
    expect(policy.accounts[0]).toMatchObject({
      tresHours: { "gres/neuron": 1000, cpu: 5 },
      tres: { "gres/neuron": 32, cpu: null },
    });
    expect(policy.qos[0]!.tresPerUser).toEqual({ "gres/neuron": 16, cpu: null });
  });
});

describe("defineSlurmCluster refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "a switch over nodes that there are not",
      options({
        topology: {
          kind: "tree",
          refresh: false,
          switches: [
            { name: "leaf1", nodes: "h100-dy-[1-4,8]", switches: null },
            { name: "leaf2", nodes: "h100-dy-[5-9]", switches: null },
            { name: "spine", nodes: null, switches: "leaf[1-2]" },
          ],
        },
      }),
      "topology.switches[1].nodes must be nodes of the pools, got h100-dy-[5-9]; names are h100-dy-1 and so on",
    ],
    [
      "a block of nodes by another name",
      options({
        version: "24.11",
        topology: { kind: "block", refresh: false, blockSize: 1, blocks: [{ name: "b1", nodes: "h100-st-1" }] },
      }),
      "topology.blocks[0].nodes must be nodes of the pools, got h100-st-1; names are h100-dy-1 and so on",
    ],
    [
      "MPS, which only Kubernetes runs",
      withPool("h100", { sharing: { kind: "mps", replicas: 4 } }),
      "pools[0].sharing by MPS needs a daemon that only Kubernetes' device plugin runs, got mps; use time slicing or MIG",
    ],
    [
      "turns of one",
      withPool("h100", { sharing: { kind: "time-slicing", replicas: 1 } }),
      "pools[0].sharing.replicas must be a whole number from 2 to 48, got 1; use 2",
    ],
    [
      "labels that are no features",
      withPool("h100", { labels: { team: "a & b", tier: "gold" } }),
      'pools[0].labels.team must be letters, digits, -, _, . and /, since it is a feature of Slurm, got "a & b"; use a-b',
    ],
    [
      "an update of so many nodes at once that replaces none",
      options({ updates: { atOnce: 4 } }),
      'updates.atOnce is how many nodes are replaced at once, and strategy "keep" replaces none; use strategy "drain", or leave it out',
    ],
    [
      "an update of no node at once",
      options({ updates: { strategy: "drain", atOnce: 0 } }),
      "updates.atOnce must be a whole number of nodes from 1 to 1000, got 0; use 1",
    ],
    [
      "a misspelt option, as a program without types has it",
      { ...good, suspendMinute: 5 } as SlurmOptions,
      "suspendMinute is not a prop; did you mean suspendMinutes",
    ],
    [
      "a misspelt key of a switch",
      options({
        topology: {
          kind: "tree",
          refresh: false,
          switches: [{ name: "leaf1", nodes: "h100-dy-[1-8]", switches: null, node: "x" } as never],
        },
      }),
      "topology.switches[0].node is not a prop; there are name, nodes, switches",
    ],
    [
      "a number that is text",
      options({ partitions: [{ ...train, priorityTier: "2" as unknown as number }] }),
      'partitions[0].priorityTier must be a whole number from 1 to 65533, got "2"; use 2, without quotes',
    ],
    [
      "an update that ends jobs",
      options({ updates: { strategy: "terminate" as "drain" } }),
      'updates.strategy must be "keep" or "drain", got "terminate"; use "keep"',
    ],
    [
      "a prolog that is no script",
      options({ jobPrograms: { prolog: "mount /scratch" } }),
      'jobPrograms.prolog must be the text of a script that starts with #! and its interpreter, got "mount /scratch"; start with "#!/bin/bash"',
    ],
    [
      "private data that Slurm does not know",
      options({ privateData: ["job" as "jobs"] }),
      'privateData[0] must be "accounts", "events", "jobs", "nodes", "partitions", "reservations", "usage" or "users", got "job"; use "jobs"',
    ],
    [
      "half a node",
      withPool("h100", { nodes: { min: 1.5, max: 8 } }),
      "pools[0].nodes.min must be 0 to nodes.max (8), got 1.5; use 1",
    ],
    [
      "a number of nodes that is none",
      withPool("h100", { nodes: { min: Number.NaN, max: 8 } }),
      "pools[0].nodes.min must be 0 to nodes.max (8), got NaN; use 0",
    ],
    [
      "a block of no node",
      withPool("h100", { capacity: [source("block", { nodes: 0 }), source("on-demand")] }),
      "pools[0].capacity[0].nodes must be a whole number of nodes from 1 to 65536, got 0; use 1",
    ],
    [
      "a port of the controller that nodes do not know",
      options({ slurmConf: { SlurmctldPort: 7000 } }),
      "slurmConf.SlurmctldPort can't be set, because nodes and head find each other by it; use nothing: it is 6817",
    ],
    [
      "the id of the image's own user",
      options({ users: [{ name: "ada", uid: 1000 }] }),
      "users[0].uid must be a whole number from 1001 to 59999, got 1000; use 1001",
    ],
    [
      "the name of a group that machines have",
      options({ users: [{ name: "video", uid: 2001 }] }),
      "users[0].name can't be video, which the machines have already; use another name",
    ],
    [
      "a database's endpoint where its host belongs",
      options({ accounting: { kind: "external", databaseHost: "db.example.com:3306" } }),
      'accounting.databaseHost must be a host name alone, got "db.example.com:3306"; give the port in databasePort',
    ],
    [
      "a database name that SQL reads otherwise",
      options({ accounting: { kind: "local", databaseName: "a`; drop" } }),
      'accounting.databaseName must be letters, digits and _, at most 64, got "a`; drop"; use slurm_acct_db',
    ],
    [
      "a cluster name that accounting would change to lower case",
      options({ name: "Train" }),
      'name must be lower-case letters, digits and -, begin with a letter, at most 40, got "Train"; use train',
    ],
    [
      "a release that the writers don't know",
      options({ version: "23.10" as never }),
      'version must be "22.05", "23.02", "23.11", "24.05", "24.11", "25.05" or "25.11", got "23.10"; use "23.11"',
    ],
    [
      "authentication that the release lacks",
      options({ version: "22.05", authentication: "slurm" }),
      'authentication "slurm" needs Slurm 23.11, got 22.05; use "munge"',
    ],
    [
      "three controllers",
      options({ controllers: ["head-1", "head-2", "head-3"] }),
      "controllers must be a list of hosts with at most 2, got 3",
    ],
    [
      "a controller that is no host name",
      options({ controllers: ["Head_1"] }),
      'controllers[0] must be a host name of lower-case letters, digits and -, got "Head_1"; use head-1',
    ],
    [
      "no pool",
      options({ pools: [], partitions: [] }),
      "slurm has 2 problems:\n  - pools must have at least one pool, got none; add one\n  - partitions must have at least one partition, got none; add one",
    ],
    [
      "a pool name with an underscore",
      withPool("h100_a", {}),
      'pools[0].name must be lower-case letters, digits and -, begin with a letter, 2 to 40, got "h100_a"; use h100-a',
    ],
    [
      "the same pool twice",
      options({ pools: [h100, h100] }),
      "pools[1].name must be used once, got h100 again, as in pools[0]; rename one",
    ],
    [
      "an instance type that is not in the catalogue",
      withPool("h100", { instanceType: "p5.48large" }),
      "pools[0].instanceType must be in the catalogue, got p5.48large; use p5.48xlarge",
    ],
    [
      "more memory than the instance has",
      options({ pools: [{ ...h100, realMemoryMiB: 2_500_000 }] }),
      "pools[0].realMemoryMiB must be a whole number of MiB from 1024 to 2097152, got 2500000; use 2097152",
    ],
    [
      "a pool of no nodes",
      withPool("h100", { nodes: { min: 0, max: 0 } }),
      "pools[0].nodes.max must be a whole number of nodes from 1 to 65536, got 0; use 1",
    ],
    [
      "more nodes at least than at most",
      withPool("h100", { nodes: { min: 9, max: 8 } }),
      "pools[0].nodes.min must be 0 to nodes.max (8), got 9; use 8",
    ],
    [
      "no capacity source",
      withPool("h100", { capacity: [] }),
      "pools[0].capacity must have at least one source, got none; add on-demand",
    ],
    [
      "blocks that hold more nodes than the pool may have",
      withPool("h100", { capacity: [source("block", { nodes: 16 })] }),
      "pools[0].nodes.max must be at least the 16 nodes of its Capacity Blocks, got 8; use 16",
    ],
    [
      "a block of unknown size beside another source",
      withPool("h100", { capacity: [source("block"), source("on-demand")] }),
      "pools[0].capacity must say how many nodes a block holds where it is not the only source, got none; give nodes",
    ],
    [
      "a fallback that is never used",
      withPool("h100", { capacity: [source("block", { nodes: 8 }), source("spot")] }),
      "pools[0].nodes.max 8 is what its blocks hold, so that spot is never used; use more than 8, or leave spot out",
    ],
    [
      "a MIG profile that the GPU has not",
      withPool("h100", { sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 } }),
      "pools[0].sharing must be one of 1g.10gb, 1g.10gb+me, 1g.20gb, 2g.20gb, 3g.40gb, 4g.40gb, 7g.80gb for p5.48xlarge, got 1g.5gb; use 1g.10gb",
    ],
    [
      "MIG on a GPU that can't be partitioned",
      withPool("h100", {
        instanceType: "g6e.12xlarge",
        sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
      }),
      "pools[0].sharing by MIG needs GPUs that can be partitioned, and those of g6e.12xlarge can't; use time slicing",
    ],
    [
      "a back-off of no time",
      options({ pools: [{ ...h100, backoffMinutes: 0 }] }),
      "pools[0].backoffMinutes must be a whole number of minutes from 1 to 1440, got 0; use 1",
    ],
    [
      "a billing weight of nothing",
      options({ pools: [{ ...h100, billingPerNodeHour: 0 }] }),
      "pools[0].billingPerNodeHour must be a number above 0, got 0; leave it out",
    ],
    [
      "a resume timeout below the boot time",
      options({ resumeTimeoutSeconds: 300 }),
      "resumeTimeoutSeconds must be at least the 420 s that a node of h100 takes to boot, got 300; use 840",
    ],
    [
      "no partition",
      options({ partitions: [] }),
      "slurm has 2 problems:\n  - partitions must have at least one partition, got none; add one\n  - pools[0] h100 is in no partition, so that no job can use it; add it to one",
    ],
    [
      "a partition name with a blank",
      withPartition({ name: "big jobs" }),
      'partitions[0].name must be letters, digits, - and _, begin with a letter, at most 32, got "big jobs"; use big-jobs',
    ],
    [
      "the partition name that Slurm keeps",
      withPartition({ name: "DEFAULT" }),
      "partitions[0].name can't be DEFAULT, which Slurm keeps for defaults; use main",
    ],
    [
      "the same partition twice",
      options({ partitions: [train, train] }),
      "partitions[1].name must be used once, got train again, as in partitions[0]; rename one",
    ],
    [
      "a partition without pools",
      options({ partitions: [train, { name: "empty", pools: [] }] }),
      "partitions[1].pools must have at least one pool, got none; add one",
    ],
    [
      "a pool that is not there",
      options({ partitions: [train, { name: "more", pools: ["h10"] }] }),
      "partitions[1].pools[0] must be a pool of the cluster, got h10; use h100",
    ],
    [
      "a pool twice in a partition",
      withPartition({ pools: ["h100", "h100"] }),
      "partitions[0].pools[1] must be used once, got h100 again, as in partitions[0].pools[0]; rename one",
    ],
    [
      "a pool in no partition",
      options({ pools: [h100, { pool: pool("cpu", "c7i.4xlarge", 4) }] }),
      "pools[1] cpu is in no partition, so that no job can use it; add it to one",
    ],
    [
      "two default partitions",
      options({
        partitions: [
          { ...train, default: true },
          { name: "debug", pools: ["h100"], default: true },
        ],
      }),
      "partitions[1].default must be true for one partition, got true for train and debug; leave one out",
    ],
    [
      "a default time above the limit",
      withPartition({ defaultTimeMinutes: 120, maxTimeMinutes: 60 }),
      "partitions[0].defaultTimeMinutes must be at most maxTimeMinutes (60), got 120; use 60",
    ],
    [
      "a time limit of no time",
      withPartition({ maxTimeMinutes: 0 }),
      "partitions[0].maxTimeMinutes must be a whole number of minutes from 1 to 525600, got 0; use 1",
    ],
    [
      "a priority tier that Slurm can't hold",
      withPartition({ priorityTier: 70_000 }),
      "partitions[0].priorityTier must be a whole number from 1 to 65533, got 70000; use 65533",
    ],
    [
      "more nodes a job than the partition has",
      withPartition({ maxNodesPerJob: 9 }),
      "partitions[0].maxNodesPerJob must be a whole number of nodes from 1 to 8, got 9; use 8",
    ],
    [
      "a weight for a pool that is not in the partition",
      withPartition({ weights: { l40s: 3 } }),
      "partitions[0].weights.l40s must be a pool of the partition, got l40s; use one of h100",
    ],
    [
      "one pool with two weights",
      options({
        partitions: [
          { ...train, weights: { h100: 1 } },
          { name: "debug", pools: ["h100"], weights: { h100: 5 } },
        ],
      }),
      "partitions[1].weights must be the same for pool h100 in every partition, got 5 and 1 in train; use one value",
    ],
    [
      "one pool with two idle times",
      options({
        partitions: [
          { ...train, suspendMinutes: 5 },
          { name: "debug", pools: ["h100"], suspendMinutes: 30 },
        ],
      }),
      "partitions[1].suspendMinutes must be the same for pool h100 in every partition, got 30 and 5 in train; use one value",
    ],
    [
      "an account that nobody declared",
      withPartition({ allowAccounts: ["nlp"] }),
      "partitions[0].allowAccounts[0] must be a declared account, got nlp; use one of root",
    ],
    [
      "a preempt mode that has no effect",
      withPartition({ preemptMode: "requeue" }),
      'partitions[0].preemptMode requeue has no effect with preemption none; set preemption to "partition", or leave it out',
    ],
    [
      "preemption by partition with one tier",
      options({ preemption: "partition" }),
      'preemption "partition" needs partitions of different priorityTier, got one tier; give the stronger one a higher tier',
    ],
    [
      "preemption by QoS without a database",
      options({ preemption: "qos", accounting: { kind: "none" }, qos: [] }),
      'slurm has 2 problems:\n  - preemption "qos" needs accounting, got kind "none"; use accounting kind "local"\n  - preemption "qos" needs a QoS that preempts another, got none; give one preempts',
    ],
    [
      "accounts without a database",
      options({ accounting: { kind: "none" }, accounts: [{ name: "nlp" }] }),
      'accounts need accounting, got kind "none"; use accounting kind "local"',
    ],
    [
      "an external database without a host",
      options({ accounting: { kind: "external" } }),
      "accounting.databaseHost must be the host of the external database, got none; give its endpoint",
    ],
    [
      "a database host that is not used",
      options({ accounting: { kind: "local", databaseHost: "db.example.com" } }),
      'accounting.databaseHost can\'t be used with kind "local"; use kind "external"',
    ],
    [
      "a QoS that preempts itself",
      options({ qos: [{ name: "high", preempts: ["high"] }] }),
      "qos[0].preempts[0] must be another QoS, got high itself; leave it out",
    ],
    [
      "two QoS that preempt each other",
      options({
        qos: [
          { name: "a", preempts: ["b"] },
          { name: "b", preempts: ["a"] },
        ],
      }),
      "slurm has 2 problems:\n  - qos[0].preempts must not lead back to a, got b; take one of them out\n  - qos[1].preempts must not lead back to b, got a; take one of them out",
    ],
    [
      "a QoS that preempts one that is not there",
      options({ qos: [{ name: "high", preempts: ["nomal"] }] }),
      "qos[0].preempts[0] must be a declared QoS, got nomal; use normal",
    ],
    [
      "an account under itself",
      options({ accounts: [{ name: "nlp", parent: "nlp" }] }),
      "accounts[0].parent must not lead back to nlp, got nlp; use root",
    ],
    [
      "the account that Slurm keeps",
      options({ accounts: [{ name: "root" }] }),
      "accounts[0].name can't be root, which Slurm keeps above all others; use another name",
    ],
    [
      "a share of nothing",
      options({ accounts: [{ name: "nlp", share: 0 }] }),
      "accounts[0].share must be a whole number from 1 to 65535, got 0; use 1",
    ],
    [
      "an account's user that nobody declared",
      options({ accounts: [{ name: "nlp", users: ["bob"] }], users: [{ name: "ada", uid: 2001 }] }),
      "accounts[0].users[0] must be a declared user, got bob; use one of ada",
    ],
    [
      "a default QoS that the account may not use",
      options({ qos: [{ name: "high" }], accounts: [{ name: "nlp", qos: ["high"], defaultQos: "normal" }] }),
      "accounts[0].defaultQos must be one of the account's QoS, got normal; use one of high",
    ],
    [
      "a user name in capitals",
      options({ users: [{ name: "Ada", uid: 2001 }] }),
      'users[0].name must be lower-case letters, digits, - and _, begin with a letter, at most 32, got "Ada"; use ada',
    ],
    [
      "a user that every machine has already",
      options({ users: [{ name: "ubuntu", uid: 2001 }] }),
      "users[0].name can't be ubuntu, which the machines have already; use another name",
    ],
    [
      "a user id of the system's",
      options({ users: [{ name: "ada", uid: 401 }] }),
      "users[0].uid must be a whole number from 1001 to 59999, got 401; use 1001",
    ],
    [
      "two users of one id",
      options({
        users: [
          { name: "ada", uid: 2001 },
          { name: "bob", uid: 2001 },
        ],
      }),
      "users[1].uid must be of one user, got 2001 of ada again for bob; use 2002",
    ],
    [
      "a private key where a public one belongs",
      options({ users: [{ name: "ada", uid: 2001, sshKeys: ["-----BEGIN OPENSSH PRIVATE KEY-----"] }] }),
      "users[0].sshKeys[0] must be a public key, got a private one; use the .pub file, and make a new pair",
    ],
    [
      "a key that is a file name",
      options({ users: [{ name: "ada", uid: 2001, sshKeys: ["~/.ssh/id_ed25519.pub"] }] }),
      'users[0].sshKeys[0] must be one line of authorized_keys, got "~/.ssh/id_ed25519.pub"; use the text of the .pub file',
    ],
    [
      "an idle time of a week",
      options({ suspendMinutes: 10_080 }),
      "suspendMinutes must be a whole number of minutes from 1 to 1440, got 10080; use 1440",
    ],
    [
      "a drain after the block has begun to end",
      options({ blockDrainMinutes: 10 }),
      "blockDrainMinutes must be a whole number of minutes from 30 to 1440, got 10; use 30",
    ],
    [
      "a half-life beside a monthly reset",
      options({ priority: { usageReset: "monthly", halfLifeDays: 7 } }),
      "priority.halfLifeDays must be 0 where use starts again monthly, got 7; leave it out",
    ],
    [
      "use that never ends to count",
      options({ priority: { halfLifeDays: 0 } }),
      'priority.halfLifeDays 0 needs usageReset, or use counts for ever; use usageReset "monthly"',
    ],
    [
      "blocks of nodes in a release that has none",
      options({
        version: "23.11",
        topology: { kind: "block", refresh: false, blockSize: 2, blocks: [{ name: "b1", nodes: "h100-dy-[1-2]" }] },
      }),
      'topology "block" needs Slurm 24.05, got 23.11; use "tree"',
    ],
    [
      "blocks of nodes that are none",
      options({ version: "24.11", topology: { kind: "block", refresh: false, blockSize: 2, blocks: [] } }),
      'topology.blocks must have at least one block, got none; use kind "none"',
    ],
    [
      "a block of fewer nodes than slurmctld starts with",
      options({
        version: "24.11",
        topology: {
          kind: "block",
          refresh: true,
          blockSize: 4,
          blocks: [
            { name: "b1", nodes: "h100-dy-[1-3,5]" },
            { name: "b2", nodes: "h100-dy-4,h100-dy-[6-7]" },
          ],
        },
      }),
      "topology.blocks[1].nodes must be at least blockSize (4) nodes, got 3 in h100-dy-4,h100-dy-[6-7]; use a smaller blockSize or join blocks",
    ],
    [
      "a block larger than the cluster",
      options({ version: "24.11", topology: { kind: "block", refresh: true, blockSize: 5000, blocks: [] } }),
      "topology.blockSize must be a whole number of nodes from 1 to 8, got 5000; use 8",
    ],
    [
      "a tree without switches",
      options({ topology: { kind: "tree", refresh: false, switches: [] } }),
      'topology "tree" must have at least one switch, got none; use kind "none"',
    ],
    [
      "an option of slurm.conf that a prop sets",
      options({ slurmConf: { SuspendTime: 300 } }),
      "slurmConf.SuspendTime can't be set, because a prop sets it, in minutes; use suspendMinutes",
    ],
    [
      "an option of slurm.conf that breaks the cluster, in any case",
      options({ slurmConf: { slurmdparameters: "config_overrides" } }),
      "slurmConf.slurmdparameters can't be set, because config_overrides would hide broken nodes; use pools[].realMemoryMiB",
    ],
    [
      "an option that slurmctld does not know",
      options({ slurmConf: { MaxArrySize: 10_000 } }),
      "slurmConf.MaxArrySize is no option of slurm.conf; nearest is MaxArraySize",
    ],
    [
      "an option that the release does not have yet",
      options({ version: "22.05", slurmConf: { PreemptParameters: "youngest_first" } }),
      "slurmConf.PreemptParameters is an option of Slurm 23.02 and later, got version 22.05; leave it out",
    ],
    [
      "an option of two lines",
      options({ slurmConf: { Licenses: "a:1\nPartitionName=x" } }),
      'slurmConf.Licenses must be one line without #, got "a:1\\nPartitionName=x"; write the value alone',
    ],
    [
      "an entry of a list that a prop sets",
      options({ slurmConf: { SchedulerParameters: "bf_max_job_test=500,bf_window=60" } }),
      "slurmConf.SchedulerParameters can't hold bf_window, because it follows from the longest job; use partitions[].maxTimeMinutes",
    ],
  ])("%s", (_, bad, message) => {
    const several = message.startsWith("slurm has");
    expect(messageOf(bad)).toBe(several ? message : `slurm: ${message}`);
  });

  it("everything that is wrong at once", () => {
    const bad = options({ name: "T", suspendMinutes: 0, slurmConf: { TreeWidth: 50 } });
    expect(messageOf(bad).split("\n")).toHaveLength(4);
  });
});
