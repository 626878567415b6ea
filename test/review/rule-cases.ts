import type { Cluster, Workload } from "../../lib/model/model";
import type { Finding, Rule } from "../../lib/review/rule";

/** A design with the workload it is for. */
export interface Given {
  readonly cluster: Cluster;
  readonly workload: Workload | null;
}

/** The three outcomes of a rule, each shown by at least one design under the sentence that names it. */
export interface RuleCases {
  readonly rule: Rule;
  readonly holds: Readonly<Record<string, Given | Cluster>>;
  /** With the findings expected, in the order of their paths; what a case leaves out of a finding is not compared. */
  readonly fails: Readonly<Record<string, readonly [Given | Cluster, readonly Partial<Finding>[]]>>;
  readonly doesNotApply: Readonly<Record<string, Given | Cluster>>;
}

/** The design under that workload. */
export function at(cluster: Cluster, workload: Workload): Given {
  return { cluster, workload };
}

/** A bare cluster as a design of its own workload. */
export function given(design: Given | Cluster): Given {
  return "cluster" in design ? design : { cluster: design, workload: design.workload };
}
