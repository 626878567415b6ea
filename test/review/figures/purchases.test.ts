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
    // 16 nodes of 10.2 kW, 76 % drawn, 1.15 W at the site each, 8,760 hours
    expect(choice("ownership").note).toContain("1,249 (986–1,397) MWh per year");
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
    expect(purchaseRows(service).map((row) => row[2])).toEqual(["-", "-", "-", "-", "-"]);
    expect(purchaseRows(service)[2]![1]).toMatch(/^break-even: [\d,.]+$/);
  });

  it("says nothing without a workload, without GPUs or outside AWS", () => {
    expect(figuresOf(designOf(p5(), null)).purchases).toBeNull();
    expect(figuresOf(designOf(p5({ cluster: { cloud: "onprem" } }), LLAMA_70B)).purchases).toBeNull();
    expect(figuresOf(designOf(p5({ pool: { instanceType: "m7i.large" } }), LLAMA_70B)).purchases).toBeNull();
  });
});
