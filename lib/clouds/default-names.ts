/** Names of regions and parts in the default cloud, apart from its constructs, which take a while to load. */
export { NAME_PATTERN, regionOf } from "./aws/shared/names";
