import fc from "fast-check";
import {
  addressCount,
  contains,
  formatCidr,
  overlaps,
  parseCidr,
  subBlock,
  usableAddresses,
} from "../../lib/units/cidr";

describe("parseCidr", () => {
  it.each(["10.0.0.0/16", "172.16.0.0/12", "192.168.1.0/24", "0.0.0.0/0"])("reads %s and writes it back", (text) => {
    expect(formatCidr(parseCidr(text)!)).toBe(text);
  });

  it.each(["10.0.0.0", "10.0.0.1/16", "10.0.0.0/33", "10.0.0/16", "fd00::/8", ""])("refuses %s", (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});

describe("subBlock", () => {
  const block = fc.record({ prefix: fc.integer({ min: 8, max: 24 }), bits: fc.integer({ min: 1, max: 4 }) });

  it("cuts a block into parts that lie within it, do not overlap and add up to it", () => {
    fc.assert(
      fc.property(block, ({ prefix, bits }) => {
        const outer = { base: 10 * 2 ** 24, prefix };
        const parts = Array.from({ length: 2 ** bits }, (_, index) => subBlock(outer, bits, index));
        expect(parts.every((part) => contains(outer, part))).toBe(true);
        expect(parts.every((part, i) => parts.every((other, j) => i === j || !overlaps(part, other)))).toBe(true);
        expect(parts.reduce((sum, part) => sum + addressCount(part), 0)).toBe(addressCount(outer));
      }),
    );
  });
});

describe("usableAddresses", () => {
  it.each([
    ["10.0.0.0/28", 11],
    ["10.0.0.0/24", 251],
    ["10.0.0.0/17", 32_763],
  ])("of %s is %d: AWS keeps five", (text, usable) => {
    expect(usableAddresses(parseCidr(text)!)).toBe(usable);
  });
});
