import { fineTuningPrices } from "../../../../lib/catalog/market/fine-tuning-prices";
import { modelArchitecture } from "../../../../lib/catalog/models";
import { headlines } from "../../../../lib/review/report/headline";
import { review } from "../../../../lib/review/review";
import { TUNE_8B, tuned } from "../../ray-cluster";

const of = (changes: Partial<typeof TUNE_8B> = {}) => review(tuned(), { workload: { ...TUNE_8B, ...changes } });

describe("fineTuningPrices", () => {
  it("gives each service's price of the smallest bracket that holds the model", () => {
    expect(fineTuningPrices(8.03e9, true).map(({ usdPerMillion }) => usdPerMillion)).toEqual([0.48]);
    expect(fineTuningPrices(70.6e9, true).map(({ usdPerMillion }) => usdPerMillion)).toEqual([2.9]);
    expect(fineTuningPrices(32.8e9, false).map(({ usdPerMillion }) => usdPerMillion)).toEqual([1.65]);
    expect(fineTuningPrices(405e9, true)).toEqual([]);
  });
});

describe("fineTuningService", () => {
  it("costs the run's tokens at the service's price, beside what the run costs here", () => {
    const { fineTuningService: service, run, cost } = of().figures;
    const boot = (cost.usdPerHour * tuned().pools[0]!.bootSeconds) / 3600;
    expect(service?.serviceUsd).toBeCloseTo((TUNE_8B.tokens / 1e6) * 0.48, 9);
    expect(service?.ownUsd.expected).toBeCloseTo(run!.usd!.expected + boot, 9);
  });

  it("answers in one line of the report", () => {
    const line = headlines(of()).find(({ label }) => label === "Fine-tuning service or own GPUs");
    expect(line?.value).toMatch(/^(cheaper with Together AI|cheaper on own GPUs|about the same)$/);
    expect(line?.note).toContain("0.48 USD per million tokens");
  });

  it("is left out for objectives and sizes that no price was read of", () => {
    expect(of({ objective: "dpo" }).figures.fineTuningService).toBeNull();
    expect(of({ model: modelArchitecture("llama-3.1-405b") }).figures.fineTuningService).toBeNull();
  });
});
