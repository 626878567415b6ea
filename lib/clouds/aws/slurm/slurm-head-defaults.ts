/** Volume of Slurm's state and database. */
export const STATE_GIB = 100;

/** Space that metrics may take on a state volume: a quarter of it. */
export function defaultMetricsGiB(stateVolumeGiB: number): number {
  return Math.floor(stateVolumeGiB / 4);
}

/** Least memory of a head with its own accounting database: MariaDB is given 2 GiB (innodb_buffer_pool_size in `set-up-head`), slurmctld and the system the rest. */
export const DATABASE_HEAD_GIB = 4;
