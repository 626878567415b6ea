import type { Flaw } from "./flaw";

const RESERVED = "capacity: [{ kind: reservation, reservationId: cr-0123456789abcdef0, nodes: 17 }]";
const BLOCK = 'nodes: 16, startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-18T11:30:00Z" }]';
const PARTITION = "{ name: train, pools: [h100], exclusive: true, default: true, maxTimeMinutes: 10080 }";

/** Money and capacity. */
const MONEY: readonly Flaw[] = [
  {
    flaw: "Spot for a run with a deadline",
    in: "training",
    change: { [RESERVED]: "capacity: [{ kind: spot }, { kind: on-demand }]" },
    rule: "spot-for-deadline",
  },
  {
    flaw: "Spot and nothing else",
    in: "training",
    change: { [RESERVED]: "capacity: [{ kind: spot }]" },
    rule: "spot-without-fallback",
  },
  {
    flaw: "a block that ends before the run",
    in: "blocks",
    change: { "2027-01-18T": "2027-01-08T" },
    rule: "block-ends-before-run",
  },
  {
    flaw: "a block of three months for two weeks of work",
    in: "blocks",
    change: { "2027-01-18T": "2027-03-29T" },
    rule: "block-outlasts-run",
  },
  {
    flaw: "a block of 17 days, sold as 14 or 21",
    in: "blocks",
    change: { "2027-01-18T11": "2027-01-21T11" },
    rule: "block-not-sold",
  },
  {
    flaw: "a block without dates",
    in: "blocks",
    change: { [BLOCK]: "nodes: 16 }]" },
    rule: "block-dates-unknown",
  },
  {
    flaw: "sixteen nodes of a reservation of eight",
    in: "training",
    change: { "nodes: 17 }]": "nodes: 8 }]" },
    rule: "capacity-short",
  },
  {
    flaw: "On-Demand ahead of a paid block",
    in: "blocks",
    change: { "max: 16": "max: 18", "capacity: [{ kind: block": "capacity: [{ kind: on-demand }, { kind: block" },
    rule: "paid-capacity-behind-on-demand",
  },
  {
    flaw: "sixteen nodes for a run of minutes",
    in: "training",
    change: { "tokens: 1.0e+12": "tokens: 1.0e+8" },
    rule: "run-short-for-cluster",
  },
  {
    flaw: "no budget",
    in: "training",
    change: { "monthlyBudgetUsd: 850000, ": "" },
    rule: "budget-missing",
  },
  {
    flaw: "a budget of a tenth of the cost",
    in: "training",
    change: { "850000": "50000" },
    rule: "budget-below-cost",
  },
  {
    flaw: "p5 in Paris",
    in: "training",
    change: { "us-east-2a": "eu-west-3a" },
    error: "p5.48xlarge is not sold in eu-west-3",
  },
  { flaw: "a zone that does not exist", in: "training", change: { "us-east-2a": "us-west-9a" }, error: "us-west-9a" },
  {
    flaw: "a type that AWS does not have",
    in: "training",
    change: { "p5.48xlarge": "p5.49xlarge" },
    error: "p5.49xlarge",
  },
  {
    flaw: "quotas of a new account",
    in: "training",
    change: {},
    whyNot:
      "a new account has the quota of no design with GPUs, so that the sound design has the finding quota-to-request too",
  },
];

/** Slurm, operations and security. */
const OPERATIONS: readonly Flaw[] = [
  {
    flaw: "a partition without a time limit",
    in: "training",
    change: { ", maxTimeMinutes: 10080": "" },
    rule: "partition-without-time-limit",
  },
  {
    flaw: "two kinds of GPU in one partition",
    in: "training",
    change: {
      "slurm:\n": "  l40s:\n    instanceType: g6e.12xlarge\n    nodes: { min: 0, max: 4 }\n    fabric: false\nslurm:\n",
      [PARTITION]: PARTITION.replace("[h100]", "[h100, l40s]"),
    },
    rule: "partition-mixes-accelerators",
  },
  {
    flaw: "a partition of a pool that does not exist",
    in: "training",
    change: { "pools: [h100]": "pools: [h200]" },
    error: "h200",
  },
  {
    flaw: "preemption without an order",
    in: "training",
    change: { "slurm:\n": "slurm:\n  preemption: partition\n" },
    error: "needs partitions of different priorityTier",
  },
  {
    flaw: "nodes kept for two hours after their job",
    in: "training",
    change: {
      [RESERVED]: "capacity: [{ kind: on-demand }]",
      "maxTimeMinutes: 10080": "maxTimeMinutes: 10080, suspendMinutes: 120",
    },
    rule: "idle-nodes-kept-long",
  },
  {
    flaw: "nodes stopped while others still boot",
    in: "training",
    change: { "maxTimeMinutes: 10080": "maxTimeMinutes: 10080, suspendMinutes: 1" },
    rule: "idle-nodes-dropped-early",
  },
  {
    flaw: "a head of two vCPUs with credits",
    in: "training",
    change: { "instanceType: m7i.8xlarge": "instanceType: t3.large" },
    rule: "head-instance-small",
  },
  {
    flaw: "a login node open to the world",
    in: "training",
    change: { "slurm:\n": "slurm:\n  loginNodes: 1\n  loginCidrs: [0.0.0.0/0]\n  allowPublicSsh: true\n" },
    rule: "login-open-to-world",
  },
  {
    flaw: "no monitoring",
    in: "training",
    change: { "monitoring: { monthlyBudgetUsd: 850000, emails: [gpu-team@example.com], idleGpuMinutes: 30 }\n": "" },
    rule: "monitoring-missing",
  },
  {
    flaw: "alarms that nobody receives",
    in: "training",
    change: {},
    whyNot: "alarms without emails go to the topic of the stack, and no design shows who subscribes to it",
  },
  {
    flaw: "no spare in a run of months",
    in: "training",
    change: { "max: 17": "max: 16", "nodes: 17": "nodes: 16" },
    rule: "spares-missing",
  },
  {
    flaw: "an image that changes with the day",
    in: "training",
    change: { "    image: { amiId: ami-0123456789abcdef0 }\n": "" },
    rule: "lustre-client-missing",
  },
  {
    flaw: "health checks off",
    in: "training",
    change: { "slurm:\n": "slurm:\n  healthChecks: false\n" },
    rule: "gpu-health-unchecked",
  },
  {
    flaw: "no flow logs",
    in: "training",
    change: { "us-east-2a }": "us-east-2a, flowLogs: false }" },
    rule: "flow-logs-off",
  },
  {
    flaw: "a subnet of 251 addresses for 524 nodes",
    in: "training",
    change: { "us-east-2a }": "us-east-2a, computeSubnetCidr: 10.0.0.0/28 }" },
    error: "addresses",
  },
  {
    flaw: "a file system that the next destroy deletes",
    in: "training",
    change: { rootSquash: "deletionProtected: false, rootSquash" },
    rule: "file-system-unprotected",
  },
  {
    flaw: "a pool that nobody starts",
    in: "training",
    change: {
      "slurm:\n":
        "  spare:\n    instanceType: g6e.12xlarge\n    nodes: { min: 0, max: 4 }\n    fabric: false\nslurm:\n",
    },
    error: "spare",
  },
];

export const OPERATION_FLAWS: readonly Flaw[] = [...MONEY, ...OPERATIONS];
