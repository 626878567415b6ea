import "../clouds/common/engine-there";

export { type MatcherResult, toHaveNoFindings } from "./findings";
export { terraformSnapshot } from "./terraform-snapshot";
