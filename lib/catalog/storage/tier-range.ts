/** Least and most of a figure over all tiers that have it. */
export function tierRange<Tier>(
  tiers: readonly Tier[],
  figures: (tier: Tier) => readonly number[],
): { readonly min: number; readonly max: number } {
  const all = tiers.flatMap(figures);
  return { min: Math.min(...all), max: Math.max(...all) };
}
