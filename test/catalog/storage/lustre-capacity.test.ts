import fc from "fast-check";
import {
  isLustreCapacity,
  lustreCapacityGiB,
  nearestLustreCapacities,
} from "../../../lib/catalog/storage/lustre-capacity";
import { lustreTier, lustreTiers } from "../../../lib/catalog/storage/lustre-tiers";

describe("isLustreCapacity", () => {
  // https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html and API_CreateFileSystem
  it.each([
    ["PERSISTENT_2", "SSD", 125, false, 1200, true],
    ["PERSISTENT_2", "SSD", 125, false, 1199, false],
    ["PERSISTENT_2", "SSD", 125, false, 2400, true],
    ["PERSISTENT_2", "SSD", 125, false, 3600, false],
    ["PERSISTENT_2", "SSD", 125, false, 4800, true],
    ["PERSISTENT_2", "SSD", 250, false, 48000, true],
    ["PERSISTENT_2", "SSD", 125, true, 38400, true],
    ["PERSISTENT_2", "SSD", 125, true, 19200, false],
    ["PERSISTENT_2", "SSD", 250, true, 19200, true],
    ["PERSISTENT_2", "SSD", 250, true, 9600, false],
    ["PERSISTENT_2", "SSD", 250, true, 48000, false],
    ["PERSISTENT_2", "SSD", 500, true, 9600, true],
    ["PERSISTENT_2", "SSD", 500, true, 4800, false],
    ["PERSISTENT_2", "SSD", 1000, true, 4800, true],
    ["PERSISTENT_2", "SSD", 1000, true, 2400, false],
    ["PERSISTENT_1", "SSD", 50, false, 1200, true],
    ["PERSISTENT_1", "HDD", 12, false, 6000, true],
    ["PERSISTENT_1", "HDD", 12, false, 1200, false],
    ["PERSISTENT_1", "HDD", 40, false, 1800, true],
    ["PERSISTENT_1", "HDD", 40, false, 2400, false],
    ["SCRATCH_2", "SSD", null, false, 1200, true],
    ["SCRATCH_2", "SSD", null, false, 3600, false],
    ["SCRATCH_1", "SSD", null, false, 1200, true],
    ["SCRATCH_1", "SSD", null, false, 2400, true],
    ["SCRATCH_1", "SSD", null, false, 3600, true],
    ["SCRATCH_1", "SSD", null, false, 4800, false],
    ["SCRATCH_1", "SSD", null, false, 7200, true],
  ] as const)(
    "takes %s %s at %s MB/s/TiB with EFA %s and %i GiB: %s",
    (deployment, storage, rate, efa, gib, allowed) => {
      expect(isLustreCapacity(lustreTier(deployment, storage, rate)!, efa, gib)).toBe(allowed);
    },
  );
});

describe("nearestLustreCapacities", () => {
  const cases = lustreTiers()
    .filter((tier) => tier.stepGiB !== null)
    .flatMap((tier) =>
      tier.efaStepGiB === null
        ? [{ tier, efa: false }]
        : [
            { tier, efa: false },
            { tier, efa: true },
          ],
    );

  it("names only capacities that FSx sells, around what was asked for", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.integer({ min: 1, max: 1_000_000 }), ({ tier, efa }, gib) => {
        const near = nearestLustreCapacities(tier, efa, gib);
        expect(near.length).toBeGreaterThan(0);
        for (const capacity of near) expect(isLustreCapacity(tier, efa, capacity)).toBe(true);
        expect(Math.max(...near)).toBeGreaterThanOrEqual(gib);
      }),
    );
  });
});

describe("lustreCapacityGiB", () => {
  it("counts as FSx does: 1.2 TiB are 1,200 GiB", () => {
    expect([1.2, 2.4, 19.2, 38.4, 48].map(lustreCapacityGiB)).toEqual([1200, 2400, 19200, 38400, 48000]);
  });
});
