/** How Ceph keeps data: whole copies, or `data` chunks with `parity` more (erasure coding). */
export type CephProtection = { readonly copies: number } | { readonly data: number; readonly parity: number };

/** One storage server, as its quote says. */
export interface CephServer {
  readonly drives: number;
  /** TB of 10^12 bytes. */
  readonly driveTB: number;
  readonly driveReadMBps: number;
  readonly driveWriteMBps: number;
  /** All ports on the storage network together. */
  readonly networkGbps: number;
}

/** What is asked of a Ceph cluster. */
export interface CephNeed {
  readonly usableTB: number;
  readonly readMBps: number;
  readonly writeMBps: number;
  readonly protection: CephProtection;
  /** What may fail as a whole: a server, or a rack with all of its servers. */
  readonly failureDomain: "host" | "rack";
}

/** A Ceph cluster that gives it, and what of it decided. */
export interface CephPlan {
  readonly servers: number;
  /** Servers themselves, or racks with as many servers each. */
  readonly domains: number;
  readonly decidedBy: "failure domains" | "capacity" | "read rate" | "write rate";
  readonly usableTB: number;
  readonly readMBps: number;
  readonly writeMBps: number;
}

/**
 * Shares of a server's network that clients get, of large objects: the lowest of 30, 100 and 320 OSDs with three copies and clients of their own
 * (635 GiB/s read and 133 GiB/s written by 32 servers of 2 x 100 Gb/s).
 * @see https://ceph.io/en/news/blog/2024/ceph-a-journey-to-1tibps/ (2024-01-19)
 */
const READ_SHARE = 0.85;
const WRITE_SHARE = 0.54;

/** Full share of an OSD before Ceph warns (mon_osd_nearfull_ratio). @see https://docs.ceph.com/en/latest/rados/configuration/mon-config-ref/ */
const NEARFULL = 0.85;

/** Failure domains that one object is spread over. */
export const cephWidth = (p: CephProtection): number => ("copies" in p ? p.copies : p.data + p.parity);

/** Bytes on drives per byte of data. */
const overhead = (p: CephProtection): number => ("copies" in p ? p.copies : (p.data + p.parity) / p.data);

/**
 * Bytes that cross a server's network per byte of a client: the primary of an erasure-coded object gathers all chunks but its own, and hands them
 * on when it is written; that of a copied one reads alone, and sends the further copies.
 */
function traffic(p: CephProtection) {
  if ("copies" in p) return { read: 1, write: p.copies };
  const width = p.data + p.parity;
  return { read: 1 + (width - 1) / width, write: 1 + (width - 1) / p.data };
}

/** Data rates that one server adds, MB/s: what its network leaves for clients, or its drives. */
export function cephServerRates(server: CephServer, protection: CephProtection) {
  const network = (server.networkGbps * 1000) / 8;
  const { read, write } = traffic(protection);
  return {
    readMBps: Math.min((network * READ_SHARE) / read, server.drives * server.driveReadMBps),
    writeMBps: Math.min(
      (network * WRITE_SHARE) / write,
      (server.drives * server.driveWriteMBps) / overhead(protection),
    ),
  };
}

/**
 * Servers of a Ceph cluster: the most that failure domains, capacity and both data rates ask for. One domain more than an object is spread
 * over, so that lost chunks find a new place; data and rates fit while one domain is lost.
 *
 * Worked example: 500 TB, 40 GB/s read and 15 GB/s written, 4+2 over servers of 10 x 15.36 TB and 200 Gb/s: 7 for the domains, 7 for the
 * capacity (500 x 1.5 / 0.85 / 153.6 = 5.74, and one that is lost), 5 for reads (11.6 GB/s each) and 4 for writes (6 GB/s each), so 7.
 */
export function cephServers(need: CephNeed, server: CephServer): CephPlan {
  const { protection, failureDomain } = need;
  const racks = cephWidth(protection) + 1;
  const rates = cephServerRates(server, protection);
  const eachTB = (server.drives * server.driveTB * NEARFULL) / overhead(protection);
  const asked = [
    ["failure domains", racks - 1],
    ["capacity", Math.ceil(need.usableTB / eachTB)],
    ["read rate", Math.ceil(need.readMBps / rates.readMBps)],
    ["write rate", Math.ceil(need.writeMBps / rates.writeMBps)],
  ] as const;
  const [decidedBy, left] = asked.reduce((most, one) => (one[1] > most[1] ? one : most));
  // `left` servers are there when a domain is lost: of hosts one, of racks one of `racks`.
  const perRack = Math.ceil(left / (racks - 1));
  const servers = failureDomain === "host" ? left + 1 : racks * perRack;
  const kept = failureDomain === "host" ? left : (racks - 1) * perRack;
  return {
    servers,
    domains: failureDomain === "host" ? servers : racks,
    decidedBy,
    usableTB: kept * eachTB,
    readMBps: kept * rates.readMBps,
    writeMBps: kept * rates.writeMBps,
  };
}
