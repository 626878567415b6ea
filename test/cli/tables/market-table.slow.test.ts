import { marketOf, marketRows } from "../../../lib/cli/tables/market-table";
import { review } from "../../../lib/review/review";
import { LLAMA_70B, onDemand, p5 } from "../../review/p5-cluster";

const marketFor = (nodes: number) => {
  const cluster = p5({
    cluster: { workload: LLAMA_70B },
    pool: { nodes: { min: 0, max: nodes }, capacity: [onDemand()] },
  });
  return marketOf(cluster, review(cluster))!;
};

describe("marketOf", () => {
  const market = marketFor(16);
  const of = (provider: string, purchase = "on-demand") =>
    market.offers.find((offer) => offer.provider === provider && offer.purchase === purchase)!;

  it("counts the step time over the fabric that a cloud has", () => {
    expect(of("nebius").stepSeconds).not.toBeNull();
    // the same rate on InfiniBand, whose collectives start sooner than EFA's
    expect(of("nebius").stepSeconds!).toBeLessThan(of("aws").stepSeconds!);
    expect(of("nebius").note).toContain("infiniband, 3,200 Gb/s per node");
  });

  it("costs a run by that step time", () => {
    const [there, here] = [of("nebius"), of("aws")];
    const perGpu = there.usdOfRun!.expected / there.usdPerGpuHour! / (here.usdOfRun!.expected / here.usdPerGpuHour!);
    expect(perGpu).toBeCloseTo(there.stepSeconds! / here.stepSeconds!, 9);
  });

  it("counts a Capacity Block as it is paid, as the purchase options do", () => {
    const cluster = p5({
      cluster: { workload: LLAMA_70B },
      pool: { nodes: { min: 0, max: 16 }, capacity: [onDemand()] },
    });
    const block = review(cluster).figures.purchases!.choices.find(({ option }) => option === "capacity-block")!;
    expect(of("aws", "capacity-block").usdOfRun).toEqual(block.usdOfRun);
    expect(block.usdOfRun!.expected).toBeGreaterThan(of("aws").usdOfRun!.low);
  });

  it.each([
    ["runpod", "no fabric between nodes: single-node runs only"],
    ["crusoe", "infiniband, rate not published"],
    ["hyperstack", "fabric not published: ask before a multi-node run"],
  ])("gives no cost of a run of 16 nodes on %s, and says why", (provider, why) => {
    expect(of(provider)).toMatchObject({ stepSeconds: null, usdOfRun: null });
    expect(of(provider).usdPerGpuHour).toBeGreaterThan(1);
    expect(of(provider).note).toContain(why);
  });

  it("runs alike on one node everywhere", () => {
    const one = marketFor(1).offers.filter((offer) => offer.stepSeconds !== null);
    expect(new Set(one.map(({ stepSeconds }) => stepSeconds)).size).toBeLessThanOrEqual(1);
  });

  it("has a row for each offer, missing ones too", () => {
    const providers = new Set(market.offers.map(({ provider }) => provider));
    for (const provider of ["crusoe", "hyperstack", "verda", "oci", "together", "coreweave"]) {
      expect(providers).toContain(provider);
    }
    expect(marketRows(market)).toHaveLength(market.offers.length);
  });
});
