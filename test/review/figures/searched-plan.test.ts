import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { searchedPlan } from "../../../lib/review/figures/searched-plan";
import type { Training } from "../../../lib/review/figures/training-job";
import { request } from "../../../lib/review/figures/training-request";
import * as search from "../../../lib/sizing/parallelism/plan-search";
import { recommendedPlan } from "../../../lib/sizing/parallelism/recommended-plan";
import { LLAMA_70B, onDemand, p5 } from "../p5-cluster";

const design = (nodes: number) =>
  designOf(p5({ pool: { nodes: { min: 0, max: nodes }, capacity: [onDemand()] } }), LLAMA_70B);
const asked = (nodes: number) => request(LLAMA_70B as Training, design(nodes).workPool!, nodes)!;

describe("searchedPlan", () => {
  it("finds what recommendedPlan finds", () => {
    expect(searchedPlan(asked(16))).toEqual(recommendedPlan(asked(16)));
  });

  it("tells requests apart by number of GPUs, by rate of the link, also an infinite one, and by how many plans are seen", () => {
    const at = (fabricBytesPerSecondPerGpu: number) => {
      const one = asked(16);
      return searchedPlan({ ...one, link: { ...one.link, fabricBytesPerSecondPerGpu } }).fastestTokensPerSecond;
    };
    expect(searchedPlan(asked(8))).not.toEqual(searchedPlan(asked(16)));
    expect(at(1e9)).toBeLessThan(at(50e9));
    expect(searchedPlan(asked(16), 1)).not.toBe(searchedPlan(asked(16)));
  });

  it("searches the layouts of each size once in all figures of a design", () => {
    const searched: string[] = [];
    const { searchPlans } = search;
    const spy = jest.spyOn(search, "searchPlans").mockImplementation((...given) => {
      const [{ gpus, precision, globalBatchSequences, link }, , , most] = given;
      searched.push(JSON.stringify([gpus, precision, globalBatchSequences, link, most]));
      return searchPlans(...given);
    });
    const figures = figuresOf(design(24));
    expect(figures.marginal?.choices.length).toBeGreaterThan(3);
    spy.mockRestore();
    expect(searched.length).toBeGreaterThan(3);
    expect(new Set(searched).size).toBe(searched.length);
  });
});
