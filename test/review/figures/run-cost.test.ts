import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import { instancePrice } from "../../../lib/catalog/prices";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { daysToBuy } from "../../../lib/sizing/cost/capacity-block";
import { block, LLAMA_70B, onDemand, p5 } from "../p5-cluster";

const NODES = { min: 16, max: 16 };
const price = (purchase: "capacity-block" | "on-demand", region = "us-east-2") =>
  (instancePrice("p5.48xlarge", purchase, region) ?? instancePrice("p5.48xlarge", purchase, "us-east-1"))!.usdPerHour;

/** What a design pays for its nodes alone. */
function nodesOf(changes: Parameters<typeof p5>[0], workload = LLAMA_70B) {
  const figures = figuresOf(designOf(p5(changes), workload));
  const run = figures.run!;
  const around = figures.cost.parts.filter(({ kind }) => kind !== "compute");
  const usdPerHour = around.reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);
  return { run, figures, nodes: run.usd!.expected - run.days.expected * 24 * usdPerHour };
}

describe("runCost", () => {
  it("pays a block from its start to its end, whatever the run uses of it", () => {
    const { run, nodes } = nodesOf({ pool: { nodes: NODES, capacity: [block()] } });
    expect(nodes).toBeCloseTo(16 * price("capacity-block") * 14 * 24, 6);
    expect(run.prepaid).toEqual({ usd: 16 * price("capacity-block") * 14 * 24, days: 14, given: true });
    expect(run.usd!.expected - run.usedUsd!.expected).toBeCloseTo(
      16 * price("capacity-block") * (14 - run.days.expected) * 24,
      6,
    );
  });

  it("pays the shortest block that covers the slow end where its dates are not given", () => {
    const { run, nodes } = nodesOf({ pool: { nodes: NODES, capacity: [block({ startsOn: null })] } });
    expect(nodes).toBeCloseTo(16 * price("capacity-block") * daysToBuy(run.days.high) * 24, 6);
    expect(run.prepaid).toMatchObject({ days: daysToBuy(run.days.high), given: false });
  });

  it("pays the rest of the run on demand where that stands behind a block that ends before it", () => {
    const days = { startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-05T11:30:00Z" };
    const { run, nodes } = nodesOf({ pool: { nodes: NODES, capacity: [block(days), onDemand()] } });
    const later = run.days.expected * 24 - 23.5;
    expect(nodes).toBeCloseTo(16 * (24 * price("capacity-block") + later * price("on-demand")), 6);
  });

  it("pays a further block for a run that outlasts the only one, and lists one that holds it", () => {
    const days = { startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-05T11:30:00Z" };
    const { run, nodes, figures } = nodesOf({ pool: { nodes: NODES, capacity: [block(days)] } });
    const dayUsd = 16 * price("capacity-block") * 24;
    expect(nodes).toBeCloseTo(dayUsd * (1 + daysToBuy(run.days.expected - 23.5 / 24)), 6);
    expect(run.prepaid).toEqual({ usd: dayUsd, days: 1, given: true });
    const listed = figures.purchases!.choices.find(({ option }) => option === "capacity-block")!;
    expect(listed.usdOfRun!.expected).toBeCloseTo(dayUsd * daysToBuy(run.days.high), 6);
  });

  it("pays nothing ahead where nodes are paid by the hour", () => {
    const { run, figures } = nodesOf({});
    expect(run.prepaid).toBeNull();
    expect(run.usd!.expected).toBeCloseTo(run.days.expected * 24 * figures.cost.usdPerHour, 6);
    expect(run.usedUsd).toEqual(run.usd);
  });

  it("agrees to the cent with the block among the purchase options", () => {
    for (const capacity of [[block()], [block({ startsOn: null })]]) {
      const { run, figures } = nodesOf({ pool: { nodes: NODES, capacity } });
      const paid = figures.purchases!.choices.find(({ option }) => option === "capacity-block")!;
      expect(paid.usdOfRun!.expected).toBeCloseTo(run.prepaid!.usd, 6);
    }
  });
});

describe("a Capacity Block that plan ranks", () => {
  const region = "us-east-2";
  const options = { region, by: "cost", instanceTypes: ["p5.48xlarge"], purchases: ["capacity-block"] } as const;
  const designs = rankDesigns(LLAMA_70B, options);

  it("costs whole days and, above 14, whole weeks, and at least a day", () => {
    expect(designs.length).toBeGreaterThan(3);
    for (const design of designs) {
      expect(design.prepaidDays).toBe(daysToBuy(design.days!.high));
      expect(design.usd!.expected).toBeGreaterThanOrEqual(
        design.nodes * price("capacity-block") * 24 * design.prepaidDays!,
      );
      expect(design.usedUsd!.expected).toBeLessThan(design.usd!.expected);
    }
  });

  it("costs what the review says of it once it is bought", () => {
    const [design] = rankDesigns(LLAMA_70B, { ...options, nodes: 16 });
    const endsOn = new Date(Date.parse("2027-01-04T11:30:00Z") + design!.prepaidDays! * 86_400_000).toISOString();
    const { run } = nodesOf({ pool: { nodes: NODES, capacity: [block({ endsOn })] } });
    const storage = design!.usdPerHour - 16 * price("capacity-block");
    expect(run.prepaid!.usd + storage * 24 * design!.days!.expected).toBeCloseTo(design!.usd!.expected, 6);
  });

  it("is left out where no block that is sold lasts as long as the slow end", () => {
    const long = rankDesigns({ ...LLAMA_70B, tokens: 3e12 }, { ...options, nodes: 16 });
    expect(long).toEqual([]);
  });
});
