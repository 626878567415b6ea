/** Bytes in a kibibyte, mebibyte, gibibyte, tebibyte (IEC 80000-13: powers of 1024). */
export const KIB = 1024;
export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
export const TIB = 1024 ** 4;

/** Bytes in a megabyte, gigabyte, terabyte, petabyte (SI: powers of 1000). */
export const MB = 1e6;
export const GB = 1e9;
export const TB = 1e12;
export const PB = 1e15;

/** Bytes a second that a rate in Gb/s (bits, SI) carries. */
export function bytesPerSecond(gbps: number): number {
  return (gbps * 1e9) / 8;
}
