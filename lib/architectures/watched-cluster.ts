import type { Construct } from "constructs";
import type { Cloud } from "../clouds/cloud";
import { clusterModel } from "../clouds/common/described";
import type { ClusterMonitoring, ClusterMonitoringProps } from "../clouds/default-cloud";
import { partsOf } from "../clouds/default-cloud";
import { designOf } from "../review/design";
import { costFigures } from "../review/figures/cost";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./sizing/decision";
import { monthlyBudget } from "./sizing/monthly-budget";

/**
 * The monitoring of an architecture, with a budget that follows, unless one is given, from what everything that is built below
 * `scope` by now costs an hour by the review's own figures: nodes and spares, heads, storage.
 */
export function watchedCluster(
  scope: Construct,
  { monitoring: given }: Pick<ClusterProps, "monitoring">,
  parts: Pick<ClusterMonitoringProps, "network" | "pools" | "fileSystems">,
  cloud: Cloud,
): { readonly monitoring: ClusterMonitoring; readonly decisions: readonly Decision[] } {
  const budget = monthlyBudget(costFigures(designOf({ ...clusterModel(scope), region: parts.network.region })));
  const monitoring = new (partsOf(cloud, scope.node.path, "ClusterMonitoring").ClusterMonitoring)(scope, "monitoring", {
    ...parts,
    monthlyBudgetUsd: budget.usd,
    ...given,
  });
  return { monitoring, decisions: given?.monthlyBudgetUsd === undefined ? [budget.decision] : [] };
}
