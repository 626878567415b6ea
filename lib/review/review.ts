import type { Cluster, Workload } from "../model/model";
import type { Ownership } from "../model/ownership";
import { programWords } from "../remedies/program-words";
import { type Fix, onlyRemedy, wordedFix } from "../remedies/remedy";
import { worded } from "../remedies/sentence";
import type { Surface } from "../remedies/vocabulary";
import { byText } from "../units/by-text";
import { type Assumption, assumptionsOf } from "./assumptions";
import { type Design, designOf } from "./design";
import { type Figures, figuresOf } from "./figures/figures";
// Loaded with the review, not within the first one: figuresOf loads it late for those who only explain rules.
import "./figures/worked-out";
import { type QuotaNeed, quotasOf } from "./quotas";
import { type Breach, DOES_NOT_APPLY, type Finding, outcomeOf, type Rule, SEVERITIES, type Severity } from "./rule";
import { rules as allRules } from "./rules/list";
import { applySuppressions, checkSuppressions, type SuppressedFinding, type Suppression } from "./suppression";

export interface ReviewOptions {
  /**
   * What the cluster is for; rules on fit, time, checkpoints and latency need it.
   * @default - the cluster's own workload
   */
  readonly workload?: Workload | null;
  /**
   * What nodes of your own would cost: the review then compares owning with renting them.
   * @default - the cluster's own quote
   */
  readonly ownership?: Ownership;
  /**
   * Findings the owner lives with, each with its reason.
   * @default []
   */
  readonly suppress?: readonly Suppression[];
}

/** What one rule said. */
export interface RuleResult {
  readonly rule: string;
  readonly outcome: "holds" | "fails" | "does-not-apply";
}

/** `not-ready` with an open error, `ready-with-warnings` with an open warning, else `ready`. */
export type Verdict = "ready" | "ready-with-warnings" | "not-ready";

/** A design review: the same design, in whatever order it was declared, always gives the same one. */
export interface Review {
  readonly cluster: string;
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Errors first; within a severity by rule, then path. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly unusedSuppressions: readonly Suppression[];
  /** One for each rule, by id. */
  readonly results: readonly RuleResult[];
  readonly figures: Figures;
  /** Service quotas that the design needs at its largest. */
  readonly quotas: readonly QuotaNeed[];
  readonly assumptions: readonly Assumption[];
}

function order(a: Finding, b: Finding): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || byText(a.rule, b.rule) || byText(a.path, b.path)
  );
}

function verdictOf(counts: Readonly<Record<Severity, number>>): Verdict {
  if (counts.error > 0) return "not-ready";
  return counts.warning > 0 ? "ready-with-warnings" : "ready";
}

/**
 * Reviews a cluster: every rule on every part, without credentials, network or clock.
 *
 * @throws WarpformError where a suppression names no rule or gives no reason, or a quote of `ownership` makes no sense.
 */
export function review(cluster: Cluster, options: ReviewOptions = {}, rules: readonly Rule[] = allRules): Review {
  const workload = options.workload === undefined ? cluster.workload : options.workload;
  const asked = options.ownership === undefined ? cluster : { ...cluster, ownership: options.ownership };
  return reviewDesign(designOf(asked, workload), options.suppress ?? [], rules);
}

/** How a breach of a rule is worded, what else to do about it than the rule says, and the resource that its part was read from. */
export type WordsOf = (
  rule: string,
  breach: Breach,
) => { readonly surface: Surface; readonly fix?: Fix; readonly address?: string };

/** A breach of a rule in the words of a surface. */
export function findingOf({ id, severity, area, title }: Rule, breach: Breach, words: WordsOf): Finding {
  const { surface, fix = breach.fix, address } = words(id, breach);
  return {
    rule: id,
    area,
    title,
    ...breach,
    severity: breach.severity ?? severity,
    allowed: worded(breach.allowed, surface),
    fix: wordedFix(fix, surface),
    remedy: onlyRemedy(fix) ?? null,
    ...(address === undefined ? {} : { address }),
  };
}

/** Reviews a design that is already in canonical order; what writes reports and scripts of the same design uses it. */
export function reviewDesign(
  design: Design,
  suppressions: readonly Suppression[] = [],
  rules: readonly Rule[] = allRules,
  words: WordsOf = () => ({ surface: programWords }),
): Review {
  checkSuppressions(suppressions, rules);
  const results: RuleResult[] = [];
  const findings: Finding[] = [];
  for (const rule of rules) {
    const outcome = outcomeOf(rule, design);
    if (outcome === DOES_NOT_APPLY) {
      results.push({ rule: rule.id, outcome: "does-not-apply" });
      continue;
    }
    results.push({ rule: rule.id, outcome: outcome.length > 0 ? "fails" : "holds" });
    for (const breach of outcome) findings.push(findingOf(rule, breach, words));
  }
  const { open, suppressed, unused } = applySuppressions(findings.sort(order), suppressions);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const finding of open) counts[finding.severity]++;
  const figures = figuresOf(design);
  return {
    cluster: design.cluster.name,
    verdict: verdictOf(counts),
    counts,
    findings: open,
    suppressed,
    unusedSuppressions: unused,
    results: results.sort((a, b) => byText(a.rule, b.rule)),
    figures,
    quotas: quotasOf(design),
    assumptions: assumptionsOf(design, figures),
  };
}
