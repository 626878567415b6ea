import { designOf } from "../../lib/review/design";
import { monthlyCost } from "../../lib/review/monthly-cost";
import { isMet, targetsOf } from "../../lib/review/report/targets";
import { reviewDesign } from "../../lib/review/review";
import { block, LLAMA_70B, onDemand, p5 } from "./p5-cluster";

const month = (cluster: Parameters<typeof p5>[0], workload: typeof LLAMA_70B | null) => {
  const design = designOf(p5(cluster), workload);
  const review = reviewDesign(design);
  return { design, review, cost: monthlyCost(review.figures), figures: review.figures };
};

describe("monthlyCost", () => {
  const scaled = { pool: { nodes: { min: 0, max: 16 }, capacity: [onDemand()] } };

  it("reaches from idle to every node running where no run is known, and expects idle", () => {
    const { cost, figures } = month(scaled, null);
    expect(cost.expected).toBeCloseTo(figures.cost.usdPerHourIdle * 730, 6);
    expect(cost.high).toBeCloseTo(figures.cost.usdPerHour * 730, 6);
    expect(cost.high).toBeGreaterThan(2 * cost.low);
  });

  it("says which month it is of", () => {
    const basis = (monthlyBudgetUsd: number, workload: typeof LLAMA_70B | null, changes = {}) => {
      const { design, review } = month({ ...scaled, ...changes, monitoring: { monthlyBudgetUsd } }, workload);
      return targetsOf(design, review).find(({ label }) => label === "Monthly cost")!.basis;
    };
    expect(basis(1, null)).toBe("from idle to every node running all month");
    expect(basis(1, LLAMA_70B)).toBe("month of the run");
    const bought = { pool: { nodes: { min: 16, max: 16 }, capacity: [block({ nodes: 8 }), onDemand()] } };
    expect(basis(1, LLAMA_70B, bought)).toBe("first month, with 128,000 USD prepaid for Capacity Blocks");
  });

  it("is the month of the run where one is known", () => {
    const { cost, figures } = month(scaled, LLAMA_70B);
    const { usd, days } = figures.run!;
    expect(cost.expected).toBeCloseTo(usd!.expected * Math.min(1, 730 / 24 / days.expected), 0);
  });

  it.each([
    [null, 10_000_000],
    [null, 500_000],
    [null, 1],
    [LLAMA_70B, 10_000_000],
    [LLAMA_70B, 1000],
  ])("judges a budget as the rule does (workload %p, %d USD)", (workload, monthlyBudgetUsd) => {
    const { design, review } = month({ ...scaled, monitoring: { monthlyBudgetUsd } }, workload);
    const met = isMet(targetsOf(design, review).find(({ label }) => label === "Monthly cost")!);
    expect(review.findings.some(({ rule }) => rule === "budget-below-cost")).toBe(met === "missed");
  });
});
