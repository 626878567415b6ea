/**
 * The one way in which a moment is written: ISO 8601 with an offset, `2027-01-31T11:30:00Z` or `2027-01-31T06:30:00-05:00`.
 * Without one it would be another moment on each computer. The programs on Slurm's head read the same (`moment.py`).
 */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; null where the text is no moment with an offset, or of a day that no calendar has. */
export function momentMilliseconds(text: string): number | null {
  const parts = MOMENT.exec(text);
  if (parts === null) return null;
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number];
  // 31 April is a moment in May to a parser
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  const milliseconds = Date.parse(text);
  return isDay && !Number.isNaN(milliseconds) ? milliseconds : null;
}
