/** Most and step of capacity, TiB, by MB/s per TiB. @see https://learn.microsoft.com/azure/azure-managed-lustre/create-file-system-resource-manager */
export const LUSTRE_TIERS = {
  40: { step: 48, max: 768 },
  125: { step: 16, max: 128 },
  250: { step: 8, max: 128 },
  500: { step: 4, max: 128 },
};
export type LustreThroughput = keyof typeof LUSTRE_TIERS;
export const LUSTRE_THROUGHPUTS = Object.keys(LUSTRE_TIERS).map(Number) as LustreThroughput[];
export const LUSTRE_THROUGHPUT: LustreThroughput = 250;

/** Capacities that a tier comes in: multiples of its step. TiB. */
export const isLustreCapacity = (capacityTiB: number, throughput: LustreThroughput): boolean => {
  const { step, max } = LUSTRE_TIERS[throughput];
  return capacityTiB % step === 0 && capacityTiB >= step && capacityTiB <= max;
};
