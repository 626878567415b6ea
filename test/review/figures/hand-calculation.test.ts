import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { egressUsdPerMonth } from "../../../lib/sizing/cost/egress";
import { block, LLAMA_70B, onDemand, p5 } from "../p5-cluster";

/**
 * Bills reckoned by hand from list prices of us-east-2 and us-east-1 (2026-09 and 2026-10): a change of a price in the catalog
 * fails here, so that somebody reckons it again.
 */
const NODES = { min: 16, max: 16 };
const withBlock = figuresOf(designOf(p5({ pool: { nodes: NODES, capacity: [block()] } }), LLAMA_70B));
const part = (name: string) => withBlock.cost.parts.find((one) => one.name.includes(name))!.usdPerHour!;

describe("a bill by hand", () => {
  it("of a Capacity Block: 16 x p5.48xlarge for 14 days at 8 x 5.970 USD an hour is 256,757.76 USD ahead", () => {
    expect(withBlock.run!.prepaid).toEqual({ usd: 256_757.76, days: 14, given: true });
  });

  it("of a block and what follows: 7 days ahead, the other hours of the run On-Demand at 55.04 USD", () => {
    const week = block({ endsOn: "2027-01-11T11:30:00Z" });
    const { run, cost } = figuresOf(designOf(p5({ pool: { nodes: NODES, capacity: [week, onDemand()] } }), LLAMA_70B));
    const hours = run!.days.expected * 24;
    const around = cost.parts.filter(({ kind }) => kind !== "compute").reduce((sum, p) => sum + (p.usdPerHour ?? 0), 0);
    // the block ends half an hour before its last hour: 167.5 of the run's hours are in it
    const byHand = 128_378.88 + 16 * 55.04 * (hours - 167.5) + around * hours;
    expect(hours).toBeGreaterThan(167.5);
    expect(run!.usd!.expected).toBeCloseTo(byHand, 4);
  });

  it("of On-Demand nodes: 16 x 55.04 USD are 880.64 USD an hour", () => {
    const { choices } = withBlock.purchases!;
    expect(choices.find(({ option }) => option === "on-demand")!.usdPerHour).toBeCloseTo(880.64, 9);
  });

  it("of Lustre: 48,000 GiB of PERSISTENT_2 at 500 MB/s per TiB, 0.34 USD a month, are 22.356 USD an hour", () => {
    // 16,320 USD a month of 730 hours
    expect(part("Lustre")).toBeCloseTo(22.356_164, 6);
  });

  it("of the network: a NAT gateway is 0.045 USD an hour, 32.85 USD a month", () => {
    expect(part("NAT gateway")).toBe(0.045);
  });

  it("of head and login nodes: two m7i.2xlarge are 0.8064 USD an hour", () => {
    expect(part("head and login nodes")).toBeCloseTo(0.8064, 9);
  });

  it("of root volumes: 16 x 200 GiB of gp3 at 0.08 USD a month are 0.3507 USD an hour", () => {
    expect(part("root volume")).toBeCloseTo(256 / 730, 9);
  });

  it("of 60 TB of egress: 10 TB at 0.09, 40 at 0.085 and 10 at 0.07 USD per GB are 5,000 USD a month", () => {
    const tiers = [
      { fromGb: 0, usdPerGb: 0.09 },
      { fromGb: 10_000, usdPerGb: 0.085 },
      { fromGb: 50_000, usdPerGb: 0.07 },
    ];
    expect(egressUsdPerMonth(60_000, tiers)).toBeCloseTo(5_000, 6);
  });

  it("of Spot: 16 nodes at 22 USD are 352 USD an hour beside the storage, for every hour of the longer run", () => {
    const spot = { usdPerHour: { "p5.48xlarge": 22 } };
    const options = { region: "us-east-2", by: "cost", instanceTypes: ["p5.48xlarge"], nodes: 16, spot } as const;
    const of = (purchase: "spot" | "on-demand") => rankDesigns(LLAMA_70B, { ...options, purchases: [purchase] })[0]!;
    const [cheap, sure] = [of("spot"), of("on-demand")];
    expect(sure.usdPerHour - cheap.usdPerHour).toBeCloseTo(880.64 - 352, 6);
    expect(cheap.days!.expected).toBeGreaterThan(sure.days!.expected);
    expect(cheap.usd!.expected).toBeCloseTo(cheap.days!.expected * 24 * cheap.usdPerHour, 4);
  });
});

/** Sixteen nodes in blocks, 8 x 5.970 USD per node-hour: a day of 16 of them is 18,339.84 USD. */
describe("blocks of a pool by hand", () => {
  const days = (nodes: number, from: string, to: string) =>
    block({ nodes, startsOn: `2027-01-${from}T11:30:00Z`, endsOn: `2027-01-${to}T11:30:00Z` });
  const paid = (max: number, ...capacity: ReturnType<typeof block>[]) =>
    figuresOf(designOf(p5({ pool: { nodes: { min: 0, max }, capacity } }), LLAMA_70B));
  const optionOf = ({ purchases }: ReturnType<typeof paid>) =>
    purchases!.choices.find(({ option }) => option === "capacity-block")!.usdOfRun!.expected;

  it("of 16 nodes in two weeks, one after the other: 14 days x 18,339.84, as of one block of 14 days", () => {
    const figures = paid(32, days(16, "04", "11"), days(16, "11", "18"));
    expect(figures.training!.nodes).toBe(16);
    expect(figures.run!.prepaid).toEqual({ usd: 256_757.76, days: 14, given: true });
    expect(optionOf(figures)).toBeCloseTo(256_757.76, 2);
    // an hour has one of the two blocks: 16 x 8 x 5.970
    const nodes = figures.cost.parts.filter(({ kind }) => kind === "compute").map(({ usdPerHour }) => usdPerHour);
    expect(nodes).toEqual([764.16, 0]);
  });

  it("of 16 nodes for 7 days and 8 of the 16 for 7 days more: 7 x 18,339.84 + 7 x 9,169.92", () => {
    const figures = paid(24, days(16, "04", "11"), days(8, "11", "18"));
    expect(figures.run!.prepaid).toEqual({ usd: 192_568.32, days: 14, given: true });
    expect(optionOf(figures)).toBeCloseTo(192_568.32, 2);
  });

  it("of blocks that overlap, of 8 and 8 nodes: 7 and 10 days x 9,169.92 USD, 16 nodes while both last", () => {
    const figures = paid(16, days(8, "04", "11"), days(8, "04", "14"));
    expect(figures.training!.nodes).toBe(16);
    expect(figures.run!.prepaid).toEqual({ usd: 155_888.64, days: 10, given: true });
    expect(optionOf(figures)).toBeCloseTo(155_888.64, 2);
  });

  it("of 16 nodes for a week and 8 for two more: from the second week on the run is as fast as 8 nodes are", () => {
    const figures = paid(24, days(16, "04", "11"), days(8, "11", "25"));
    const [of16, of8] = [paid(16, days(16, "04", "25")), paid(8, days(8, "04", "25"))];
    const times = of16.training!.tokensPerSecond!.expected / of8.training!.tokensPerSecond!.expected;
    expect(times).toBeGreaterThan(1.8);
    expect(times).toBeLessThan(2.1);
    const { days: took, usedUsd } = figures.run!;
    // 16 nodes work for 167.5 hours, the rest takes 8 so many times as long; AWS takes nodes back half an hour early
    const hours = 167.5 + (of16.run!.days.expected * 24 - 167.5) * times;
    expect(took.expected * 24).toBeCloseTo(hours, 6);
    const around = figures.cost.parts.filter(({ kind }) => kind !== "compute");
    const aroundUsd = hours * around.reduce((sum, p) => sum + p.usdPerHour!, 0);
    expect(usedUsd!.expected).toBeCloseTo(764.16 * 167.5 + 382.08 * (hours - 167.5) + aroundUsd, 2);
    // paid ahead, whole: 7 x 18,339.84 + 14 x 9,169.92
    expect(figures.run!.prepaid).toEqual({ usd: 256_757.76, days: 21, given: true });
    expect(figures.run!.usd!.expected).toBeCloseTo(256_757.76 + aroundUsd, 2);
  });

  it("of 8 and 8 nodes at once for a week, then 8 alone: as of 16 and 8 one after the other", () => {
    const overlapping = paid(16, days(8, "04", "11"), days(8, "04", "25")).run!;
    const after = paid(24, days(16, "04", "11"), days(8, "11", "25")).run!;
    // without the half hour between two blocks
    expect(Math.abs(overlapping.days.expected - after.days.expected) * 24).toBeLessThan(0.6);
    expect(overlapping.prepaid!.usd).toBeCloseTo(after.prepaid!.usd, 2);
  });

  it("of a gap of a week with nothing behind it: the run waits, and uses both blocks", () => {
    const figures = paid(32, days(16, "04", "11"), days(16, "18", "25"));
    const hours = figures.run!.days.expected * 24;
    const around = figures.cost.usdPerHour - 764.16;
    // longer than the first block's 167.5 hours; the second is used for the rest, less than its 167.5
    expect(hours).toBeGreaterThan(168);
    expect(figures.run!.usedUsd!.expected).toBeCloseTo((764.16 + around) * hours, 2);
  });

  it("of a gap of a week with On-Demand behind it: what is missing is paid at 55.04 USD per node-hour", () => {
    const figures = paid(32, days(16, "04", "11"), days(16, "18", "25"), onDemand());
    const hours = figures.run!.days.expected * 24;
    const around = figures.cost.parts.filter(({ kind }) => kind !== "compute");
    const byHand = 256_757.76 + 880.64 * (hours - 167.5) + hours * around.reduce((sum, p) => sum + p.usdPerHour!, 0);
    expect(hours).toBeLessThan(14 * 24);
    expect(figures.run!.usd!.expected).toBeCloseTo(byHand, 2);
  });
});
