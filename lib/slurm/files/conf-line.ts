/** One `Key=Value` of slurm.conf; a null value leaves the line out. */
export type ConfLine = readonly [key: string, value: string | number | null];
