import { instancePrice } from "../../../lib/catalog/prices";
import { designOf } from "../../../lib/review/design";
import { costFigures, nodesBySource } from "../../../lib/review/figures/cost";
import { block, onDemand, p5, reservation, spot } from "../p5-cluster";

const cost = (cluster: Parameters<typeof designOf>[0]) => costFigures(designOf(cluster));

describe("costFigures", () => {
  it("multiplies nodes by the region's price, or by another region's where it has none and says so", () => {
    const [compute] = cost(p5()).parts.filter((p) => p.kind === "compute");
    const price =
      instancePrice("p5.48xlarge", "on-demand", "us-east-2") ?? instancePrice("p5.48xlarge", "on-demand", "us-east-1");
    expect(compute?.usdPerHour).toBeCloseTo(17 * (price?.usdPerHour ?? 0), 6);
    expect(compute?.note).toContain(price?.pricedOn);
    const nowhere = cost(p5({ cluster: { region: "mars-north-1" } })).parts.find((p) => p.kind === "compute");
    expect(nowhere?.note).toContain("none for mars-north-1");
  });

  it("bills reservations whether or not nodes run, and on-demand nodes only while they do", () => {
    const reserved = cost(p5()).parts.find((p) => p.kind === "compute");
    expect(reserved?.usdPerHourIdle).toBe(reserved?.usdPerHour);
    const market = cost(p5({ pool: { capacity: [onDemand()] } })).parts.find((p) => p.kind === "compute");
    expect(market?.usdPerHourIdle).toBe(0);
  });

  it("leaves out of the sum what has no price, and names it", () => {
    const unknown = cost(p5({ pool: { instanceType: "p9.48xlarge" } }));
    expect(unknown.unpriced.join()).toContain("p9.48xlarge");
    expect(unknown.usdPerHour).toBeLessThan(cost(p5()).usdPerHour);
  });

  it("is linear in the number of nodes", () => {
    const compute = (nodes: number) =>
      cost(p5({ pool: { nodes: { min: 0, max: nodes }, capacity: [onDemand()] } })).parts.find(
        (p) => p.kind === "compute",
      )?.usdPerHour ?? 0;
    expect(compute(32)).toBeCloseTo(2 * compute(16), 6);
  });

  it("has nothing to say outside AWS", () => {
    expect(cost(p5({ cluster: { cloud: "onprem" } }))).toMatchObject({ parts: [], usdPerHour: 0, pricedOn: null });
  });
});

describe("nodesBySource", () => {
  it("fills sources in their order and stops at the pool's largest", () => {
    const pool = p5({
      pool: {
        nodes: { min: 0, max: 40 },
        capacity: [block({ nodes: 16 }), reservation({ nodes: 20 }), spot(), onDemand()],
      },
    }).pools[0]!;
    expect(nodesBySource(pool).map(({ source, nodes }) => [source.kind, nodes])).toEqual([
      ["block", 16],
      ["reservation", 20],
      ["spot", 4],
    ]);
  });
});
