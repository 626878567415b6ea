import {
  Capacity,
  type GpuNodePoolProps,
  GpuSharing,
  Image,
  NodeFleet,
  type ParallelComputingProps,
} from "../../../../lib/clouds/aws";
import { build, type Made, setUp } from "./made";

describe("a ParallelComputing refuses", () => {
  const wrong =
    (more: (made: Made) => Partial<ParallelComputingProps>, pool: Partial<GpuNodePoolProps> = {}, id = "l40s") =>
    () => {
      const made = setUp(pool, id);
      return build(made, more(made));
    };
  const part = (made: Made) => ({ name: "train", pools: [made.gpu] });
  const none = () => ({});

  it.each<[string, () => unknown, RegExp]>([
    ["no partition", wrong(() => ({ partitions: [] })), /partitions must be a list of objects with at least 1/],
    [
      "more queues than AWS PCS has",
      wrong((m) => ({ partitions: [...Array(11)].map((_, i) => ({ ...part(m), name: `queue${i}` })) })),
      /partitions must be a list of objects with at most 10 entries, got 11/,
    ],
    [
      "a queue's name that AWS PCS does not take",
      wrong((m) => ({ partitions: [{ ...part(m), name: "a_b" }] })),
      /partitions\[0\]\.name must be 3 to 25 letters, digits and dashes/,
    ],
    [
      "a queue's name with its own prefix",
      wrong((m) => ({ partitions: [{ ...part(m), name: "pcs_train" }] })),
      /partitions\[0\]\.name must be 3 to 25/,
    ],
    [
      "a queue without pools, in which every job waits",
      wrong((m) => ({ partitions: [{ ...part(m), pools: [] }] })),
      /partitions\[0\]\.pools must have at least one pool, got none; add one/,
    ],
    [
      "two queues of one name",
      wrong((m) => ({ partitions: [part(m), { ...part(m), name: "Train" }] })),
      /partitions\[1\]\.name "Train" is that of partitions\[0\] too/,
    ],
    [
      "two defaults",
      wrong((m) => ({
        partitions: [
          { ...part(m), default: true },
          { ...part(m), name: "two", default: true },
        ],
      })),
      /one default at most, got train, two/,
    ],
    [
      "a version that AWS has ended",
      wrong(() => ({ version: "24.11" as never })),
      /version must be "25\.05", "25\.11" or "26\.05", got "24\.11"/,
    ],
    [
      "a size that holds less than the pools",
      wrong(() => ({ size: "small" }), { nodes: { min: 0, max: 40 } }),
      /size small holds 32 instances, and the pools have 41 at their largest; use "medium"/,
    ],
    [
      "more nodes than any size",
      wrong(none, { nodes: { min: 0, max: 3000 } }),
      /size large holds 2048 instances, and the pools have 3001/,
    ],
    [
      "static and dynamic nodes in one group",
      wrong(none, { nodes: { min: 2, max: 4 } }),
      /nodes\.min of pool "l40s" must be 0 or 4 on AWS PCS.*got 2/,
    ],
    [
      "a source that gets no node",
      wrong(none, { capacity: [Capacity.spot(), Capacity.onDemand()] }),
      /capacity\[1\] of pool "l40s" gets no node.*give the sources before it nodes/,
    ],
    [
      "a pool's id that makes no group's name",
      wrong(none, {}, "a-pool-with-a-name-too-long"),
      /makes a node group "a-pool-with-a-name-too-long".*a shorter id/,
    ],
    [
      "login nodes that would start with jobs",
      wrong((m) => ({ loginPools: [m.make("log", {})] })),
      /loginPools\[0\] "log" must have nodes\.min equal to nodes\.max.*got 0 and 4/,
    ],
    [
      "login nodes of a changing number, with one advice",
      wrong((m) => ({ loginPools: [m.make("log", { nodes: { min: 1, max: 2 } })] })),
      /^ParallelComputing "\S+": loginPools\[0\] "log" must have nodes\.min equal to nodes\.max.*use min 2$/,
    ],
    [
      "login nodes that jobs run on",
      wrong((m) => ({ loginPools: [m.gpu] }), { nodes: { min: 1, max: 1 } }),
      /loginPools\[0\] "l40s" is in partition "train" too/,
    ],
    [
      "an image without the agent",
      wrong(none, { image: Image.dlami("ubuntu-24.04") }),
      /has no AWS PCS agent and no Slurm.*dlami-base-ubuntu2404/,
    ],
    [
      "a plain image",
      wrong(none, { instanceType: "m7i.large", image: Image.plain("ubuntu-24.04") }),
      /a plain image, which has no AWS PCS agent/,
    ],
    ["two threads per core", wrong(none, { threadsPerCore: 2 }), /AWS PCS runs one thread per core/],
    [
      "shared GPUs",
      wrong(none, { gpuSharing: GpuSharing.timeSlicing(4) }),
      /ParallelComputing "pcs" gives jobs only whole GPUs; omit gpuSharing/,
    ],
    [
      "several types in a group",
      wrong(none, { instanceType: "g6e.12xlarge", alternativeTypes: ["g6e.24xlarge"] }),
      /alternativeTypes, which node groups of AWS PCS/,
    ],
    [
      "a setting that AWS PCS does not let people set",
      wrong(() => ({ slurmConf: { MaxJobCount: 5000 } })),
      /slurmConf\.MaxJobCount is not among the settings/,
    ],
    [
      "a setting of a prop",
      wrong(() => ({ slurmConf: { PreemptType: "preempt/qos" } })),
      /slurmConf\.PreemptType follows from preemption; use preemption/,
    ],
    [
      "a prolog beside the health check",
      wrong(() => ({ slurmConf: { Prolog: "/fsx/prolog" } })),
      /set healthChecks to false to have a prolog of your own/,
    ],
    [
      "preemption without tiers",
      wrong(() => ({ preemption: "partition" })),
      /needs partitions of different priorityTier/,
    ],
    [
      "QoS without accounting",
      wrong(() => ({ preemption: "qos", accounting: false })),
      /preemption "qos" needs accounting/,
    ],
    [
      "a limit for accounts without accounting",
      wrong((m) => ({ accounting: false, partitions: [{ ...part(m), allowAccounts: ["a"] }] })),
      /allowAccounts needs accounting/,
    ],
    [
      "an own preempt mode without preemption",
      wrong((m) => ({ partitions: [{ ...part(m), preemptMode: "requeue" }] })),
      /preemptMode requeue has no effect with preemption none/,
    ],
    [
      "a default time above the most",
      wrong((m) => ({ partitions: [{ ...part(m), defaultTimeMinutes: 20, maxTimeMinutes: 10 }] })),
      /defaultTimeMinutes must not exceed maxTimeMinutes 10, got 20/,
    ],
    ["a prop that it has not", wrong(() => ({ backupController: true }) as never), /backupController/],
    [
      "what a partition of a head has",
      wrong((m) => ({ partitions: [{ ...part(m), maxNodesPerJob: 2 } as never] })),
      /maxNodesPerJob/,
    ],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(message);
  });

  it("a pool that somebody starts already, one of another network, and more groups than AWS PCS has", () => {
    const made = setUp();
    new NodeFleet(made.stack, "fleet", { pool: made.gpu });
    expect(() => build(made)).toThrow(/adopted by NodeFleet "fleet" already/);
    const [one, other] = [setUp(), setUp()];
    expect(() => build(one, { partitions: [{ name: "train", pools: [other.gpu] }] })).toThrow(
      /pool "l40s" must be in the cluster's network/,
    );
    const many = setUp();
    const pools = [...Array(11)].map((_, index) => many.make(`pool${index}`, {}));
    expect(() => build(many, { partitions: [{ name: "train", pools }] })).toThrow(/at most 10 node groups.*got 12/);
  });

  it("everything at once", () => {
    const made = setUp({ image: Image.dlami("ubuntu-24.04"), nodes: { min: 1, max: 4 } });
    expect(() => build(made, { slurmConf: { Foo: 1 }, preemption: "partition" })).toThrow(/has 4 problems/);
  });
});
