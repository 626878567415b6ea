import type { Finding } from "./finding";
import { type DiffStatus, IMPACTS, statusOf } from "./impact";
import { judge } from "./judge";
import { judgeProtection } from "./judge-protection";
import { judgeSettings } from "./judge-settings";
import { judgeState } from "./judge-state";
import { planOf, type ResourceChange } from "./plan";
import type { TerraformStack } from "./terraform-stack";

/** What it means for a running cluster to become another. */
export interface ClusterDiff {
  readonly status: DiffStatus;
  /** The worst first. */
  readonly findings: readonly Finding[];
  readonly changes: readonly ResourceChange[];
}

/** Compares two synthesized stacks. */
export function diffStacks(old: TerraformStack, now: TerraformStack): ClusterDiff {
  const changes = planOf(old, now);
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const findings = [
    ...judgeState(old, now),
    ...judgeSettings(old, now),
    ...judgeProtection(old, now),
    ...changes.flatMap((change) => judge(change, byAddress, now, old)),
  ].sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact));
  const status = findings.reduce<DiffStatus>((worst, { impact }) => Math.max(worst, statusOf(impact)) as DiffStatus, 0);
  return { status, findings, changes };
}
