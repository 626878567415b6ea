import type { Review } from "../review/review";
import { SEVERITIES, type Severity } from "../review/rule";

/** Exit status of a command that reviews: 1 where a finding is at least as severe as `failOn`, else 0. */
export function exitStatus(counts: Review["counts"], failOn: Severity = "error"): number {
  return SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1).some((severity) => counts[severity] > 0) ? 1 : 0;
}
