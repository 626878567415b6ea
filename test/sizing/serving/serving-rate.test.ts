import fc from "fast-check";
import { accelerator } from "../../../lib/catalog/accelerators";
import { type InferenceThroughput, inferenceThroughputs } from "../../../lib/catalog/inference-throughput";
import { modelArchitecture } from "../../../lib/catalog/models";
import { type ReplicaProps, servingRate } from "../../../lib/sizing/serving/serving-rate";
import { OWN_RANGE_ALONE } from "../../../lib/sizing/spread/published-spread";
import { firstTokenRows } from "../../../scripts/validation/first-token";
import { relativeError, type ValidationRow } from "../../../scripts/validation/row";
import { decodeRows, unseenRows } from "../../../scripts/validation/serving-rows";

const replica = (row: InferenceThroughput): ReplicaProps => ({
  model: modelArchitecture(row.model),
  accelerator: accelerator(row.accelerator),
  tensorParallel: row.tensorParallel,
  precision: row.precision,
  kvPrecision: row.kvPrecision,
  attentionDataParallel: row.attentionDataParallel,
  freeMemoryShare: 0.9,
  promptTokens: row.promptTokens,
  outputTokens: row.outputTokens,
});
const predicted = (row: InferenceThroughput) => {
  const rate = servingRate(replica(row));
  return rate.tokensPerSecond(Math.min(rate.maxConcurrency, row.requests ?? rate.maxConcurrency));
};
const errors = (rows: readonly InferenceThroughput[]) =>
  rows.map((row) => Math.abs(predicted(row).expected / row.outputTokensPerSecond - 1)).sort((a, b) => a - b);

describe("servingRate against TensorRT-LLM's published throughput", () => {
  const all = inferenceThroughputs();
  const isDense = (row: InferenceThroughput) => modelArchitecture(row.model).experts === null;
  const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]!;
  const share = (rows: readonly InferenceThroughput[], most: number) =>
    errors(rows).filter((error) => error <= most).length / rows.length;

  it("has 159 calibrated rows and 315 held out", () => {
    const calibrated = all.filter((row) => row.calibrated).length;
    expect([calibrated, all.length - calibrated]).toEqual([159, 315]);
  });

  it("is within 26 % of every calibrated dense row, and within 6 % at their median", () => {
    const fitted = errors(all.filter((row) => row.calibrated && isDense(row)));
    expect(fitted.at(-1)).toBeLessThan(0.26);
    expect(median(fitted)).toBeLessThan(0.06);
  });

  it("is within 7 % at the median of the dense rows held out, and within 20 % of nine in ten", () => {
    const held = all.filter((row) => !row.calibrated && isDense(row));
    expect(median(errors(held))).toBeLessThan(0.07);
    expect(share(held, 0.2)).toBeGreaterThan(0.9);
  });

  it("is within 11 % at the median of the mixtures of experts held out, and within 20 % of seven in ten", () => {
    const held = all.filter((row) => !row.calibrated && !isDense(row));
    expect(median(errors(held))).toBeLessThan(0.11);
    expect(share(held, 0.2)).toBeGreaterThan(0.7);
  });

  it("has the published figure inside its range on 95 % of all rows", () => {
    const inside = all.filter((row) => {
      const { low, high } = predicted(row);
      return row.outputTokensPerSecond >= low && row.outputTokensPerSecond <= high;
    });
    expect(inside.length / all.length).toBeGreaterThanOrEqual(0.95);
  });

  it("is within 7 % of Llama 3.3 70B on two H100 with 2,048 tokens in and out", () => {
    const row = all.find(
      (r) =>
        r.model === "llama-3.3-70b" && r.tensorParallel === 2 && r.promptTokens === 2048 && r.outputTokens === 2048,
    )!;
    expect(errors([row])[0]).toBeLessThan(0.07);
  });
});

describe("servingRate against published times per output token", () => {
  const held = decodeRows().filter((row) => row.set === "held out");
  const sorted = held.map((row) => Math.abs(relativeError(row))).sort((a, b) => a - b);

  it("is within 20 % of nine in ten held-out rows of small batches, and within 8 % at their median", () => {
    expect(held.length).toBeGreaterThan(30);
    expect(sorted.filter((error) => error <= 0.2).length / sorted.length).toBeGreaterThan(0.9);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(0.08);
  });

  it("gets one answer from Llama 2 70B on eight A100 within 10 % (gpt-fast: 62.5 tokens/s)", () => {
    const row = held.find((r) => r.name.startsWith("gpt-fast, llama-2-70b in BF16, 8 x"))!;
    expect(Math.abs(relativeError(row))).toBeLessThan(0.1);
  });
});

describe("servingRate against rows entered unseen", () => {
  const errorsOf = (rows: readonly ValidationRow[]) =>
    rows.map((row) => Math.abs(relativeError(row))).sort((a, b) => a - b);

  it("is within 13 % of the time to first token of one request at the median of 48 rows on four GPUs", () => {
    const rows = firstTokenRows().filter(({ section }) => section.includes("one request"));
    expect(rows).toHaveLength(48);
    expect(errorsOf(rows)[24]).toBeLessThan(0.13);
    expect(errorsOf(rows).filter((error) => error <= 0.2).length).toBeGreaterThanOrEqual(34);
  });

  it("is within 16 % of every throughput on MI300X that was held out", () => {
    const held = unseenRows("mi300x-serving.json", "MI300X").filter(({ set }) => set === "held out");
    expect(held).toHaveLength(12);
    expect(errorsOf(held).at(-1)).toBeLessThan(0.16);
  });
});

describe("servingRate", () => {
  const base: ReplicaProps = {
    model: modelArchitecture("llama-3.1-8b"),
    accelerator: accelerator("H100-SXM-80GB"),
    tensorParallel: 1,
    precision: "bf16",
    kvPrecision: "bf16",
    promptTokens: 1000,
    outputTokens: 200,
  };

  it("finds no room for the weights of 70B in BF16 on one 80 GB GPU, and room on two", () => {
    const big = { ...base, model: modelArchitecture("llama-3.1-70b") };
    expect(servingRate(big)).toMatchObject({ maxConcurrency: 0 });
    expect(servingRate(big).kvCacheBytes).toBeLessThan(0);
    expect(servingRate({ ...big, tensorParallel: 4 }).maxConcurrency).toBeGreaterThan(0);
  });

  it("reads few experts for one request and all for many", () => {
    const moe = { ...base, model: modelArchitecture("mixtral-8x7b"), tensorParallel: 2 };
    const one = servingRate(moe).stepSeconds(1).expected;
    const many = servingRate(moe).stepSeconds(64).expected;
    expect(many / one).toBeGreaterThan(2);
  });

  it("holds keys and values once and the attention on each accelerator where each serves requests of its own", () => {
    const shape = {
      ...base,
      model: modelArchitecture("qwen3-235b-a22b"),
      tensorParallel: 8,
      precision: "fp8" as const,
    };
    const shared = servingRate({ ...shape, maxBatch: 1_000_000 });
    const apart = servingRate({ ...shape, maxBatch: 1_000_000, attentionDataParallel: true });
    const room = (rate: typeof shared) => rate.maxConcurrency / rate.kvCacheBytes;
    // four heads of keys and values are on two of eight accelerators each
    expect(room(apart) / room(shared)).toBeCloseTo(2, 2);
    // seven more copies of 94 layers' projections, 71 million weights of a byte each
    expect((shared.kvCacheBytes - apart.kvCacheBytes) / (7 * 94 * 71.3e6)).toBeCloseTo(1, 1);
    expect(apart.stepSeconds(1).expected).toBeGreaterThan(0);
    expect(
      servingRate({ ...shape, accelerator: accelerator("B300-SXM-270GB"), attentionDataParallel: true }).maxConcurrency,
    ).toBeGreaterThan(2048);
  });

  it("takes as long to route a token on a card as on a part with five times its bandwidth", () => {
    const prefill = (name: string, k: number) => {
      const { experts, ...shape } = modelArchitecture("qwen3-30b-a3b");
      const widened = { ...experts!, count: 16 * k, ffnHiddenSize: (768 * 8) / k, activePerToken: k };
      const model = { ...shape, experts: widened };
      return servingRate({ ...base, model, accelerator: accelerator(name), precision: "fp4" }).prefillSeconds.expected;
    };
    // eight of 128 experts of 768 compute and weigh as much as four of 64 of 1,536, and route twice the elements
    const routing = (name: string) => prefill(name, 8) - prefill(name, 4);
    expect(routing("RTX-PRO-6000-96GB") / routing("B200-SXM-180GB")).toBeCloseTo(1, 1);
  });

  it("holds keys and values twice where eight accelerators share four heads of them", () => {
    const model = { ...modelArchitecture("llama-3.1-8b"), kvHeads: 4 };
    const room = (tensorParallel: number) => {
      const rate = servingRate({ ...base, model, tensorParallel, maxBatch: 1_000_000 });
      return rate.maxConcurrency / rate.kvCacheBytes;
    };
    expect(room(4) / room(8)).toBeCloseTo(2, 2);
  });

  it("computes a long prompt faster where layers attend to a window alone", () => {
    const prefill = (name: string) =>
      servingRate({ ...base, model: modelArchitecture(name), promptTokens: 32_768 }).prefillSeconds.expected;
    expect(prefill("mistral-7b-v0.1")).toBeLessThan(0.9 * prefill("mistral-7b-v0.3"));
  });

  it("computes 4-bit weights in BF16 and reads them in a quarter of the time", () => {
    const int4 = servingRate({ ...base, precision: "int4" });
    // a long prompt, whose products take much longer than reading the weights
    const long = { ...base, promptTokens: 100_000 };
    const [packed, whole] = [servingRate({ ...long, precision: "int4" }), servingRate(long)];
    expect(packed.prefillSeconds.expected / whole.prefillSeconds.expected).toBeCloseTo(1, 2);
    expect(int4.stepSeconds(1).expected).toBeLessThan(servingRate(base).stepSeconds(1).expected * 0.7);
  });

  it("says more about calibrated parts than about others", () => {
    const width = (p: ReplicaProps) => {
      const { low, expected } = servingRate(p, OWN_RANGE_ALONE).prefillSeconds;
      return 1 - low / expected;
    };
    expect(width({ ...base, precision: "fp8" })).toBeCloseTo(0.2, 9);
    expect(width({ ...base, accelerator: accelerator("L40S-48GB") })).toBeCloseTo(0.4, 9); // BF16 on Ada is not calibrated
  });

  it("states ranges at least as wide as published figures of the family lie apart", () => {
    const own = servingRate(base, OWN_RANGE_ALONE);
    const spread = { ...OWN_RANGE_ALONE, low: 0.5, high: 3 };
    const stated = servingRate(base, spread);
    const firstToken = own.prefillSeconds.expected;
    expect(stated.prefillSeconds.high).toBeCloseTo(3 * firstToken, 9);
    expect(stated.timePerOutputToken(8).high).toBeCloseTo(3 * own.timePerOutputToken(8).expected, 9);
    expect(stated.tokensPerSecond(8).low).toBeCloseTo(0.5 * own.tokensPerSecond(8).expected, 6);
    expect(stated.tokensPerSecond(8).expected).toBe(own.tokensPerSecond(8).expected);
  });

  it("never gives fewer tokens a second for a larger batch, nor a shorter step", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 8000 }), (batch, prompt) => {
        const rate = servingRate({ ...base, promptTokens: prompt });
        expect(rate.tokensPerSecond(batch + 1).expected).toBeGreaterThanOrEqual(
          rate.tokensPerSecond(batch).expected * (1 - 1e-9),
        );
        expect(rate.stepSeconds(batch + 1).expected).toBeGreaterThan(rate.stepSeconds(batch).expected);
      }),
    );
  });

  it.each<[Partial<ReplicaProps>, string]>([
    [{ tensorParallel: 3 }, "tensorParallel must divide the 32 attention heads of llama-3.1-8b, got 3; use 2"],
    [
      { model: modelArchitecture("phi-4-14b"), tensorParallel: 4 },
      "tensorParallel must divide the 10 key-value heads of phi-4-14b, got 4; use 2",
    ],
    [{ tensorParallel: 0 }, "tensorParallel must be a whole number of 1 or more, got 0; use 1 or more"],
    [{ promptTokens: 0 }, "promptTokens must be a number from 1 to 10000000 tokens, got 0; use 1 or more"],
    [{ outputTokens: Number.NaN }, "outputTokens must be a number from 1 to 10000000 tokens, got NaN; use 1 or more"],
    [{ maxBatch: 0 }, "maxBatch must be a whole number of 1 or more, got 0; use 1 or more"],
    [{ memoryShare: 1.2 }, "memoryShare must be a number above 0 and at most 1, got 1.2; use 0.9"],
    [{ freeMemoryShare: 0 }, "freeMemoryShare must be a number above 0 and at most 1, got 0; use 0.9"],
    [{ reservedBytes: -1 }, "reservedBytes must be a number of 0 or more, got -1; use 0 or more"],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => servingRate({ ...base, ...change })).toThrow(`servingRate: ${message}`);
  });
});

describe("servingRate with latent attention", () => {
  const deepseek = (outputTokens: number) =>
    servingRate(
      {
        model: modelArchitecture("deepseek-v3"),
        accelerator: accelerator("H200-SXM-141GB"),
        tensorParallel: 8,
        attentionDataParallel: true,
        precision: "fp8",
        kvPrecision: "fp8",
        promptTokens: 1024,
        outputTokens,
      },
      OWN_RANGE_ALONE,
    );

  it("multiplies a cache of 17,408 tokens no faster than its 128 heads do, 0.3 TFLOP a request and step", () => {
    const flops = 2 * 61 * 17_408 * 128 * (2 * 512 + 64);
    const added = deepseek(32_768).stepSeconds(256).expected - deepseek(1).stepSeconds(256).expected;
    const most = flops - 2 * 61 * 1025 * 128 * (2 * 512 + 64);
    expect(added).toBeCloseTo((256 * most) / (8 * 989.4e12 * (660 / 989)), 5);
  });
});

describe("servingRate of hybrids", () => {
  const gpu = accelerator("H100-SXM-80GB");
  const dense = modelArchitecture("llama-3.1-8b");
  const hybrid = { attentionLayers: 4, stateLayers: 28, ffnLayers: 32, stateParameters: 42e6, stateBytes: 4e6 };
  const of = (model: typeof dense, promptTokens: number) =>
    servingRate({
      model,
      accelerator: gpu,
      tensorParallel: 1,
      precision: "bf16",
      kvPrecision: "bf16",
      promptTokens,
      outputTokens: 256,
    });

  it("hold more long requests than attention does, and fewer short ones", () => {
    const mixed = { ...dense, hybrid };
    expect(of(mixed, 30_000).maxConcurrency).toBeGreaterThan(3 * of(dense, 30_000).maxConcurrency);
    expect(of(mixed, 128).maxConcurrency).toBeLessThan(of(dense, 128).maxConcurrency);
  });

  it("have a range of half the rate and half as much again, for want of published ones", () => {
    const { low, expected, high } = of({ ...dense, hybrid }, 1024).tokensPerSecond(32);
    expect(low / expected).toBeLessThanOrEqual(0.5);
    expect(high / expected).toBeGreaterThanOrEqual(1.4);
  });
});
