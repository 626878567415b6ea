import { modelArchitecture } from "../../../../lib/catalog/models";
import { designOf } from "../../../../lib/review/design";
import { servingFigures } from "../../../../lib/review/figures/serving/serving";
import { headlines } from "../../../../lib/review/report/headline";
import { review } from "../../../../lib/review/review";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { deployed, serving } from "../../ray-cluster";

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

describe("managedApi", () => {
  const of = (requestsPerSecond: number) => review(deployed(), { workload: { ...CHAT_8B, requestsPerSecond } });

  it("takes the cheapest service, and says from which load on the cluster costs less", () => {
    const { managedApi, serving } = of(20).figures;
    expect(managedApi?.provider).toBe("DeepInfra");
    expect(managedApi?.apiUsdPerDay).toBeCloseTo(20 * 86_400 * ((1000 * 0.03 + 300 * 0.05) / 1e6), 6);
    expect(managedApi?.ownUsdPerDay).toBeCloseTo((serving!.usdPerMillionTokensAtLoad! * 20 * 300 * 86_400) / 1e6, 6);
    expect(managedApi?.others.map(({ provider }) => provider)).toEqual(["Groq", "Together AI", "Amazon Bedrock"]);
  });

  it("breaks even with the nodes that such a load keeps running, not with those of the stated one", () => {
    const cluster = deployed({ replicas: { min: 1, max: 40 } }, { nodes: { min: 1, max: 40 } });
    const { managedApi, serving } = review(cluster, { workload: { ...CHAT_8B, requestsPerSecond: 40 } }).figures;
    const { apiUsdPerDay, ownUsdPerDay, tokensPerDay, breakEvenTokensPerDay, capacityTokensPerDay } = managedApi!;
    const unchanged = (ownUsdPerDay / apiUsdPerDay) * tokensPerDay;
    expect(unchanged).toBeGreaterThan((serving!.nodesAtLoad! / 40) * capacityTokensPerDay);
    expect(breakEvenTokensPerDay).toBeGreaterThan(2 * unchanged);
  });

  it("answers in one line of the report", () => {
    const line = headlines(of(0.1)).find(({ label }) => label === "Managed API or own GPUs");
    expect(line?.value).toBe("cheaper with DeepInfra");
    expect(line?.note).toMatch(
      /^at 11.2 million tokens\/day DeepInfra asks 0.389 USD per day, this cluster costs [\d.]+ USD; self-hosting pays from [\d.]+ (m|b)illion tokens\/day(, more than this cluster carries)?; API prices of 2026-08-06$/,
    );
  });

  it("says what cached prompts and batches cost where a service publishes it", () => {
    const workload = { ...CHAT_8B, model: modelArchitecture("llama-4-scout") };
    const { batch } = review(deployed({}, { instanceType: "p5.48xlarge" }), { workload }).figures.managedApi ?? {};
    expect(batch?.provider).toBe("Amazon Bedrock");
    const { requestsPerSecond: rate, promptTokens, outputTokens } = CHAT_8B;
    expect(batch?.usdPerDay).toBeCloseTo((rate * 86_400 * (promptTokens * 0.085 + outputTokens * 0.33)) / 1e6, 6);
  });

  it("is left out for a model that no service of the list has", () => {
    const model = { ...CHAT_8B.model, name: "ours" };
    const { managedApi } = review(serving(), { workload: { ...CHAT_8B, model } }).figures;
    expect(managedApi).toBeNull();
  });
});
