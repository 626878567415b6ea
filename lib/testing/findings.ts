import type { IConstruct } from "constructs";
import { clusterModel } from "../clouds/common/cluster-model";
import { type ReviewOptions, review } from "../review/review";

/** What a jest (or vitest) matcher returns. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matcher: the design review of everything below a stack or app has no error and no warning but those accepted in `options`.
 *
 * @example
 * expect.extend({ toHaveNoFindings });
 * expect(stack).toHaveNoFindings({ suppress: [{ rule: "image-floating", reason: "development only" }] });
 */
export function toHaveNoFindings(scope: IConstruct, options: ReviewOptions = {}): MatcherResult {
  const { findings } = review(clusterModel(scope, options.workload ?? null), options);
  const open = findings.filter(({ severity }) => severity !== "info");
  const lines = open.map(
    ({ severity, rule, path, title, fix }) => `  ${severity} ${rule} at ${path}: ${title}; ${fix}`,
  );
  return {
    pass: open.length === 0,
    message: () =>
      open.length === 0
        ? "expected the design review to find something, and it found nothing"
        : `expected the design review to find nothing, and it found ${open.length}:\n${lines.join("\n")}`,
  };
}
