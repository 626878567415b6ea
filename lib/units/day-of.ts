/** Milliseconds of the beginning of a day in UTC, `2026-12-01`; NaN for one that does not exist, such as 2026-02-30. */
export function dayOf(text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? Number.NaN : time;
}
