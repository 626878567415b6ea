import { type CephServer, cephServerRates, cephServers } from "../../../lib/sizing/storage/ceph-servers";

/** Dell R6615 with 10 x 15.36 TB and 2 x 100 Gb/s; a single OSD read 5.7 to 6.6 GB/s and wrote 4.0 GB/s. */
const r6615: CephServer = { drives: 10, driveTB: 15.36, driveReadMBps: 5700, driveWriteMBps: 4000, networkGbps: 200 };
const MB_PER_GIB = 2 ** 30 / 1e6;

describe("cephServerRates", () => {
  // ceph.io, "Ceph: A Journey to 1 TiB/s" (2024-01-19): GiB/s of all servers, with clients of their own
  it.each([
    [3, 63, 15],
    [10, 213.5, 46],
    [32, 635, 133],
  ])("of %i servers with three copies are %d and %d GiB/s or up to a fifth less", (servers, read, write) => {
    const each = cephServerRates(r6615, { copies: 3 });
    for (const [ours, measured] of [
      [each.readMBps, read],
      [each.writeMBps, write],
    ] as const) {
      const ratio = (ours * servers) / (measured * MB_PER_GIB);
      expect(ratio).toBeGreaterThan(0.8);
      expect(ratio).toBeLessThan(1.02);
    }
  });

  it("read 6+2 at 8/15 of three copies, as 547 of 1,025 GiB/s, and write 387 GiB/s within a tenth", () => {
    const [copies, coded] = [cephServerRates(r6615, { copies: 3 }), cephServerRates(r6615, { data: 6, parity: 2 })];
    expect(coded.readMBps / copies.readMBps).toBeCloseTo(547 / 1025, 2);
    expect((coded.writeMBps * 63) / (387 * MB_PER_GIB)).toBeGreaterThan(0.9);
    expect((coded.writeMBps * 63) / (387 * MB_PER_GIB)).toBeLessThan(1);
  });

  it("are those of the drives where these are slower than the network", () => {
    const disks: CephServer = { drives: 24, driveTB: 20, driveReadMBps: 200, driveWriteMBps: 200, networkGbps: 200 };
    expect(cephServerRates(disks, { copies: 3 })).toEqual({ readMBps: 4800, writeMBps: 1600 });
  });
});

describe("cephServers", () => {
  const need = {
    usableTB: 500,
    readMBps: 40_000,
    writeMBps: 15_000,
    protection: { data: 4, parity: 2 },
    failureDomain: "host",
  } as const;

  it("takes the most of domains, capacity and rates, and one server that may be lost", () => {
    expect(cephServers(need, r6615)).toMatchObject({ servers: 7, domains: 7, decidedBy: "failure domains" });
    expect(cephServers({ ...need, usableTB: 1000 }, r6615)).toMatchObject({ servers: 13, decidedBy: "capacity" });
    expect(cephServers({ ...need, readMBps: 100_000 }, r6615)).toMatchObject({ servers: 10, decidedBy: "read rate" });
    expect(cephServers({ ...need, writeMBps: 100_000 }, r6615)).toMatchObject({ servers: 18, decidedBy: "write rate" });
  });

  it("fills racks evenly, one more than an object is spread over", () => {
    const racks = { ...need, failureDomain: "rack" } as const;
    expect(cephServers(racks, r6615)).toMatchObject({ servers: 7, domains: 7 });
    expect(cephServers({ ...racks, usableTB: 1000 }, r6615)).toMatchObject({ servers: 14, domains: 7 });
  });

  it("promises no more than is left when a domain is lost", () => {
    for (const usableTB of [10, 300, 2000])
      for (const failureDomain of ["host", "rack"] as const) {
        const plan = cephServers({ ...need, usableTB, failureDomain }, r6615);
        expect(plan.usableTB).toBeGreaterThanOrEqual(usableTB);
        expect(plan.readMBps).toBeGreaterThanOrEqual(need.readMBps);
        expect(plan.usableTB).toBeLessThan((plan.servers * 10 * 15.36 * 0.85) / 1.5);
      }
  });
});
