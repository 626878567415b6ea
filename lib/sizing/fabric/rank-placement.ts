/**
 * Ranks of a group that share a scale-up domain with room for `places` of them: the most that divide the group, since a job
 * takes 64 of a rack's 72 GPUs rather than straddle it.
 */
export function ranksOfDomain(ranks: number, places: number): number {
  let inDomain = Math.max(1, Math.min(ranks, Math.floor(places)));
  while (ranks % inDomain !== 0) inDomain--;
  return inDomain;
}
