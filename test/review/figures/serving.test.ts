import { modelArchitecture } from "../../../lib/catalog/models";
import { designOf } from "../../../lib/review/design";
import { servingFigures } from "../../../lib/review/figures/serving";
import { CHAT_8B, LLAMA_70B, p5 } from "../p5-cluster";
import { serving } from "../ray-cluster";

const figures = (workload = CHAT_8B, pool: Parameters<typeof serving>[0] = {}) =>
  servingFigures(designOf(serving(pool), workload));

describe("servingFigures", () => {
  it("takes the smallest replica that meets the objectives", () => {
    expect(figures(CHAT_8B, { instanceType: "g6e.12xlarge" })).toMatchObject({ fits: true, gpusPerReplica: 1 });
  });

  it("spreads a replica over the GPUs of a node where one does not hold it", () => {
    const large = { ...CHAT_8B, model: modelArchitecture("llama-3.1-70b"), timePerOutputTokenSeconds: null };
    expect(figures(large, { instanceType: "g6e.12xlarge" })).toMatchObject({ fits: true, gpusPerReplica: 4 });
  });

  it("counts the replicas that the pool's nodes hold", () => {
    expect(figures(CHAT_8B, { instanceType: "g6e.12xlarge" })).toMatchObject({
      replicasAtMost: 32,
      replicasAtLeast: 8,
    });
  });

  it("needs more replicas for more requests", () => {
    const needed = (requestsPerSecond: number) =>
      figures({ ...CHAT_8B, requestsPerSecond })?.replicasNeeded?.expected ?? 0;
    expect(needed(40)).toBeGreaterThan(needed(10));
  });

  it("adds the parts of a replica's memory up to its limit", () => {
    const result = figures();
    const sum = result?.memoryParts.reduce((total, p) => total + p.value, 0);
    expect(sum).toBeCloseTo(result?.memoryLimitBytes ?? 0, -3);
  });

  it("says why no number of replicas will do", () => {
    expect(figures({ ...CHAT_8B, timePerOutputTokenSeconds: 0.001 })).toMatchObject({
      replicasNeeded: null,
      why: expect.stringContaining("TPOT is"),
    });
  });

  it("is null for training", () => {
    expect(servingFigures(designOf(p5(), LLAMA_70B))).toBeNull();
  });
});
