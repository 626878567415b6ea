import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { h100, messageOf, options, withPool } from "../options";
import { source } from "../pools";

describe("checkPools refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "MPS, which only Kubernetes runs",
      withPool("h100", { sharing: { kind: "mps", replicas: 4 } }),
      "pools[0].sharing needs the MPS daemon, which only Kubernetes' device plugin runs; use time slicing or MIG",
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
      "no pool",
      options({ pools: [], partitions: [] }),
      "partitions must have at least one partition, got none; add one",
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
      "an instance type that is not in the catalog",
      withPool("h100", { instanceType: "p5.48large" }),
      "pools[0].instanceType must be in the catalog, got p5.48large; use p5.48xlarge",
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
      "MIG on a GPU that cannot be partitioned",
      withPool("h100", {
        instanceType: "g6e.12xlarge",
        sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
      }),
      "pools[0].sharing by MIG needs GPUs that can be partitioned, and those of g6e.12xlarge cannot; use time slicing",
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
  ])("%s", (_, bad, message) => {
    const several = message.startsWith("slurm has");
    expect(messageOf(bad)).toBe(several ? message : `slurm: ${message}`);
  });
});
