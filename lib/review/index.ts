export type { Assumption } from "./assumptions";
export { type Bill, type BillLine, free, type Term } from "./clouds/bill";
export type { Claim } from "./clouds/claim";
export type {
  CandidateParts,
  CloudBill,
  CloudFacts,
  CloudTraffic,
  CloudWords,
  SuggestedTypes,
} from "./clouds/cloud-facts";
export { addCloudFacts } from "./clouds/list";
export { type Design, designOf } from "./design";
export { type Figures, figuresOf } from "./figures/figures";
export { type QuotaNeed, quotasOf } from "./quotas";
export { reviewHtml } from "./report/html/page";
export { reviewJson } from "./report/json";
export { reviewMarkdown } from "./report/markdown";
export { preflightScript } from "./report/preflight";
export { type Review, type ReviewOptions, type RuleResult, review, reviewDesign, type Verdict } from "./review";
export type { Area, Breach, Finding, Outcome, Rule, Severity } from "./rule";
export { rules } from "./rules/list";
export type { SuppressedFinding, Suppression } from "./suppression";
