import fc from "fast-check";
import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { lustreTier } from "../../../lib/catalog/storage/lustre-tiers";
import { loraMemory, loraParameters } from "../../../lib/sizing/memory/lora-adapter";
import { type ColdStartProps, coldStart } from "../../../lib/sizing/serving/cold-start";
import { erlangC, replicasFor, type ServiceProps, scalingHeadRoom } from "../../../lib/sizing/serving/replicas";
import { servingRate } from "../../../lib/sizing/serving/serving-rate";
import { lustreRate, measuredRate, s3Rate, streamedRate } from "../../../lib/sizing/storage/storage-rate";

const rate = servingRate({
  model: modelArchitecture("llama-3.1-70b"),
  accelerator: accelerator("H100-SXM-80GB"),
  tensorParallel: 4,
  precision: "fp8",
  kvPrecision: "fp8",
  promptTokens: 1000,
  outputTokens: 250,
  maxBatch: 256,
});
const service: ServiceProps = {
  rate,
  promptTokens: 1000,
  outputTokens: 250,
  requestsPerSecond: 20,
  timeToFirstTokenSeconds: 1,
  timePerOutputTokenSeconds: 0.05,
};

describe("erlangC", () => {
  // Erlang C tables: c, a, probability of waiting
  it.each([
    [1, 0.5, 0.5],
    [2, 1, 1 / 3],
    [10, 8, 0.4092],
    [100, 90, 0.2169],
    [5, 5, 1],
    [3, 0, 0],
  ])("of %i servers and %d erlang is %d", (servers, load, waits) => {
    expect(erlangC(servers, load)).toBeCloseTo(waits, 3);
  });

  it("says what is wrong with no servers", () => {
    expect(() => erlangC(0, 1)).toThrow("erlangC: servers must be a whole number of 1 or more, got 0; use 1 or more");
  });
});

describe("replicasFor", () => {
  it("meets both objectives with the fewest replicas, at the expected rates", () => {
    const plan = replicasFor(service);
    if (!plan.feasible) throw new Error(plan.why);
    expect(plan.timeToFirstTokenSeconds).toBeLessThanOrEqual(1);
    expect(plan.timePerOutputTokenSeconds).toBeLessThanOrEqual(0.05);
    expect(plan.replicas.low).toBeLessThanOrEqual(plan.replicas.expected);
    expect(plan.replicas.high).toBeGreaterThanOrEqual(plan.replicas.expected);
    expect(plan.utilization).toBeLessThan(1);
    expect(plan.tokensPerSecond).toBe(5000);
    expect(plan.timeToFirstTokenRange.expected).toBe(plan.timeToFirstTokenSeconds);
    expect(plan.timeToFirstTokenRange.low).toBeLessThan(plan.timeToFirstTokenSeconds);
    expect(plan.timePerOutputTokenRange.high).toBeGreaterThan(plan.timePerOutputTokenSeconds);
  });

  it("never needs fewer replicas for more requests, a stricter objective or more head room", () => {
    const count = (p: ServiceProps) => {
      const plan = replicasFor(p);
      return plan.feasible ? plan.replicas.expected : Number.POSITIVE_INFINITY;
    };
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 500, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0.02, max: 0.2, noNaN: true }),
        (requestsPerSecond, first, between) => {
          const p = {
            ...service,
            requestsPerSecond,
            timeToFirstTokenSeconds: first,
            timePerOutputTokenSeconds: between,
          };
          const base = count(p);
          expect(count({ ...p, requestsPerSecond: requestsPerSecond * 2 })).toBeGreaterThanOrEqual(base);
          expect(count({ ...p, timeToFirstTokenSeconds: first / 2 })).toBeGreaterThanOrEqual(base);
          expect(count({ ...p, headRoom: 0.5 })).toBeGreaterThanOrEqual(base);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("adds the server around the engine to the first token", () => {
    const idle = replicasFor({ ...service, requestsPerSecond: 0.001 });
    expect(idle).toMatchObject({ feasible: true });
    if (!idle.feasible) return;
    expect(idle.timeToFirstTokenSeconds).toBeCloseTo(service.rate.prefillSeconds.expected + 0.033, 6);
    expect(idle.timeToFirstTokenRange.low).toBeCloseTo(service.rate.prefillSeconds.low + 0.015, 6);
    expect(idle.timeToFirstTokenRange.high).toBeCloseTo(service.rate.prefillSeconds.high + 0.048, 6);
  });

  it("says which objective no number of replicas meets", () => {
    expect(replicasFor({ ...service, timePerOutputTokenSeconds: 0.001 })).toMatchObject({
      feasible: false,
      why: expect.stringMatching(/^TPOT is \d+\.\d ms even for a single request, above the objective of 1 ms; use/),
    });
    expect(replicasFor({ ...service, timeToFirstTokenSeconds: 0.001 })).toMatchObject({
      feasible: false,
      why: expect.stringMatching(
        /^the first token takes \d+\.\d ms without queueing, above the TTFT objective of 1 ms; use/,
      ),
    });
    expect(replicasFor({ ...service, rate: { ...rate, maxConcurrency: 0 } })).toMatchObject({ feasible: false });
  });

  it("agrees with a simulation of the waiting for a place", () => {
    // M/M/c with 40 places and 36 in use: the share of requests that wait, by event simulation
    let seed = 7;
    const uniform = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const free = new Array<number>(40).fill(0);
    let [now, waited] = [0, 0];
    const requests = 60_000;
    for (let i = 0; i < requests; i++) {
      now += -Math.log(uniform()) / 36;
      let first = 0;
      for (let k = 1; k < free.length; k++) if (free[k]! < free[first]!) first = k;
      if (free[first]! > now) waited++;
      free[first] = Math.max(now, free[first]!) - Math.log(uniform());
    }
    expect(Math.abs(waited / requests - erlangC(40, 36))).toBeLessThan(0.04);
  });

  it.each<[Partial<ServiceProps>, string]>([
    [
      { requestsPerSecond: 0 },
      "requestsPerSecond must be a number above 0 and at most 1000000 requests/s, got 0; use the peak rate",
    ],
    [{ timeToFirstTokenSeconds: 0 }, "timeToFirstTokenSeconds must be a number above 0 s, got 0; use null for none"],
    [
      { timePerOutputTokenSeconds: -1 },
      "timePerOutputTokenSeconds must be a number above 0 s, got -1; use null for none",
    ],
    [{ percentile: 95 }, "percentile must be a number from 0.5 to 0.999, got 95; use 0.95"],
    [{ headRoom: -0.1 }, "headRoom must be a number from 0 to 10, got -0.1; use 0.2"],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => replicasFor({ ...service, ...change })).toThrow(`replicasFor: ${message}`);
  });
});

describe("scalingHeadRoom", () => {
  it("is 0.3 for 5 % a minute and six minutes to the first token", () => {
    expect(scalingHeadRoom(0.05, 360)).toBeCloseTo(0.3, 12);
  });
});

describe("coldStart", () => {
  const base: ColdStartProps = {
    weightsBytes: 141e9,
    store: s3Rate(1, 100),
    nodeGbps: 100,
    imageBytes: 12e9,
    imageStore: s3Rate(1, 100),
    bootSeconds: 240,
    accelerators: 8,
    hostLinkGBps: 64,
  };

  it("takes 15 s to load 70B in BF16 from S3 over 100 Gb/s, and less from Lustre over EFA and from NVMe", () => {
    const s3 = coldStart(base).weightsSeconds.expected;
    expect(s3).toBeCloseTo(141e9 / (12.5e9 * 0.75), 6);
    const tier = lustreTier("PERSISTENT_2", "SSD", 1000)!;
    const lustre = coldStart({ ...base, store: lustreRate(tier, 48 * 1024, "efa"), nodeGbps: 700 });
    const nvme = coldStart({ ...base, store: measuredRate(30e9, 15e9), nodeGbps: null });
    expect(lustre.weightsSeconds.expected).toBeLessThan(s3);
    expect(nvme.weightsSeconds.expected).toBeLessThan(s3);
  });

  it("loads what was copied to the node after the copy", () => {
    const direct = coldStart(base).weightsSeconds;
    const copied = coldStart({ ...base, copiedFirst: true }).weightsSeconds;
    expect(copied.expected).toBeGreaterThan(direct.expected);
    expect(copied.expected - direct.expected).toBeLessThanOrEqual(direct.expected);
  });

  it("streams 15 GiB in 17.8 s on a g6e.2xlarge of 20 Gb/s, as AWS measured", () => {
    const weightsBytes = 15 * 1024 ** 3;
    const { weightsSeconds } = coldStart({
      ...base,
      weightsBytes,
      store: streamedRate(20),
      nodeGbps: 20,
      accelerators: 1,
    });
    expect(weightsSeconds.expected).toBeCloseTo(17.8, 0);
  });

  it("adds up its parts, and pulls no image that is on the node", () => {
    const cold = coldStart(base);
    expect(cold.totalSeconds.expected).toBeCloseTo(
      240 + cold.imageSeconds.expected + cold.weightsSeconds.expected + cold.engineSeconds.expected,
      9,
    );
    expect(coldStart({ ...base, imageStore: null }).imageSeconds.expected).toBe(0);
  });

  it.each([
    [false, 130.8],
    [true, 39.6],
  ])("unpacks AWS's vLLM image as measured, layers side by side: %p", (parallelPull, seconds) => {
    const { imageSeconds } = coldStart({ ...base, imageBytes: 9_354_342_327, parallelPull });
    expect(imageSeconds.expected / seconds).toBeCloseTo(1, 1);
    expect(imageSeconds.low).toBeLessThan(seconds);
    expect(imageSeconds.high).toBeGreaterThan(seconds);
  });

  it.each<[Partial<ColdStartProps>, string]>([
    [{ weightsBytes: 0 }, "weightsBytes must be a number above 0 bytes, got 0; use weightsBytes()"],
    [{ bootSeconds: -1 }, "bootSeconds must be a number of 0 or more s, got -1; use 0 or more"],
    [{ accelerators: 0 }, "accelerators must be a whole number of 1 or more, got 0; use 1 or more"],
    [{ hostLinkGBps: 0 }, "hostLinkGBps must be a number above 0 GB/s, got 0; use 64 for PCIe 5.0 x16"],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => coldStart({ ...base, ...change })).toThrow(`coldStart: ${message}`);
  });
});

describe("loraParameters", () => {
  it.each([
    ["llama-2-7b", 16, "all-linear", 39_976_960],
    ["llama-3.1-8b", 16, "all-linear", 41_943_040],
    ["llama-2-7b", 8, "query-value", 4_194_304],
    ["gpt-3-175b", 4, "query-value", 18_874_368],
  ] as const)("counts the adapter of %s with rank %i on %s", (model, rank, targets, published) => {
    expect(loraParameters(modelArchitecture(model), rank, targets)).toBe(published);
  });

  it("reserves 2.7 GB for 32 slots of rank 16 on Llama 3.1 8B", () => {
    const memory = loraMemory(modelArchitecture("llama-3.1-8b"), 500, 32, 16);
    expect(memory.acceleratorBytes / 1e9).toBeCloseTo(2.68, 2);
    expect(memory.hostBytes).toBe(500 * memory.bytesPerAdapter);
  });

  it.each<[() => unknown, string]>([
    [
      () => loraParameters(modelArchitecture("llama-2-7b"), 0),
      "rank must be a whole number from 1 to 4096, got 0; use 8 to 64",
    ],
    [
      () => loraParameters(modelArchitecture("deepseek-v3"), 16),
      "model must have ordinary attention, got deepseek-v3 with latent attention; give the adapter's size as bytes",
    ],
    [
      () => loraMemory(modelArchitecture("llama-2-7b"), -1, 1, 16),
      "adapters must be a whole number of 0 or more, got -1; use 0 or more",
    ],
    [
      () => loraMemory(modelArchitecture("llama-2-7b"), 1, 1.5, 16),
      "slots must be a whole number of 0 or more, got 1.5; use vLLM's max_loras",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
