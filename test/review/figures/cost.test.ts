import { instancePrice, servicePrice } from "../../../lib/catalog/prices";
import { designOf } from "../../../lib/review/design";
import { costFigures } from "../../../lib/review/figures/cost";
import { nodesBySource } from "../../../lib/review/figures/node-sources";
import { block, onDemand, p5, reservation, spot } from "../p5-cluster";
import { ray } from "../ray-cluster";

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

  it("bills interface endpoints in each zone and EKS by the hour, and says that EFS is billed by use", () => {
    const subnet = { usableAddresses: 251, public: false };
    const network = {
      privateEndpoints: ["ssm", "ecr.api", "ecr.dkr"],
      computeSubnets: ["us-east-1a", "us-east-1b"].map((availabilityZone) => ({ ...subnet, availabilityZone })),
    };
    const { fileSystems } = p5();
    const home = { ...fileSystems[0]!, name: "home", kind: "efs" as const, capacityGiB: null, dataRepositories: [] };
    const openZfs = { ...home, name: "zfs", kind: "openzfs" as const, capacityGiB: 7300 };
    const cluster = { region: "us-east-1", fileSystems: [home, openZfs], schedulers: ray().schedulers };
    const { parts, unpriced } = cost(p5({ cluster, network: { ...p5().networks[0]!, ...network } }));
    const usd = (name: string) => parts.find((p) => p.name.includes(name))?.usdPerHour;
    expect(usd("interface endpoints in 2 zones")).toBeCloseTo(
      6 * servicePrice("interface-endpoint-hour", "us-east-1")!.usd,
      9,
    );
    expect(usd("EKS control plane")).toBe(servicePrice("eks-cluster-hour", "us-east-1")!.usd);
    expect(usd("7,300 GiB OpenZFS")).toBeCloseTo(10 * servicePrice("fsx-openzfs-ssd-gb-month", "us-east-1")!.usd, 9);
    expect(unpriced).toContain("data stored in EFS home");
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

  it.each([
    [{ min: 1, max: 6 }, { scaling: "fixed", size: 1 }, 1, 1],
    [{ min: 1, max: 6 }, { scaling: "fixed", size: 4 }, 4, 4],
    [{ min: 0, max: 6 }, { scaling: "fixed" }, 6, 6],
    [{ min: 1, max: 6 }, { scaling: "target-tracking", size: 3 }, 6, 3],
    [{ min: 0, max: 6 }, { scaling: "fixed", size: 0 }, 6, 0],
  ] as const)("counts the nodes that a fleet runs: of a pool of %j one of %j", (nodes, fleet, most, idle) => {
    const schedulers = [{ kind: "fleet", name: "run", pool: "h100", replaceUnhealthy: true, ...fleet } as const];
    const design = designOf(p5({ pool: { nodes, capacity: [onDemand()] }, cluster: { schedulers } }));
    const [compute] = costFigures(design).parts.filter((p) => p.kind === "compute");
    const each = instancePrice("p5.48xlarge", "on-demand", "us-east-1")!.usdPerHour;
    expect(compute!.name).toContain(`${most} x p5.48xlarge`);
    expect(compute!.usdPerHour! / each).toBeCloseTo(most, 6);
    expect(compute!.usdPerHourIdle! / each).toBeCloseTo(idle, 6);
    expect(design.pools[0]!.maxGpus).toBe(8 * most);
  });
});
