import { Problems } from "../../errors";

/** How clients are sent to regions: to the nearest, or by the regions' shares. */
export type RegionRouting = "latency" | "weighted";

/**
 * Requests that each region must be able to take, as a part of all: its share, and what comes to it while any one other region
 * is out. By weight the others divide the lost share in proportion; by latency all of it may come to the nearest one.
 *
 * @example two regions of 50 %: each must take 100 %; three of 50, 30 and 20 % by weight: 71 %, 60 %, 40 %.
 */
export function peakShares(shares: readonly number[], routing: RegionRouting): number[] {
  return shares.map((share, i) => {
    const lost = Math.max(0, ...shares.filter((_, j) => j !== i));
    return Math.min(1, routing === "latency" ? share + lost : share / (1 - lost));
  });
}

/** The shares that are given, or equal ones; throws where some are given and they are not the whole. */
export function sharesOf(where: string, given: readonly (number | undefined)[]): number[] {
  const problems = new Problems();
  const known = given.filter((share) => share !== undefined);
  if (known.length === 0) return given.map(() => 1 / given.length);
  given.forEach((share, i) => {
    const path = `regions[${i}].share`;
    if (share === undefined) {
      problems.add("required", path, `${path} is required where another region has one; give all or none`);
    } else if (!(share > 0 && share < 1)) {
      problems.add("out-of-range", path, `${path} must be between 0 and 1, got ${share}`);
    }
  });
  const sum = known.reduce((total, share) => total + share, 0);
  if (!problems.any && Math.abs(sum - 1) > 1e-6) {
    const message = `regions[].share must add up to 1, got ${Number(sum.toFixed(6))}; leave all out for equal shares`;
    problems.add("conflict", "regions", message);
  }
  problems.throwIfAny(where);
  return known;
}
