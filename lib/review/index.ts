export { reviewJson } from "./report/json";
export { reviewMarkdown } from "./report/markdown";
export { type Review, type ReviewOptions, type RuleResult, review, type Verdict } from "./review";
export type { Area, Breach, Finding, Outcome, Rule, Severity } from "./rule";
export { rules } from "./rules/list";
export type { SuppressedFinding, Suppression } from "./suppression";
