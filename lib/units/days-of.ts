import { dayOf } from "./day-of";
import { numberOf } from "./number-of";

const DAY_MILLISECONDS = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { d: 1, day: 1, days: 1, w: 7, week: 7, weeks: 7 };

/** The days that a person means by `60`, `60d`, `8 weeks`, or by a start and an end, `2026-12-01..2027-01-15`; NaN where it is none. */
export function daysOf(text: string): number {
  const [, start, end] = /^(\d{4}-\d{2}-\d{2})\s*(?:\.\.|\/|to)\s*(\d{4}-\d{2}-\d{2})$/.exec(text.trim()) ?? [];
  if (start !== undefined) return (dayOf(end!) - dayOf(start)) / DAY_MILLISECONDS;
  const [, digits, unit] = /^([\d.]+)\s*(d|days?|w|weeks?)$/i.exec(text.trim()) ?? [];
  return digits === undefined ? numberOf(text) : Number(digits) * DAYS[unit!.toLowerCase()]!;
}
