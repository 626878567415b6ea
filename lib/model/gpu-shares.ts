/**
 * Fewest and most users that share one GPU by time slicing or MPS: an MPS server takes 48 clients since Volta; the device plugin's time
 * slicing has no limit of its own.
 * @see https://docs.nvidia.com/deploy/mps/
 */
export const GPU_SHARES = { min: 2, max: 48 } as const;

export const isShares = (users: number | undefined): boolean =>
  users !== undefined && Number.isInteger(users) && users >= GPU_SHARES.min && users <= GPU_SHARES.max;
