import type { Construct } from "constructs";
import { ClusterMonitoring } from "../aws/cluster-monitoring";
import type { ClusterMonitoringProps } from "../aws/cluster-monitoring-props";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./decision";
import { monthlyBudget } from "./monthly-budget";

/** The monitoring of an architecture, with a budget that follows from what its nodes cost unless one is given. */
export function watchedCluster(
  scope: Construct,
  { monitoring: given }: Pick<ClusterProps, "monitoring">,
  parts: Pick<ClusterMonitoringProps, "network" | "pools" | "fileSystems">,
  usdPerHour: number,
): { readonly monitoring: ClusterMonitoring; readonly decisions: readonly Decision[] } {
  const budget = monthlyBudget(usdPerHour);
  const monitoring = new ClusterMonitoring(scope, "monitoring", { ...parts, monthlyBudgetUsd: budget.usd, ...given });
  return { monitoring, decisions: given?.monthlyBudgetUsd === undefined ? [budget.decision] : [] };
}
