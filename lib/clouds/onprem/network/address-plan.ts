import type { Problems } from "../../../errors";
import { addressCount, type Cidr, overlaps, parseCidr } from "../../../units/cidr";

/** Dotted quad of a number. */
export const dotted = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Mask of a range that was read: `255.255.240.0` of `10.10.0.0/20`. */
export const netmaskOf = (cidr: string): string => dotted(2 ** 32 - addressCount(parseCidr(cidr)!));

/** Addresses that no host has on a network. https://www.iana.org/assignments/iana-ipv4-special-registry/ */
const RESERVED = [
  { range: "0.0.0.0/8", what: "this network" },
  { range: "127.0.0.0/8", what: "loopback" },
  { range: "169.254.0.0/16", what: "link-local" },
  { range: "224.0.0.0/4", what: "multicast" },
  { range: "240.0.0.0/4", what: "reserved" },
] as const;

const RANGES = ["nodeCidr", "bmcCidr", "serviceCidr"] as const;
type RangeName = (typeof RANGES)[number];
/** All ranges, BMCs' only where the site has one. */
type Ranges<T> = Readonly<Record<Exclude<RangeName, "bmcCidr">, T> & { bmcCidr?: T }>;

/** The ranges, read; problems where one is none or two overlap. */
export function readRanges(problems: Problems, network: Ranges<string>): Ranges<Cidr> | undefined {
  const names = RANGES.filter((name) => network[name] !== undefined);
  const read = Object.fromEntries(names.map((name) => [name, parseCidr(network[name]!)]));
  for (const name of names) {
    if (read[name] !== undefined) continue;
    const message = `network.${name} must be an IPv4 range without bits behind its prefix, got ${network[name]}; use one such as 10.10.0.0/20`;
    problems.add("malformed", `network.${name}`, message);
  }
  if (names.some((name) => read[name] === undefined)) return undefined;
  for (const name of names) {
    const kept = RESERVED.find(({ range }) => overlaps(read[name]!, parseCidr(range)!));
    if (kept === undefined) continue;
    const message = `network.${name} must be a range that hosts can have, got ${network[name]}, which holds ${kept.range} (${kept.what}); use one such as 10.10.0.0/20`;
    problems.add("not-allowed", `network.${name}`, message);
  }
  names.forEach((name, index) => {
    for (const other of names.slice(index + 1)) {
      if (!overlaps(read[name]!, read[other]!)) continue;
      const message = `network.${other} must not overlap network.${name}, got ${network[other]} and ${network[name]}; use a separate range`;
      problems.add("conflict", `network.${other}`, message);
    }
  });
  return read as Record<RangeName, Cidr>;
}

/**
 * Addresses of a range that hosts may take: not its first and last, which are the network and its broadcast, and .1 to .254 of each 256, so
 * that runs of them fold in host lists.
 */
export function hostAddresses(problems: Problems, name: string, cidr: Cidr, count: number): readonly string[] {
  const addresses: string[] = [];
  const last = Math.min(addressCount(cidr) - 2, count * 2 + 1024);
  for (let offset = 1; offset <= last && addresses.length < count; offset++) {
    const host = (cidr.base + offset) % 256;
    if (host !== 0 && host !== 255) addresses.push(dotted(cidr.base + offset));
  }
  if (addresses.length < count) {
    const prefix = 32 - Math.ceil(Math.log2(count * (256 / 254) + 2));
    const message = `network.${name} must have room for ${count} hosts, got /${cidr.prefix} with ${addresses.length}; use a /${Math.min(prefix, cidr.prefix - 1)}`;
    problems.add("out-of-range", `network.${name}`, message);
  }
  return addresses;
}
