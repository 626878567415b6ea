import type { InstanceType } from "./types";

/** What one IP interface carries, Gb/s: a node without EFA has one, on its first card, and no credits for a whole run. */
export function oneInterfaceGbps(type: InstanceType): number {
  const [first] = type.networkCards ?? [];
  const share = type.networkGbps / Math.max(1, type.networkCards?.length ?? 1);
  return Math.min(first?.bandwidthGbps ?? share, type.networkBaselineGbps ?? type.networkGbps);
}
