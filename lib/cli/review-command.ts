import { reviewJson } from "../review/report/json";
import { reviewMarkdown } from "../review/report/markdown";
import { review } from "../review/review";
import { SEVERITIES, type Severity } from "../review/rule";
import { buildInMemory } from "./build-in-memory";

/** Prints a review; the exit status is 1 where a finding is at least as severe as `failOn`. */
export function reviewCommand(
  paths: readonly string[],
  options: { readonly set: readonly string[]; readonly json?: boolean; readonly failOn: Severity },
): number {
  const { cluster, loaded } = buildInMemory(paths, options.set, "cdktf.out");
  const result = review(cluster, { suppress: loaded.blueprint.acceptedFindings });
  console.log(options.json ? reviewJson(result) : reviewMarkdown(result));
  const counted = SEVERITIES.slice(0, SEVERITIES.indexOf(options.failOn) + 1);
  return counted.some((severity) => result.counts[severity] > 0) ? 1 : 0;
}
