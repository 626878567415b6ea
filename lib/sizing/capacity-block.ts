/** Most instances of one Capacity Block. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html */
export const MOST_BLOCK_NODES = 64;

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

/** Days of blocks in a row that hold a run of so many days, each of a length that is sold. */
export function soldDaysInARow(days: number): number {
  const longest = Math.floor(days / LONGEST_BLOCK_DAYS) * LONGEST_BLOCK_DAYS;
  return days > longest ? longest + soldDays(days - longest) : longest;
}
