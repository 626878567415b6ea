/** Minutes of a year of 365 days: the longest that jobs and deadlines are. */
export const MINUTES_PER_YEAR = 365 * 24 * 60;
