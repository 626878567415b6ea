import type { CapacitySource } from "../model/model";

const DAY_MILLISECONDS = 86_400_000;

/** Days that a Capacity Block lasts, parts of days included; null where its start or end is not given. */
export function blockDays(source: CapacitySource): number | null {
  if (source.startsOn === null || source.endsOn === null) return null;
  const days = (Date.parse(source.endsOn) - Date.parse(source.startsOn)) / DAY_MILLISECONDS;
  return Number.isNaN(days) ? null : days;
}
