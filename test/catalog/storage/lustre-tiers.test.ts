import { lustreLimit, lustreTier, lustreTiers } from "../../../lib/catalog/storage/lustre-tiers";

describe("lustreTier", () => {
  // https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html
  it.each([
    [125, 38400],
    [250, 19200],
    [500, 9600],
    [1000, 4800],
  ])("takes EFA at %d MB/s per TiB in steps of %d GiB", (throughput, step) => {
    expect(lustreTier("PERSISTENT_2", "SSD", throughput)?.efaStepGiB).toBe(step);
  });

  it("makes one EFA step the same throughput in every tier: 4,687.5 MB/s", () => {
    for (const tier of lustreTiers().filter((t) => t.efaStepGiB !== null))
      expect((tier.efaStepGiB! / 1024) * tier.throughputPerTiB!).toBe(4687.5);
  });

  it("has EFA on PERSISTENT_2 SSD only among tiers with a capacity", () => {
    const efa = lustreTiers().filter((t) => t.efaStepGiB !== null);
    expect(new Set(efa.map((t) => `${t.deploymentType} ${t.storageType}`))).toEqual(new Set(["PERSISTENT_2 SSD"]));
  });

  it("gives a chosen throughput as the disk's baseline, no burst below its baseline, and EFA steps of whole capacities", () => {
    for (const t of lustreTiers().filter(({ throughputPerTiB }) => throughputPerTiB !== null)) {
      expect([t.deploymentType, t.diskReadMBpsPerTiB, t.diskWriteMBpsPerTiB]).toEqual([
        t.deploymentType,
        t.throughputPerTiB,
        t.throughputPerTiB,
      ]);
      expect(t.diskBurstReadMBpsPerTiB ?? t.diskReadMBpsPerTiB!).toBeGreaterThanOrEqual(t.diskReadMBpsPerTiB!);
      expect(t.networkBurstMBpsPerTiB ?? t.networkBaselineMBpsPerTiB!).toBeGreaterThanOrEqual(
        t.networkBaselineMBpsPerTiB!,
      );
      expect((t.efaStepGiB ?? t.stepGiB!) % t.stepGiB!).toBe(0);
    }
  });

  it("is undefined for combinations that FSx does not sell", () => {
    expect(lustreTier("PERSISTENT_2", "HDD", 12)).toBeUndefined();
    expect(lustreTier("PERSISTENT_2", "SSD", 200)).toBeUndefined();
    expect(lustreTier("PERSISTENT_1", "SSD", 125)).toBeUndefined();
  });
});

describe("lustreLimit", () => {
  it("gives what one client reaches over TCP, EFA and GPUDirect Storage, Gb/s", () => {
    expect(["client-ena", "client-efa", "client-efa-gds"].map((name) => lustreLimit(name).value)).toEqual([
      100, 700, 1200,
    ]);
  });

  it("names the nearest limits for a name that nothing has", () => {
    expect(() => lustreLimit("client-efa-gpu")).toThrow(/nearest are .*client-efa/);
  });
});
