/** Limits by TRES; null for no limit. A TRES that no node has is left out. */
export type TresLimits = Readonly<Record<string, number | null>>;
