import { designOf } from "../../../lib/review/design";
import { isMet, targetsOf } from "../../../lib/review/report/targets";
import { reviewDesign } from "../../../lib/review/review";
import { CHAT_8B } from "../p5-cluster";
import { serving } from "../ray-cluster";

describe("targetsOf", () => {
  it("judges the latency of a service over its whole range", () => {
    const target = (timePerOutputTokenSeconds: number) => {
      const design = designOf(serving(), { ...CHAT_8B, timePerOutputTokenSeconds });
      return targetsOf(design, reviewDesign(design)).find(({ label }) => label === "TPOT")!;
    };
    const { low, expected, high } = target(10).value;
    expect([low < expected, expected < high]).toEqual([true, true]);
    expect(isMet(target(1.01 * expected))).toBe("borderline");
    expect(isMet(target(2 * high))).toBe("met");
  });
});
