import { designOf } from "../../../lib/review/design";
import { costUse } from "../../../lib/review/figures/cost-use";
import { figuresOf } from "../../../lib/review/figures/figures";
import { sensitivityOf } from "../../../lib/review/figures/sensitivity/sensitivity";
import { workedOut } from "../../../lib/review/figures/worked-out";
import { block, CHAT_8B, LLAMA_70B, p5 } from "../p5-cluster";
import { serving } from "../ray-cluster";

const design = designOf(p5(), LLAMA_70B);
const figures = figuresOf(design);
const service = designOf(serving(), { ...CHAT_8B, requestsPerSecond: 100 });

describe("sensitivityOf", () => {
  const [time, cost] = sensitivityOf(design, figures, workedOut);

  it("puts the strongest of at most five assumptions first", () => {
    for (const { swings } of [time!, cost!]) {
      const widths = swings.map(({ value }) => value.high - value.low);
      expect(widths).toEqual([...widths].sort((a, b) => b - a));
      expect(widths.length).toBeLessThanOrEqual(5);
    }
    expect(time!.swings[0]!.assumption).toBe("step time: kernels and tuning");
  });

  it("varies one assumption and leaves the others as expected", () => {
    const tokens = time!.swings.find(({ assumption }) => assumption === "training tokens")!;
    expect(tokens.value.high / time!.expected).toBeCloseTo(1.1, 9);
    const more = workedOut(designOf(p5(), { ...LLAMA_70B, tokens: LLAMA_70B.tokens * 1.1 }));
    expect(tokens.value.high).toBeCloseTo(more.run!.days.expected, 6);
    expect(time!.swings[0]!.value.high).toBeLessThan(figures.run!.days.high);
  });

  it("counts a price that moves cost alone", () => {
    const price = cost!.swings.find(({ assumption }) => assumption === "price of the nodes")!;
    expect(time!.swings.map(({ assumption }) => assumption)).not.toContain("price of the nodes");
    expect(price.value.high).toBeGreaterThan(1.08 * cost!.expected);
    expect(price.value.high).toBeLessThan(1.1 * cost!.expected);
  });

  it("varies the load of a service, whose replicas come in whole ones", () => {
    const [replicas, ...others] = sensitivityOf(service, figuresOf(service), workedOut);
    expect(others).toEqual([]);
    expect(replicas!.figure).toBe("Replicas needed");
    const rate = replicas!.swings.find(({ assumption }) => assumption === "request rate")!;
    const more = workedOut(designOf(serving(), { ...CHAT_8B, requestsPerSecond: 125 }));
    expect(rate.value.high).toBe(more.serving!.replicasNeeded!.expected);
  });
});

describe("costUse", () => {
  const sum = (parts: readonly { value: number }[]) => parts.reduce((total, { value }) => total + value, 0);

  it("splits what a run pays into progress, lost time and prepaid days left over", () => {
    const prepaid = figuresOf(designOf(p5({ pool: { capacity: [block()] } }), LLAMA_70B));
    const { parts } = costUse(prepaid)!;
    expect(parts.map(({ name }) => name)).toContain("prepaid and unused");
    expect(sum(parts)).toBeCloseTo(prepaid.run!.usd!.expected, 3);
    expect(costUse(figures)!.parts.map(({ name }) => name)).not.toContain("prepaid and unused");
  });

  it("splits the hourly cost of a service by the peak load", () => {
    const of = figuresOf(service);
    expect(sum(costUse(of)!.parts)).toBeCloseTo(of.cost.usdPerHour, 6);
  });
});
