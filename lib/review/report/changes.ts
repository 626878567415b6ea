import type { Review } from "../review";
import type { Finding } from "../rule";
import { headlines } from "./headline";

/** What differs between two reviews of one design. */
export interface ReviewChanges {
  /** Verdict and figures: name, before, now. */
  readonly figures: readonly (readonly [name: string, before: string, now: string])[];
  readonly added: readonly Finding[];
  readonly resolved: readonly Finding[];
}

const keyOf = ({ rule, path }: Finding) => `${rule} ${path}`;

export function changesBetween(before: Review, now: Review): ReviewChanges {
  const earlier = new Map(headlines(before).map(({ label, value }) => [label, value]));
  const known = new Set(before.findings.map(keyOf));
  const still = new Set(now.findings.map(keyOf));
  return {
    figures: [
      ...(before.verdict === now.verdict ? [] : [["Verdict", before.verdict, now.verdict] as const]),
      ...headlines(now).flatMap(({ label, value }) =>
        earlier.get(label) === value ? [] : [[label, earlier.get(label) ?? "none", value] as const],
      ),
    ],
    added: now.findings.filter((finding) => !known.has(keyOf(finding))),
    resolved: before.findings.filter((finding) => !still.has(keyOf(finding))),
  };
}
