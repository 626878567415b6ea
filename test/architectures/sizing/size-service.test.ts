import { borrowedPrice } from "../../../lib/architectures/sizing/borrowed-price";
import { monthlyBudget } from "../../../lib/architectures/sizing/monthly-budget";
import { sizeService } from "../../../lib/architectures/sizing/size-service";
import { inferenceWorkload } from "../../../lib/architectures/workloads";
import { messageOf } from "../../clouds/aws/synthesized";

const workload = inferenceWorkload({
  model: "llama-3.2-3b",
  requestsPerSecond: 10,
  promptTokens: 1000,
  outputTokens: 200,
  timeToFirstTokenSeconds: 1,
  timePerOutputTokenSeconds: 0.05,
});
const choices = { region: "us-east-2", purchase: "on-demand", instanceType: "p5.4xlarge", nodes: 2 } as const;
const mig = (profile: string) => ({ kind: "mig", profile, replicas: 1 }) as const;
const turns = (replicas: number) => ({ kind: "time-slicing", profile: undefined, replicas }) as const;

describe("monthlyBudget", () => {
  it("names the Region whose prices stand in", () => {
    const whyOf = (borrowedFrom: string[]) => monthlyBudget({ usdPerHour: 1, borrowedFrom }).decision.why;
    expect(whyOf(["us-east-1"])).toContain("; prices of us-east-1 where the catalog has none for the Region");
    expect(whyOf([])).not.toContain("prices of");
  });
});

describe("borrowedPrice", () => {
  it.each([
    ["p5.48xlarge", "on-demand", "us-east-2", ""],
    ["p5.48xlarge", "on-demand", "xx-nowhere-1", ", at the price of us-east-1"],
    ["p5.48xlarge", "spot", "xx-nowhere-1", ""],
  ] as const)("of %s %s in %s is said where it is another Region's", (instanceType, purchase, region, words) => {
    expect(borrowedPrice({ instanceType, purchase }, { region })).toBe(words);
  });
});

describe("sizeService", () => {
  it("gives each replica one part of a GPU where they are shared by MIG, and says what it has", () => {
    const size = sizeService(workload, { ...choices, sharing: mig("1g.20gb") });
    expect(size).toMatchObject({ tensorParallel: 1, replicas: { min: 2, max: 8 } });
    expect(size.decisions[1]).toEqual({
      choice: "1g.20gb of a GPU per replica",
      why: expect.stringMatching(
        /^given, MIG 1g\.20gb: 18\.6 GiB for 5\.98 GiB of weights and \d+ requests at once of llama-3\.2-3b, memory and compute of its own$/,
      ),
    });
  });

  it("counts four to a GPU that take turns, and says what that means", () => {
    const size = sizeService(workload, { ...choices, sharing: turns(4) });
    expect(size.replicas).toEqual({ min: 2, max: 8 });
    expect(size.decisions[1]!.why).toContain("one that fails can stop the others");
  });

  it("needs more replicas where each has a part of a GPU", () => {
    const busy = { ...workload, requestsPerSecond: 40 };
    const nodesOf = (sharing?: ReturnType<typeof turns>) =>
      sizeService(busy, { ...choices, nodes: undefined, sharing }).design.layout;
    expect(nodesOf()).toMatch(/replicas of 1 GPU$/);
    expect(nodesOf(turns(4))).toMatch(/replicas of 1\/4 of a GPU$/);
    expect(Number.parseInt(nodesOf(turns(4)), 10)).toBeGreaterThan(Number.parseInt(nodesOf(), 10));
  });

  it("takes a type whose GPU has the profile where none is given", () => {
    const { instanceType } = sizeService(workload, {
      region: "us-east-2",
      purchase: "on-demand",
      sharing: mig("1g.18gb"),
    });
    expect(instanceType).toMatch(/^p5en?\./);
  });

  it.each([
    [
      mig("1g.5gb"),
      'sizing: gpuSharing.profile must be one of p5.4xlarge\'s (1g.10gb, 1g.10gb+me, 1g.20gb, 2g.20gb, 3g.40gb, 4g.40gb, 7g.80gb), got "1g.5gb"; use "1g.10gb"',
    ],
    [turns(1), "sizing: gpuSharing.replicas must be a whole number from 2 to 48, got 1; use 4"],
    [turns(2.5), "sizing: gpuSharing.replicas must be a whole number from 2 to 48, got 2.5; use 4"],
    [
      { kind: "mps", profile: undefined, replicas: 4 } as const,
      "sizing: gpuSharing by MPS limits each of vLLM's processes and not their sum; use gpuSharing by MIG or gpuSharing by time-slicing",
    ],
  ])("refuses %j", (sharing, message) => {
    expect(messageOf(() => sizeService(workload, { ...choices, sharing }))).toBe(message);
  });

  it("refuses MIG on a GPU that cannot be cut", () => {
    const sharing = mig("1g.10gb");
    expect(messageOf(() => sizeService(workload, { ...choices, instanceType: "g6e.4xlarge", sharing }))).toBe(
      "sizing: gpuSharing by MIG needs a GPU that can be partitioned, which g6e.4xlarge does not have; use GpuSharing.timeSlicing(4)",
    );
  });
});
