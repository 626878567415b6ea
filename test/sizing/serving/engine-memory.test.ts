import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { defaultEngineBytes } from "../../../lib/sizing/serving/engine-memory";
import { servingRate } from "../../../lib/sizing/serving/serving-rate";

const GIB = 1024 ** 3;
const h100 = accelerator("H100-SXM-80GB");

describe("defaultEngineBytes", () => {
  it.each([
    ["llama-3.1-8b", 5.66],
    ["qwen3-32b", 6.53],
    ["gpt-oss-20b", 9.21],
  ])("is what vLLM 0.11 takes beside the weights of %s on H100, within 10 %%", (model, gib) => {
    expect(defaultEngineBytes(modelArchitecture(model), h100) / GIB / gib).toBeCloseTo(1, 0);
    expect(Math.abs(defaultEngineBytes(modelArchitecture(model), h100) / GIB / gib - 1)).toBeLessThan(0.1);
  });

  it("is less on A100, where vLLM starts with a quarter of the requests", () => {
    const model = modelArchitecture("llama-3.1-8b");
    expect(defaultEngineBytes(model, accelerator("A100-SXM-80GB"))).toBeLessThan(defaultEngineBytes(model, h100) / 2);
  });
});

describe("servingRate", () => {
  const rate = (model: string) =>
    servingRate({
      model: modelArchitecture(model),
      accelerator: h100,
      tensorParallel: 1,
      precision: "bf16",
      kvPrecision: "bf16",
      promptTokens: 1024,
      outputTokens: 256,
    });

  it("leaves the cache the range of what engines take, its own figure included", () => {
    const { kvCacheBytes, kvCacheRange, fit } = rate("llama-3.1-8b");
    expect(kvCacheRange.low).toBeLessThan(kvCacheBytes);
    expect(kvCacheRange.high).toBeGreaterThanOrEqual(kvCacheBytes);
    expect(kvCacheRange.expected).toBe(kvCacheBytes);
    expect(fit).toBe("fits");
  });

  it("says that Qwen3 32B on one H100 is borderline, and that 70B does not fit", () => {
    expect(rate("qwen3-32b").fit).toBe("borderline");
    expect(rate("llama-3.1-70b").fit).toBe("does not fit");
  });
});
