import type { LustreTier } from "../types";

/**
 * FSx counts 1,200 GiB as 1.2 TiB, in its console, its throughput figures (MB/s per TiB) and its prices; `capacityTiB` does
 * the same, so 48 is the 48,000 GiB that the API is asked for.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/ssd-storage.html
 */
export const GIB_PER_FSX_TIB = 1000;

/** GiB that the API is asked for, for a capacity in FSx's TiB. */
export function lustreCapacityGiB(capacityTiB: number): number {
  return Math.round(capacityTiB * GIB_PER_FSX_TIB);
}

/** Whether a tier can have a capacity. */
export function isLustreCapacity(tier: LustreTier, efaEnabled: boolean, capacityGiB: number): boolean {
  return nearestLustreCapacities(tier, efaEnabled, capacityGiB).includes(capacityGiB);
}

/** The largest allowed capacity not above and the smallest not below, GiB; one number where they are the same or one is missing. */
export function nearestLustreCapacities(tier: LustreTier, efaEnabled: boolean, capacityGiB: number): number[] {
  const { first, step, extra } = capacitySteps(tier, efaEnabled);
  const below = Math.floor((capacityGiB - first) / step);
  const candidates = [...extra, first, ...[below, below + 1].filter((n) => n >= 0).map((n) => first + n * step)];
  const lower = Math.max(...candidates.filter((c) => c <= capacityGiB));
  const upper = Math.min(...candidates.filter((c) => c >= capacityGiB));
  return [...new Set([lower, upper])].filter(Number.isFinite);
}

/** The capacities of a tier in words, TiB as FSx counts: `1.2 or a multiple of 2.4`. */
export function lustreCapacitiesInWords(tier: LustreTier, efaEnabled: boolean): string {
  const { first, step, extra } = capacitySteps(tier, efaEnabled);
  if (first !== step) throw new Error(`Lustre tier ${tier.deploymentType} starts off its step`);
  return [...extra.map(inTiB), `a multiple of ${inTiB(step)}`].join(", ").replace(/, (?=a multiple)/, " or ");
}

/** GiB as FSx writes them in TiB: 19200 as `19.2`. */
export function inTiB(gib: number): string {
  return String(gib / GIB_PER_FSX_TIB);
}

function capacitySteps(
  tier: LustreTier,
  efaEnabled: boolean,
): { first: number; step: number; extra: readonly number[] } {
  const step = efaEnabled ? tier.efaStepGiB : tier.stepGiB;
  if (step === null) throw new Error(`Lustre tier ${tier.deploymentType} ${tier.storageType} has no capacity steps`);
  return efaEnabled
    ? { first: step, step, extra: [] }
    : { first: tier.minCapacityGiB ?? step, step, extra: tier.extraCapacitiesGiB };
}
