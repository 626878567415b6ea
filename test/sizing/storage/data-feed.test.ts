import fc from "fast-check";
import { lustreTier } from "../../../lib/catalog/storage/lustre-tiers";
import { type DataFeedProps, dataFeed, readDemand } from "../../../lib/sizing/storage/data-feed";
import { lustreRate, measuredRate, s3Rate } from "../../../lib/sizing/storage/storage-rate";

describe("readDemand", () => {
  // mlcommons/storage: bytes of a sample, batch and compute time of each emulated accelerator; GB/s an accelerator
  it.each([
    ["UNet3D on H100", 7 / 0.323, 146_600_628, 3.18],
    ["UNet3D on A100", 7 / 0.636, 146_600_628, 1.61],
    ["ResNet-50 on H100", 400 / 0.224, 114_660.07, 0.205],
    ["CosmoFlow on H100", 1 / 0.0035, 2_828_486, 0.808],
  ])("of %s is MLPerf Storage's", (_, samples, bytes, gigabytes) => {
    expect(Math.abs(readDemand(samples, bytes) / 1e9 / gigabytes - 1)).toBeLessThan(0.01);
  });

  it("of text is small: a million tokens a second are 4 MB/s", () => {
    expect(readDemand(1e6, 4)).toBe(4e6);
  });
});

describe("dataFeed", () => {
  const lustre = lustreRate(lustreTier("PERSISTENT_2", "SSD", 250)!, 48 * 1000);
  const base: DataFeedProps = {
    demandBytesPerSecond: 24e9,
    datasetBytes: 20e12,
    nodes: 8,
    store: lustre,
    nodeGbps: 100,
    origin: s3Rate(8, 100),
    cacheBytesPerNode: 0,
    cacheReadBytesPerSecond: null,
    sharded: true,
  };

  it("starves accelerators of what the file system cannot give", () => {
    const feed = dataFeed(base);
    expect(feed.supplyBytesPerSecond.expected).toBeCloseTo(12e9 * 0.95, 0);
    expect(feed.starvedShare.expected).toBeCloseTo(1 - 11.4 / 24, 9);
    expect(dataFeed({ ...base, demandBytesPerSecond: 1e9 }).starvedShare.high).toBe(0);
  });

  it("hydrates at the slower of S3 and the file system's writes", () => {
    expect(dataFeed(base).hydrationSeconds!.expected).toBeCloseTo(20e12 / (12e9 * 0.95), 6);
    const slow = dataFeed({ ...base, origin: measuredRate(1e9, 1e9, 0) });
    expect(slow.hydrationSeconds!.expected).toBe(20e12 / 1e9);
    expect(slow.firstEpochStarvedShare!.expected).toBeCloseTo(1 - 1 / 24, 9);
    expect(dataFeed({ ...base, origin: null })).toMatchObject({ hydrationSeconds: null, firstEpochStarvedShare: null });
  });

  it("feeds from node-local caches once they hold the nodes' shares", () => {
    const cache = { cacheBytesPerNode: 28e12, cacheReadBytesPerSecond: 16e9 };
    const feed = dataFeed({ ...base, ...cache });
    expect(feed.cacheHoldsDataset).toBe(true);
    expect(feed.cachedStarvedShare!.expected).toBe(0);
    expect(dataFeed({ ...base, ...cache, sharded: false, datasetBytes: 60e12 }).cacheHoldsDataset).toBe(false);
    expect(dataFeed(base).cacheHoldsDataset).toBeNull();
  });

  it("never starves more with a larger cache or less demand", () => {
    const size = fc.double({ min: 1e9, max: 1e14, noNaN: true });
    fc.assert(
      fc.property(size, size, fc.double({ min: 1e8, max: 1e12, noNaN: true }), (small, large, demand) => {
        const at = (cacheBytesPerNode: number, demandBytesPerSecond: number) =>
          dataFeed({ ...base, cacheBytesPerNode, cacheReadBytesPerSecond: 1e12, demandBytesPerSecond });
        const [a, b] = [Math.min(small, large), Math.max(small, large)];
        expect(at(b, demand).cachedStarvedShare!.expected).toBeLessThanOrEqual(
          at(a, demand).cachedStarvedShare!.expected + 1e-12,
        );
        expect(at(a, demand).starvedShare.expected).toBeLessThanOrEqual(at(a, demand * 2).starvedShare.expected);
      }),
    );
  });

  it.each<[() => unknown, string]>([
    [() => readDemand(0, 4), "samplesPerSecond must be a number above 0, got 0; use a value in that range"],
    [
      () => dataFeed({ ...base, datasetBytes: 0 }),
      "datasetBytes must be a number above 0 bytes, got 0; use a value in that range",
    ],
    [
      () => dataFeed({ ...base, demandBytesPerSecond: -1 }),
      "demandBytesPerSecond must be a number above 0, got -1; use readDemand",
    ],
    [() => dataFeed({ ...base, nodes: 1.5 }), "nodes must be a whole number of 1 or more, got 1.5; use 1 or more"],
    [
      () => dataFeed({ ...base, cacheBytesPerNode: -1 }),
      "cacheBytesPerNode must be a number of 0 or more bytes, got -1; use 0 or more",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
