/** Most instances of one Capacity Block. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html */
export const MOST_BLOCK_NODES = 64;

/** Most instances of an account in all its Capacity Blocks on one day. @see the page of `MOST_BLOCK_NODES` */
export const MOST_NODES_IN_BLOCKS = 256;

/**
 * Days up to which a Capacity Block is sold by the day, and from there by the week, up to the longest.
 *
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-purchase.html
 */
const DAILY_DAYS = 14;
export const LONGEST_BLOCK_DAYS = 182;

/** Whether blocks of so many days are sold: 1 to 14, or whole weeks up to 182. */
export function isSold(days: number): boolean {
  return days >= 1 && days <= LONGEST_BLOCK_DAYS && (days <= DAILY_DAYS || days % 7 === 0);
}

/** The shortest block that is sold and lasts so many days; the longest where none does. */
export function soldDays(days: number): number {
  const whole = Math.max(1, Math.ceil(days));
  return Math.min(LONGEST_BLOCK_DAYS, whole <= DAILY_DAYS ? whole : 7 * Math.ceil(whole / 7));
}

/** Instances of a block are terminated from so long before its end. @see EC2 User Guide, Capacity Blocks for ML */
export const BLOCK_TAKEN_BACK_HOURS = 0.5;

const TAKEN_BACK_DAYS = BLOCK_TAKEN_BACK_HOURS / 24;

/**
 * Days to buy for a run of so many days: the shortest block that is sold and holds the run before its instances are
 * terminated, or several blocks in a row, each of a length that is sold.
 *
 * @example 119 days for a run of 116.1; 14 days for one of 13.97, 21 for one of 13.99.
 */
export function daysToBuy(runDays: number): number {
  const most = LONGEST_BLOCK_DAYS - TAKEN_BACK_DAYS;
  const full = Math.max(0, Math.ceil(runDays / most) - 1);
  return full * LONGEST_BLOCK_DAYS + soldDays(runDays - full * most + TAKEN_BACK_DAYS);
}

/** Blocks in a row that a run of so many days needs. */
export function blocksInARow(runDays: number): number {
  return Math.max(1, Math.ceil(runDays / (LONGEST_BLOCK_DAYS - TAKEN_BACK_DAYS)));
}
