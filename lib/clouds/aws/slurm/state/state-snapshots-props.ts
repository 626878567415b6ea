/** When snapshots of the state volume are created, and how many are kept. */
export interface SlurmStateSnapshots {
  /**
   * Hours between snapshots: 1, 2, 3, 4, 6, 8, 12 or 24. @default 24
   * @see https://docs.aws.amazon.com/dlm/latest/APIReference/API_CreateRule.html
   */
  readonly everyHours?: number;
  /** Time of day (UTC) of the first snapshot, `HH:MM`; it starts within an hour of that. @default 03:00 */
  readonly startAt?: string;
  /**
   * Snapshots that are kept, 0 to 1000; the oldest is deleted first. 0 creates none. @default 14
   * @see https://docs.aws.amazon.com/dlm/latest/APIReference/API_RetainRule.html
   */
  readonly keep?: number;
}

/** A snapshot per night, two weeks of them. */
export const NIGHTLY = { everyHours: 24, startAt: "03:00", keep: 14 } as const;

/** The props with their defaults. */
export function snapshotSchedule(props: SlurmStateSnapshots = {}): Required<SlurmStateSnapshots> {
  const { everyHours = NIGHTLY.everyHours, startAt = NIGHTLY.startAt, keep = NIGHTLY.keep } = props;
  return { everyHours, startAt, keep };
}
