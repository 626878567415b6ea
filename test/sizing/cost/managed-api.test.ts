import { apiPrices } from "../../../lib/catalog/market/api-prices";
import { modelArchitecture } from "../../../lib/catalog/models";
import { managedApiComparison } from "../../../lib/sizing/cost/managed-api";

const load = { requestsPerSecond: 20, promptTokens: 1000, outputTokens: 300 };

describe("managedApiComparison", () => {
  it("gives the example of its comment", () => {
    const price = { inputUsdPerMillion: 0.22, outputUsdPerMillion: 0.22, ownUsdPerHour: 6 };
    const { apiUsdPerDay, ownUsdPerDay, breakEvenTokensPerDay } = managedApiComparison({ ...load, ...price });
    expect(apiUsdPerDay).toBeCloseTo(494.2, 1);
    expect(ownUsdPerDay).toBe(144);
    expect(breakEvenTokensPerDay / 1e6).toBeCloseTo(654.5, 1);
  });

  it("costs the same either way at the break-even load", () => {
    const price = { inputUsdPerMillion: 0.59, outputUsdPerMillion: 0.79, ownUsdPerHour: 55 };
    const { breakEvenTokensPerDay } = managedApiComparison({ ...load, ...price });
    const requestsPerSecond = breakEvenTokensPerDay / 86_400 / 1300;
    const even = managedApiComparison({ ...load, ...price, requestsPerSecond });
    expect(even.apiUsdPerDay).toBeCloseTo(even.ownUsdPerDay, 6);
  });
});

describe("apiPrices", () => {
  it("has services of models of the catalog alone, answers never below half the prompt's price", () => {
    for (const { name } of [modelArchitecture("llama-3.1-8b"), modelArchitecture("gpt-oss-120b")])
      expect(apiPrices(name).map(({ provider }) => provider)).toContain("Amazon Bedrock");
    for (const row of apiPrices("llama-3.3-70b"))
      expect(row.outputUsdPerMillion).toBeGreaterThan(row.inputUsdPerMillion / 2);
  });
});
