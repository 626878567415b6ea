import { instanceType } from "../../../../lib/catalog/instance-types";
import { instancePrice } from "../../../../lib/catalog/prices";
import { designOf } from "../../../../lib/review/design";
import { cheaperNodes } from "../../../../lib/review/figures/serving/cheaper-nodes";
import { servingFigures } from "../../../../lib/review/figures/serving/serving";
import { CHAT_8B } from "../../p5-cluster";
import { serving } from "../../ray-cluster";

const RARE = { ...CHAT_8B, requestsPerSecond: 1 };

const found = (workload: typeof CHAT_8B, usd: number) => {
  const design = designOf(serving({ instanceType: "p5.48xlarge", nodes: { min: 16, max: 16 } }), workload);
  return cheaperNodes(design, design.workPool!, workload, 2, usd);
};

describe("cheaperNodes", () => {
  it("finds a type of the same vendor of which two nodes carry a rare request, at its list price", () => {
    const cheaper = found(RARE, 110)!;
    const type = instanceType(cheaper.instanceType);
    expect(type.acceleratorCount).toBe(1);
    expect(cheaper.usdPerHour).toBe(2 * instancePrice(type.name, "on-demand", "us-east-2")!.usdPerHour);
    const { replicasNeeded, replicasAtMost } = servingFigures(
      designOf(serving({ instanceType: type.name, nodes: { min: 2, max: 2 } }), RARE),
    )!;
    expect(replicasNeeded!.expected).toBeLessThanOrEqual(replicasAtMost);
  });

  it("names none that would cost as much, or that the objectives rule out", () => {
    expect(found(RARE, 0.5)).toBeNull();
    expect(found({ ...RARE, timePerOutputTokenSeconds: 0.002 }, 110)).toBeNull();
  });
});
