import type { Review } from "../review";
import type { Finding, Severity } from "../rule";
import { rules } from "../rules/list";
import { whereOf } from "./where";

/** A place in a file that people wrote, counted from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/**
 * Reviews as one SARIF log, which code hosts show at the lines of a pull request. Accepted findings are there with their reason.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function reviewSarif(
  reviews: readonly Review[],
  placeOf: (finding: Finding) => FilePlace,
  version: string,
): string {
  const result = (finding: Finding, reason?: string) => {
    const { file, line, column } = placeOf(finding);
    const { rule, severity, title, path, value, allowed, fix } = finding;
    const where = whereOf(finding);
    return {
      ruleId: rule,
      level: LEVELS[severity],
      message: { text: `${title} at ${where}: found ${value ?? "none"}, expected ${allowed}. Fix: ${fix}` },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line, startColumn: column } },
          logicalLocations: [{ fullyQualifiedName: where }],
        },
      ],
      // Of the place in the design, so that a finding stays the same one when lines move.
      partialFingerprints: { "designPath/v1": `${rule} ${path}` },
      ...(reason === undefined ? {} : { suppressions: [{ kind: "external", justification: reason }] }),
    };
  };
  const results = reviews.flatMap(({ findings, suppressed }) => [
    ...findings.map((finding) => result(finding)),
    ...suppressed.map((finding) => result(finding, finding.reason)),
  ]);
  const named = new Set(results.map(({ ruleId }) => ruleId));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "warpform",
            semanticVersion: version,
            rules: rules
              .filter(({ id }) => named.has(id))
              .map(({ id, title, why, verify, severity }) => ({
                id,
                shortDescription: { text: title },
                fullDescription: { text: why },
                help: { text: verify },
                defaultConfiguration: { level: LEVELS[severity] },
              })),
          },
        },
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
