/** Volume of Slurm's state and database. */
export const STATE_GIB = 100;

/** Space that metrics may take on a state volume: a quarter of it. */
export function defaultMetricsGiB(stateVolumeGiB: number): number {
  return Math.floor(stateVolumeGiB / 4);
}
