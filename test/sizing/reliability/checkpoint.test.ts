import fc from "fast-check";
import { modelArchitecture } from "../../../lib/catalog/models";
import { lustreTier } from "../../../lib/catalog/storage/lustre-tiers";
import { exactly } from "../../../lib/sizing/inputs/range";
import { TRAINING_PRECISIONS } from "../../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../../lib/sizing/memory/parameters";
import { type CheckpointProps, checkpointBytes, checkpointTime } from "../../../lib/sizing/reliability/checkpoint";
import { dalyInterval, youngInterval } from "../../../lib/sizing/reliability/checkpoint-interval";
import { lustreRate, measuredRate, s3Rate, transferSeconds } from "../../../lib/sizing/storage/storage-rate";

const adam = TRAINING_PRECISIONS["bf16-adam"];
const GIB = 2 ** 30;
const p2 = (perTiB: number) => lustreTier("PERSISTENT_2", "SSD", perTiB)!;

describe("checkpointBytes", () => {
  // mlcommons/storage Rules.md (GB and TB are powers of 1024 there); arXiv 2104.04473 5.10; BLOOM's training chronicles
  it.each([
    ["Llama 3 8B in MLPerf Storage", parameterCount(modelArchitecture("llama-3.1-8b")).total, 105 * GIB],
    ["Llama 3 70B in MLPerf Storage", parameterCount(modelArchitecture("llama-3.1-70b")).total, 912 * GIB],
    ["Llama 3 405B in MLPerf Storage", parameterCount(modelArchitecture("llama-3.1-405b")).total, 5.29 * 1000 * GIB],
    ["Megatron-LM's 1T model", 1.008e12, 13.8e12],
    ["BLOOM 176B", 176.247e9, 2.3 * 1024 * GIB],
  ])("is within 4 %% of %s", (_, parameters, published) => {
    expect(Math.abs(checkpointBytes(parameters, adam).expected / published - 1)).toBeLessThan(0.04);
  });

  it("leaves out gradients, and at the low end the 16-bit weights", () => {
    expect(checkpointBytes(1e9, adam)).toEqual({ low: 12e9, expected: 14e9, high: 14.42e9 });
    expect(checkpointBytes(1e9, TRAINING_PRECISIONS["bf16-adam-fp32-grad"])).toEqual(checkpointBytes(1e9, adam));
    expect(checkpointBytes(1e9, TRAINING_PRECISIONS["bf16-pure-adam"])).toEqual(exactly(6e9));
  });
});

describe("checkpointTime", () => {
  const base: CheckpointProps = {
    bytes: exactly(1.2e12),
    writerNodes: 16,
    gpusPerNode: 8,
    hostLinkGBps: 32,
    store: measuredRate(2.5e9, 2.5e9, 0),
    nodeGbps: null,
    asynchronous: false,
    intervalSeconds: 3600,
  };

  // GEMINI (SOSP'23): remote storage of 20 Gb/s; GPT-2 100B of 75 GB a machine on 16 machines, and MT-NLG 530B, 12 bytes
  it.each([
    ["GPT-2 100B", 100e9, 8],
    ["MT-NLG 530B", 530e9, 42],
  ])("takes GEMINI's minutes to write %s through 20 Gb/s", (_, parameters, minutes) => {
    const time = checkpointTime({ ...base, bytes: exactly(parameters * 12) });
    expect(time.writeSeconds.expected / 60).toBeCloseTo(minutes, 0);
  });

  // arXiv 2104.04473 5.10: 384 nodes, 13.8 TB, writes at 273 GB/s, reads at 1 TB/s
  it("writes Megatron-LM's 1T checkpoint in 50 s and reads its 13.8 TB in 14 s", () => {
    const time = checkpointTime({
      ...base,
      bytes: exactly(13.8e12),
      writerNodes: 384,
      store: measuredRate(1e12, 273e9, 0),
    });
    expect(time.writeSeconds.expected).toBeCloseTo(50.5, 1);
    expect(time.restoreSeconds.expected).toBeCloseTo(13.8, 5);
  });

  it("stands still for the write when synchronous, for the copy when not", () => {
    const sync = checkpointTime(base);
    const async = checkpointTime({ ...base, asynchronous: true });
    expect(sync.stallSeconds.expected).toBe(483);
    expect(async.stallSeconds.expected).toBeCloseTo(3 + 1.2e12 / (128 * 32e9 * 0.5), 9);
    expect(async.stallShare!.expected).toBeLessThan(0.002);
    expect(sync.stallShare!.expected).toBeCloseTo(483 / 4083, 9);
  });

  it("waits for the last write when the next one comes too early", () => {
    const time = checkpointTime({ ...base, asynchronous: true, intervalSeconds: 300 });
    expect(time.keepsUp).toBe(false);
    expect(time.stallSeconds.expected).toBeGreaterThan(180);
    expect(checkpointTime(base).keepsUp).toBe(true);
    expect(checkpointTime({ ...base, intervalSeconds: null })).toMatchObject({ keepsUp: null, stallShare: null });
  });

  it("reads as many copies as it is told at a restart", () => {
    expect(checkpointTime({ ...base, copiesRead: 4 }).restoreSeconds.expected).toBe(480 * 4);
  });

  it("is bounded by the clients where they are few", () => {
    const store = lustreRate(p2(1000), 96 * 1000);
    const one = checkpointTime({ ...base, store, writerNodes: 1 });
    expect(one.writeSeconds.expected).toBeCloseTo(1.2e12 / 12.5e9, 6);
  });

  it("never takes less time for more bytes", () => {
    const size = fc.double({ min: 1e9, max: 1e14, noNaN: true });
    fc.assert(
      fc.property(size, fc.double({ min: 1, max: 3, noNaN: true }), fc.boolean(), (bytes, factor, asynchronous) => {
        const small = checkpointTime({ ...base, asynchronous, bytes: exactly(bytes) });
        const large = checkpointTime({ ...base, asynchronous, bytes: exactly(bytes * factor) });
        expect(large.stallSeconds.expected).toBeGreaterThanOrEqual(small.stallSeconds.expected);
        expect(large.writeSeconds.expected).toBeGreaterThanOrEqual(small.writeSeconds.expected);
        expect(large.restoreSeconds.expected).toBeGreaterThanOrEqual(small.restoreSeconds.expected);
      }),
    );
  });

  it.each<[Partial<CheckpointProps>, string]>([
    [{ bytes: exactly(0) }, "bytes.low must be a number above 0 bytes, got 0; use checkpointBytes"],
    [{ writerNodes: 0 }, "writerNodes must be a whole number of 1 or more, got 0; use 1 or more"],
    [{ gpusPerNode: 7.5 }, "gpusPerNode must be a whole number of 1 or more, got 7.5; use 1 or more"],
    [{ hostLinkGBps: 0 }, "hostLinkGBps must be a number above 0 GB/s, got 0; use 64 for PCIe 5.0 x16"],
    [{ nodeGbps: -1 }, "nodeGbps must be a number above 0 Gb/s, got -1; use null to leave it out"],
    [{ intervalSeconds: 0 }, "intervalSeconds must be a number above 0 s, got 0; use dalyInterval"],
    [{ copiesRead: 0.5 }, "copiesRead must be a number of 1 or more, got 0.5; use 1 or more"],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => checkpointTime({ ...base, ...change })).toThrow(`checkpointTime: ${message}`);
  });
});

describe("youngInterval and dalyInterval", () => {
  it("give 120 and 116.7 minutes for 5 minutes of stall and a failure a day", () => {
    expect(youngInterval(300, 86_400) / 60).toBe(120);
    expect(dalyInterval(300, 86_400) / 60).toBeCloseTo(116.69, 2);
  });

  it("gives the mean time to failure where the stall is twice as long or more", () => {
    expect(dalyInterval(200, 100)).toBe(100);
  });

  it("lies at the top of the exact effective training time", () => {
    const kept = (t: number, d: number, m: number) => t / (m * Math.expm1((t + d) / m));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 3600, max: 864_000 }), (d, m) => {
        const best = dalyInterval(d, m);
        for (const factor of [0.8, 1.25]) expect(kept(best, d, m)).toBeGreaterThanOrEqual(kept(best * factor, d, m));
      }),
    );
  });

  it.each([
    [0, 100, "stallSeconds must be a number above 0 s, got 0; use the stall of checkpointTime"],
    [5, Number.NaN, "mttfSeconds must be a number above 0 s, got NaN; use meanTimeToFailure"],
  ])("says what is wrong with %d and %d", (stall, mttf, message) => {
    expect(() => dalyInterval(stall, mttf)).toThrow(`dalyInterval: ${message}`);
    expect(() => youngInterval(stall, mttf)).toThrow(`youngInterval: ${message}`);
  });
});

describe("lustreRate", () => {
  // aws.amazon.com/blogs/hpc: 1.1 PiB shown at SC23 with above 1 TB/s
  it("gives 1.1 PiB at 1,000 MB/s/TiB more than 1 TB/s", () => {
    expect(lustreRate(p2(1000), 1.1 * 1000 * 1000).read.expected).toBeGreaterThan(1e12);
  });

  it.each([
    [125, 4.8, 600e6],
    [250, 4.8, 1200e6],
    [500, 9.6, 4800e6],
    [1000, 48, 48000e6],
  ])("gives %i MB/s/TiB times %d TiB at most", (perTiB, tib, most) => {
    const rate = lustreRate(p2(perTiB), tib * 1000);
    expect(rate.read.high).toBeCloseTo(most, 0);
    expect(rate.write.high).toBeCloseTo(most, 0);
  });

  it("writes at half the rate it reads on SCRATCH_2", () => {
    const rate = lustreRate(lustreTier("SCRATCH_2", "SSD", null)!, 1024 * 12);
    expect(rate.read.expected / rate.write.expected).toBe(2);
  });

  it("lets a client have 12.5 GB/s over TCP and 87.5 over EFA", () => {
    expect(lustreRate(p2(125), 1200).perClient).toBe(12.5e9);
    expect(lustreRate(p2(125), 1200, "efa").perClient).toBe(87.5e9);
  });

  it.each<[() => unknown, string]>([
    [() => lustreRate(p2(125), 0), "capacityGiB must be a number above 0 GiB, got 0; use the file system's capacity"],
    [
      () => lustreRate({ ...p2(125), diskReadMBpsPerTiB: null }, 1200),
      "tier must be one with published disk throughput, got PERSISTENT_2 SSD; use PERSISTENT_2 SSD",
    ],
    [() => lustreRate(p2(125), 1200, "ib" as never), "client must be ena, efa or efa-gds, got ib; use ena without EFA"],
    [() => s3Rate(0, 100), "nodes must be a whole number of 1 or more, got 0; use 1 or more"],
    [() => measuredRate(0, 1), "readBytes must be a number above 0 bytes/s, got 0; use a value in that range"],
    [
      () => transferSeconds(1, s3Rate(1, 1), "cachedRead", 1),
      "direction must be read or write for a store without a cache, got cachedRead; use read",
    ],
    [
      () => transferSeconds(-1, s3Rate(1, 1), "read", 1),
      "bytes must be a number of 0 or more bytes, got -1; use 0 or more",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
