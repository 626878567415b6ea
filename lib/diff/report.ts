import type { ClusterDiff } from "./diff";
import { IMPACT_TITLES, IMPACTS, type Impact, statusOf } from "./impact";
import { sourceOf } from "./replacement";

/** Impacts of which the number says enough. */
const COUNTED: readonly Impact[] = ["created", "tags", "monitoring"];

const VERDICTS = {
  0: "nothing disruptive",
  10: "disruptive: compute is drained, restarted or replaced",
  20: "data is at stake",
};

/** A comparison as text for people. */
export function diffText({ status, findings }: ClusterDiff): string {
  if (findings.length === 0) return "no change";
  const groups = IMPACTS.map((impact) => [impact, findings.filter((f) => f.impact === impact)] as const);
  const lines = groups
    .filter(([, own]) => own.length > 0)
    .flatMap(([impact, own]) =>
      COUNTED.includes(impact)
        ? [`${IMPACT_TITLES[impact]}: ${own.length} resources`]
        : [IMPACT_TITLES[impact], ...own.map(({ says }) => `  - ${says}`)],
    );
  return [...lines, "", `verdict: ${VERDICTS[status]} (exit ${status})`].join("\n");
}

/** The same for programs; the keys are stable. */
export function diffJson({ status, findings, changes }: ClusterDiff): string {
  const report = {
    status,
    findings: findings.map(({ impact, says, addresses }) => ({ impact, status: statusOf(impact), says, addresses })),
    resources: changes.map(({ address, action, attributes, because, after, before }) => ({
      address,
      action,
      attributes: [...new Set(attributes.map(({ path }) => path))],
      because,
      source: sourceOf((after ?? before)!.type),
    })),
  };
  return JSON.stringify(report, undefined, 2);
}
