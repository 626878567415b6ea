import ipaddr from "ipaddr.js";

/** An IPv4 block as base address and prefix length. */
export interface Cidr {
  readonly base: number;
  readonly prefix: number;
}

/** Addresses that AWS keeps of every subnet: network, router, DNS, future use, broadcast. https://docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html */
export const RESERVED_PER_SUBNET = 5;

/** Blocks of private networks. https://www.rfc-editor.org/rfc/rfc1918 */
export const PRIVATE_BLOCKS = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

/** Reads `10.0.0.0/16`; undefined where the text is no IPv4 block or has bits set behind the prefix. */
export function parseCidr(text: string): Cidr | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return undefined;
  const [address, prefix] = ipaddr.IPv4.parseCIDR(text);
  const base = address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);
  return base % 2 ** (32 - prefix) === 0 ? { base, prefix } : undefined;
}

export function formatCidr({ base, prefix }: Cidr): string {
  const bytes = [24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256);
  return `${bytes.join(".")}/${prefix}`;
}

/** Addresses in a block. */
export function addressCount({ prefix }: Cidr): number {
  return 2 ** (32 - prefix);
}

/** Addresses of a subnet that instances may take. */
export function usableAddresses(cidr: Cidr): number {
  return Math.max(0, addressCount(cidr) - RESERVED_PER_SUBNET);
}

/** Whether `inner` lies within `outer`. */
export function contains(outer: Cidr, inner: Cidr): boolean {
  return inner.base >= outer.base && inner.base + addressCount(inner) <= outer.base + addressCount(outer);
}

/** Whether two blocks share an address. */
export function overlaps(a: Cidr, b: Cidr): boolean {
  return contains(a, b) || contains(b, a);
}

/** The `index`-th block of `bits` more prefix bits within `outer`. */
export function subBlock(outer: Cidr, bits: number, index: number): Cidr {
  const prefix = outer.prefix + bits;
  return { base: outer.base + index * 2 ** (32 - prefix), prefix };
}
