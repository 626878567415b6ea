import { candidateCluster } from "../../lib/architectures/sizing/candidate-cluster";
import { bestFirst, rankDesigns } from "../../lib/architectures/sizing/rank-designs";
import { modelArchitecture } from "../../lib/catalog/models";
import type { PoolFabric, Workload } from "../../lib/model/model";
import { factsNamed } from "../../lib/review/clouds/list";
import { designOf } from "../../lib/review/design";
import { figuresOf } from "../../lib/review/figures/figures";
import { quotasOf } from "../../lib/review/quotas";

const azure = factsNamed("azure")!;
const workload: Workload = {
  kind: "training",
  model: modelArchitecture("llama-3.1-8b"),
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: null,
  checkpointMinutes: null,
};

describe("what the review knows of Azure", () => {
  const on = (instanceType: string, nodes: number) =>
    designOf(
      candidateCluster(
        {
          instanceType,
          nodes,
          purchase: "on-demand",
          region: "eastus",
          cloud: azure,
          lustre: { capacityTiB: 48, throughputPerTiB: 250 },
        },
        workload,
      ),
    );

  it("trains over InfiniBand, and slower without a fabric", () => {
    const { cluster } = on("Standard_ND96isr_H100_v5", 8);
    expect(cluster.fabrics).toMatchObject([{ kind: "infiniband" }]);
    const { fabric } = cluster.pools[0]!;
    expect(fabric).toMatchObject({ devices: 8, gbpsEach: 400 });
    const days = (fabric: PoolFabric | null) => {
      const pools = cluster.pools.map((pool) => ({ ...pool, fabric }));
      return figuresOf(designOf({ ...cluster, pools })).run!.days.expected;
    };
    expect(days(null)).toBeGreaterThan(1.05 * days(fabric));
    expect(days({ ...fabric!, devices: 4 })).toBeGreaterThan(days(fabric));
  });

  it("prices nodes and names what has no published price", () => {
    const { cost } = figuresOf(on("Standard_ND96isr_H100_v5", 2));
    expect(cost.usdPerHour).toBeCloseTo(2 * 98.32);
    expect(cost.unpriced.join()).toMatch(/Managed Lustre/);
  });

  it("counts vCPUs of the family's quota, of which a subscription starts with none", () => {
    const quotas = quotasOf(on("Standard_ND96isr_H100_v5", 16));
    expect(quotas.find(({ code }) => code === "standardNDSH100v5Family")).toMatchObject({ needed: 1536, default: 0 });
  });

  it("ranks its sizes beside those of AWS, each at its own price", () => {
    const ranked = (cloud: string, region: string, instanceType: string) =>
      rankDesigns(workload, { cloud: factsNamed(cloud)!, region, by: "time", instanceTypes: [instanceType], nodes: 4 });
    const both = bestFirst(
      [
        ...ranked("azure", "eastus", "Standard_ND96isr_H100_v5"),
        ...ranked("aws", "us-east-1", "p5.48xlarge").filter(({ purchase }) => purchase === "on-demand"),
      ],
      "time",
    );
    expect(both.map(({ instanceType }) => instanceType).sort()).toEqual(["Standard_ND96isr_H100_v5", "p5.48xlarge"]);
    const of = (name: string) => both.find(({ instanceType }) => instanceType === name)!;
    expect(of("Standard_ND96isr_H100_v5").usdPerHour).toBeCloseTo(4 * 98.32);
    expect(of("Standard_ND96isr_H100_v5").days!.expected).toBeCloseTo(of("p5.48xlarge").days!.expected, 0);
  });
});
