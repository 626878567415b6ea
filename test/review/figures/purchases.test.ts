import { extendCatalog } from "../../../lib/catalog/extend";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { purchaseRows } from "../../../lib/review/report/purchase-table";
import { CHAT_8B, LLAMA_70B, onDemand, p5 } from "../p5-cluster";

const design = designOf(p5(), LLAMA_70B);
const figures = figuresOf(design).purchases!;
const choice = (option: string) => figures.choices.find((c) => c.option === option)!;
const days = figuresOf(design).run!.days;

describe("purchaseFigures", () => {
  it("puts every way to come by the run's nodes side by side", () => {
    expect(figures).toMatchObject({ instanceType: "p5.48xlarge", nodes: 16 });
    const options = ["on-demand", "capacity-block", "spot", "commitment", "ownership"];
    expect(figures.choices.map((c) => c.option)).toEqual(options);
    for (const c of figures.choices) expect((c.usdPerHour === null) === (c.paysBelowUsdPerHour !== null)).toBe(true);
  });

  it("prices the run's hours on demand, and of a block the whole of it, whatever the run leaves", () => {
    const onDemandUsd = choice("on-demand").usdPerHour!;
    expect(onDemandUsd).toBeCloseTo(16 * 55.04);
    expect(choice("on-demand").usdOfRun!.expected).toBeCloseTo(onDemandUsd * 24 * days.expected);
    const paidDays = choice("capacity-block").usdOfRun!.expected / choice("capacity-block").usdPerHour! / 24;
    expect(paidDays).toBeGreaterThanOrEqual(days.high);
    expect(paidDays <= 14 || Math.round(paidDays) % 7 === 0).toBe(true);
    expect(choice("capacity-block").pricedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("lets spot cost less than on demand by the work that interruptions undo, and a commitment by the idle year", () => {
    const onDemandUsd = choice("on-demand").usdPerHour!;
    expect(choice("spot").paysBelowUsdPerHour!.expected).toBeLessThan(onDemandUsd);
    expect(choice("spot").paysBelowUsdPerHour!.expected).toBeGreaterThan(0.8 * onDemandUsd);
    expect(choice("commitment").paysBelowUsdPerHour!.expected).toBeCloseTo((onDemandUsd * days.expected) / 365);
    // 16 nodes of 10.2 kW, 76 % drawn, 1.54 W at a site of their owner each, 8,760 hours
    expect(choice("ownership").note).toContain("1,670 (1,320–1,870) MWh per year");
  });

  const quote = {
    nodeUsd: 310_000,
    networkShare: 0.26,
    lifeYears: 4,
    residualShare: 0.2,
    interestShare: 0.08,
    supportShare: 0.05,
    usdPerKwh: 0.08,
    pue: 1.3,
    colocationUsdPerKwMonth: 184,
    staffUsdPerYear: 400_000,
  };
  const owned = (ownership: object) =>
    figuresOf(
      designOf({ ...p5({ pool: { nodes: { min: 32, max: 32 } } }), ownership: ownership as never }, CHAT_8B),
    ).purchases!.choices.find((c) => c.option === "ownership")!;

  it("compares owned nodes as quoted with rented ones, by the hour that exists", () => {
    // by hand: 32 x 310,000 x 1.26 = 12.5 M; 0.8/4 + 0.6 x 0.08 + 0.05 = 0.298 of it per year; 32 x 7.752 kW = 248 kW:
    // x 1.3 x 8760 x 0.08 = 0.226 M energy, x 12 x 184 = 0.548 M space; 0.4 M staff
    const { usdPerHour, note, paysBelowUsdPerHour } = owned(quote);
    expect((usdPerHour! * 8760) / 1e6).toBeCloseTo(4.899, 2);
    expect(paysBelowUsdPerHour).toBeNull();
    // 4.899 M / 8760 h / (32 x 55.04)
    expect(note).toContain("pays against On-Demand if in use more than 31.7 % of the time");
    expect(note).toContain("2.18 USD per GPU-hour");
    expect(owned({ ...quote, nodeUsd: 3e6 }).note).toContain("does not pay against On-Demand at any utilization");
  });

  it("names every figure of a quote that is missing, unknown or out of range at once", () => {
    const wrong = () =>
      owned({ nodeUsd: -1, lifeYears: 4, interestShare: 8, usdPerKWh: 0.1, supportShare: 0.05, staffUsdPerYear: 0 });
    expect(wrong).toThrow(
      /ownership\.nodeUsd must be .*ownership\.interestShare must be .*ownership\.usdPerKwh is required/s,
    );
    expect(wrong).toThrow(/ownership\.usdPerKWh is not a prop; did you mean usdPerKwh/);
  });

  it("counts several blocks in a row for a run that none can hold, and side by side above 64 nodes", () => {
    const long = figuresOf(designOf(p5(), { ...LLAMA_70B, tokens: 2e12 }));
    const paid = long.purchases!.choices.find((c) => c.option === "capacity-block")!;
    expect(paid.usdOfRun!.expected / paid.usdPerHour! / 24).toBeGreaterThanOrEqual(long.run!.days.high);
    const capacity = [onDemand()];
    const wide = designOf(p5({ pool: { capacity, nodes: { min: 0, max: 128 } } }), { ...CHAT_8B });
    expect(figuresOf(wide).purchases!.choices[1]!.note).toMatch(/^2 concurrent blocks; list price/);
  });

  it("shows an hour's price of a service, which has no run", () => {
    const service = figuresOf(designOf(p5(), CHAT_8B)).purchases!;
    expect(service.nodes).toBe(p5().pools[0]!.nodes.max);
    expect(purchaseRows(service).map((row) => row[3])).toEqual(["-", "-", "-", "-", "-"]);
    expect(purchaseRows(service)[2]!.slice(1, 3)).toEqual(["-", expect.stringMatching(/^[\d,.]+$/)]);
  });

  it("says nothing without a workload, without GPUs or outside AWS", () => {
    expect(figuresOf(designOf(p5(), null)).purchases).toBeNull();
    expect(figuresOf(designOf(p5({ cluster: { cloud: "onprem" } }), LLAMA_70B)).purchases).toBeNull();
    expect(figuresOf(designOf(p5({ pool: { instanceType: "m7i.large" } }), LLAMA_70B)).purchases).toBeNull();
  });
});

describe("purchaseFigures with rates of Savings Plans", () => {
  it("shows each term with what it comes to, in place of a break-even", () => {
    const row = { instanceType: "p5.48xlarge", pricedOn: "2026-11-23", checkedOn: "2026-11-23", source: "the account" };
    const priced = (purchase: "savings-plan-1-year" | "savings-plan-3-years", usd: number) => ({
      ...row,
      purchase,
      usdPerHour: { "us-east-2": usd },
    });
    extendCatalog({ instancePrices: [priced("savings-plan-1-year", 40), priced("savings-plan-3-years", 28)] });
    const { choices } = figuresOf(designOf(p5(), LLAMA_70B)).purchases!;
    const rows = purchaseRows({ ...figures, choices });
    expect(choices.find(({ option }) => option === "commitment")).toBeUndefined();
    expect(choices.find(({ option }) => option === "savings-plan-3-years")!.usdPerHour).toBe(16 * 28);
    const row1 = rows.find(([name]) => name === "Compute Savings Plan, 1 year, no upfront")!;
    expect(row1[4]).toContain("5,606,400 USD over the term of 1 year; this run uses");
  });
});
