import type { Cluster } from "../model/model";
import type { Fix, Remedy } from "../remedies/remedy";
import type { Text } from "../remedies/sentence";
import type { Design } from "./design";

/**
 * error: the cluster will not launch, not work, lose data, miss its objective or waste what one line would save. warning: works, with a trade-off.
 * info: a note.
 */
export type Severity = "error" | "warning" | "info";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export const AREAS = [
  "fit",
  "fabric",
  "network",
  "storage",
  "capacity",
  "scheduling",
  "reliability",
  "inference",
  "cost",
  "security",
  "operations",
  "power",
] as const;

/** The part of the design that a rule is about. */
export type Area = (typeof AREAS)[number];

/** One place where a rule does not hold. */
export interface Breach {
  /** The value's place by name, never by position: `pools.h100.fabric`. */
  readonly path: string;
  /** What the design says, or what was measured from it, with its unit. */
  readonly value: string | number | boolean | null;
  /** What would hold. */
  readonly allowed: Text;
  /** What to change; remedies in it name props from the part that the path begins with. */
  readonly fix: Fix;
  /** Where the consequence here is less, or more, than the rule's in general. @default - the rule's */
  readonly severity?: Severity;
}

/** A breach with the rule that found it, in the words of one surface. */
export interface Finding extends Omit<Breach, "allowed" | "fix" | "severity"> {
  readonly allowed: string;
  /** What to write instead, in the user's own props. */
  readonly fix: string;
  /** The fix as data: what to change, from the part that the path begins with; null where the reader has to choose. */
  readonly remedy: Remedy | null;
  /** Address of the resource that the part was read from, in Terraform that someone wrote by hand, or its key in a blueprint. @default - none: the path says where */
  readonly address?: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly area: Area;
  readonly title: string;
}

/** The third outcome besides holding (no breach) and failing: nothing in the design is of the kind the rule is about. */
export const DOES_NOT_APPLY = "does-not-apply";

/** What a check says: breaches (none of them: it holds), or that the rule has nothing to look at. */
export type Outcome = typeof DOES_NOT_APPLY | readonly Breach[];

/** One rule of the review. It judges; it never prints, throws or changes anything. */
export interface Rule {
  /** Names the problem, not the virtue: `fabric-spans-zones`. Public: suppressions use it; an earlier one stays in renamed-rules.ts. */
  readonly id: string;
  readonly area: Area;
  /** What ignoring it leads to; a breach that leads to less or more says its own. */
  readonly severity: Severity;
  /** Where the problem can be: any cluster, or only clusters of these clouds, whose services or limits it is about. */
  readonly clouds: "all" | readonly Cluster["cloud"][];
  /** The problem as a noun phrase in sentence case, no period: `Spot-only pool without fallback`. */
  readonly title: string;
  /** What it costs when ignored. */
  readonly why: string;
  /** The way out in the user's own props. */
  readonly fix: string;
  /** How a person checks the claim by hand, on the finished cluster or in the vendor's pages. */
  readonly verify: string;
  /** The page or paper that the rule stands on. */
  readonly source: string;
  check(design: Design): Outcome;
}

/** What a rule says of a design; nothing of a design in another cloud than the rule's. */
export function outcomeOf(rule: Rule, design: Design): Outcome {
  const { clouds } = rule;
  return clouds === "all" || clouds.includes(design.cluster.cloud) ? rule.check(design) : DOES_NOT_APPLY;
}

/** Looks at every item that a rule is about; with no item, the rule does not apply. */
export function checkEach<T>(items: readonly T[], test: (item: T) => Breach | readonly Breach[] | null): Outcome {
  if (items.length === 0) return DOES_NOT_APPLY;
  return items.flatMap((item) => test(item) ?? []);
}
