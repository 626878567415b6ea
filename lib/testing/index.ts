import "../clouds/common/engine";

export { type MatcherResult, toHaveNoFindings } from "./findings";
export { terraformSnapshot } from "./terraform-snapshot";
