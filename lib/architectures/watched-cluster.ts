import type { Construct } from "constructs";
import { ClusterMonitoring } from "../clouds/aws/monitoring/cluster-monitoring";
import type { ClusterMonitoringProps } from "../clouds/aws/monitoring/cluster-monitoring-props";
import { clusterModel } from "../clouds/common/described";
import { designOf } from "../review/design";
import { costFigures } from "../review/figures/cost";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./decision";
import { monthlyBudget } from "./monthly-budget";

/**
 * The monitoring of an architecture, with a budget that follows, unless one is given, from what everything that is built below
 * `scope` by now costs an hour by the review's own figures: nodes and spares, heads, storage.
 */
export function watchedCluster(
  scope: Construct,
  { monitoring: given }: Pick<ClusterProps, "monitoring">,
  parts: Pick<ClusterMonitoringProps, "network" | "pools" | "fileSystems">,
): { readonly monitoring: ClusterMonitoring; readonly decisions: readonly Decision[] } {
  const { usdPerHour } = costFigures(designOf({ ...clusterModel(scope), region: parts.network.region }));
  const budget = monthlyBudget(usdPerHour);
  const monitoring = new ClusterMonitoring(scope, "monitoring", { ...parts, monthlyBudgetUsd: budget.usd, ...given });
  return { monitoring, decisions: given?.monthlyBudgetUsd === undefined ? [budget.decision] : [] };
}
