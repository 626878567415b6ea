// What is wrong with the type of a head or login node in every cloud, in one sentence each.

/** Least memory of a head with its own accounting database: MariaDB is given 2 GiB (innodb_buffer_pool_size in `set-up-head`), slurmctld and the system the rest. */
export const DATABASE_HEAD_GIB = 4;

/** `fix` is a type to use, or the other ways to keep accounts. */
export const tooSmallForDatabase = (type: string, memoryGiB: number, fix: string): string =>
  `instanceType must have at least ${DATABASE_HEAD_GIB} GiB for slurmctld and its local database, got ${type} with ${memoryGiB}; ${fix}`;

export const acceleratorsUnused = (prop: string, type: string, instead: string): string =>
  `${prop} "${type}" has accelerators that no job can use there; use "${instead}"`;
