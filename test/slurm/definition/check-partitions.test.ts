import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { h100, messageOf, options, train, withPartition } from "../options";
import { pool } from "../pools";

describe("checkPartitions refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "a number that is text",
      options({ partitions: [{ ...train, priorityTier: "2" as unknown as number }] }),
      'partitions[0].priorityTier must be a whole number from 1 to 65533, got "2"; use 2, without quotes',
    ],
    ["no partition", options({ partitions: [] }), "partitions must have at least one partition, got none; add one"],
    [
      "a partition name with a blank",
      withPartition({ name: "big jobs" }),
      'partitions[0].name must be letters, digits, - and _, begin with a letter, at most 32, got "big jobs"; use big-jobs',
    ],
    [
      "the partition name that Slurm keeps",
      withPartition({ name: "DEFAULT" }),
      "partitions[0].name cannot be DEFAULT, which Slurm reserves for defaults; use main",
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
      "a priority tier that Slurm cannot hold",
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
      "preemption by partition that preempts nothing",
      options({ preemption: "partition", partitions: [train, { ...train, name: "urgent", priorityTier: 2 }] }),
      'partitions[0].preemptMode must say what happens to preempted jobs, or preemption "partition" preempts nothing, got "off" in every lower tier; use "requeue"',
    ],
    [
      "a mode of the highest tier alone, whose jobs nobody preempts",
      options({
        preemption: "partition",
        partitions: [train, { ...train, name: "urgent", priorityTier: 2, preemptMode: "requeue" }],
      }),
      'partitions[0].preemptMode must say what happens to preempted jobs, or preemption "partition" preempts nothing, got "off" in every lower tier; use "requeue"',
    ],
    [
      "preemption by QoS without a database",
      options({ preemption: "qos", accounting: { kind: "none" }, qos: [] }),
      'slurm has 2 problems:\n  - preemption "qos" needs accounting, got kind "none"; use accounting kind "local"\n  - preemption "qos" needs a QoS that preempts another, got none; give one preempts',
    ],
  ])("%s", (_, bad, message) => {
    const several = message.startsWith("slurm has");
    expect(messageOf(bad)).toBe(several ? message : `slurm: ${message}`);
  });
});
