import limits from "./data/pcs-limits.json";

/** Sizes of a controller, the smallest first; a size cannot be changed later. */
export type PcsSize = "small" | "medium" | "large";
export type PcsVersion = "25.05" | "25.11" | "26.05";

export const PCS_VERSIONS = limits.versions as readonly PcsVersion[];
export const PCS_SIZES = limits.sizes as readonly { readonly name: PcsSize; readonly nodes: number }[];
export const PCS_LIMITS = limits;

/** In the images that AWS publishes since May 2026. */
export const DEFAULT_PCS_VERSION: PcsVersion = "25.11";
/** AWS's own default, 600 s. */
export const DEFAULT_SUSPEND_MINUTES = 10;

/** The smallest size that holds so many instances; undefined where none does. */
export function sizeFor(nodes: number): PcsSize | undefined {
  return PCS_SIZES.find((size) => size.nodes >= nodes)?.name;
}
