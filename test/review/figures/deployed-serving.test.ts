import { modelArchitecture } from "../../../lib/catalog/models";
import { designOf } from "../../../lib/review/design";
import { servingFigures } from "../../../lib/review/figures/serving/serving";
import { review } from "../../../lib/review/review";
import { CHAT_8B } from "../p5-cluster";
import { deployed } from "../ray-cluster";

const figures = (changes: Parameters<typeof deployed>[0], workload = CHAT_8B, pool = {}) =>
  servingFigures(designOf(deployed(changes, pool), workload))!;

describe("the figures of a declared service", () => {
  const node = { instanceType: "g6e.12xlarge" };

  it("are of the declared tensor parallelism, with the library's choice as the alternative", () => {
    const declared = figures({ tensorParallel: 4 }, CHAT_8B, node);
    expect(declared).toMatchObject({ deployed: "chat", gpusPerReplica: 4, alternative: { gpusPerReplica: 1 } });
    expect(figures({ tensorParallel: 1 }, CHAT_8B, node).alternative).toBeNull();
  });

  it("count no more replicas than are declared, whatever the nodes hold", () => {
    expect(figures({ replicas: { min: 0, max: 1 } })).toMatchObject({
      replicasAtLeast: 0,
      replicasAtMost: 1,
      replicasHeld: 8,
    });
  });

  it("batch no more requests than the manifest lets through", () => {
    expect(figures({ requestsPerReplica: 16 }).concurrencyPerReplica).toBe(16);
    const few = figures({ requestsPerReplica: 16 }).replicasNeeded!.expected;
    expect(few).toBeGreaterThan(figures({}).replicasNeeded!.expected);
  });

  it("divide the layers of a pipeline over its nodes", () => {
    const large = { ...CHAT_8B, model: modelArchitecture("llama-3.1-70b"), timePerOutputTokenSeconds: null };
    const wide = figures({ model: large.model, tensorParallel: 4, pipelineParallel: 2 }, large, node);
    expect(wide).toMatchObject({ fits: true, gpusPerReplica: 8, replicasHeld: 4 });
    const one = figures({ model: large.model, tensorParallel: 4 }, large, node);
    expect(wide.memoryParts.find(({ name }) => name === "weights")).toEqual(
      one.memoryParts.find(({ name }) => name === "weights"),
    );
    expect(wide.concurrencyPerReplica).toBeGreaterThan(one.concurrencyPerReplica);
  });

  it("are of the pool that serves, not of the largest", () => {
    const cluster = deployed();
    const larger = { ...cluster.pools[0]!, name: "h100", instanceType: "p5.48xlarge", adoptedBy: null };
    expect(servingFigures(designOf({ ...cluster, pools: [...cluster.pools, larger] }, CHAT_8B))!.pool).toBe("l40s");
  });

  it("make too few declared replicas an error with the number that is missing", () => {
    const asked = { ...CHAT_8B, requestsPerSecond: 20 };
    const needed = figures({ replicas: { min: 0, max: 1 } }, asked).replicasNeeded!.expected;
    const { findings, verdict } = review(deployed({ replicas: { min: 0, max: 1 } }), { workload: asked });
    expect(verdict).toBe("not-ready");
    expect(findings.find(({ rule }) => rule === "replicas-short")).toMatchObject({
      path: "serving.chat.replicas.max",
      value: `1 replica of 1 GPU; ${needed - 1} too few`,
      fix: `set replicas.max to ${needed}`,
    });
  });
});
