import type { Construct } from "constructs";
import { type Cloud, type Part, partsOf } from "../clouds/cloud";
import { clusterModel } from "../clouds/common/cluster-model";
import type { FileSystemPart, Network, Pool } from "../clouds/part-kinds";
import { designOf } from "../review/design";
import { costFigures } from "../review/figures/cost";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./sizing/decision";
import { monthlyBudget } from "./sizing/monthly-budget";

/**
 * The monitoring of an architecture, with a budget that follows, unless one is given, from what everything that is built below
 * `scope` by now costs an hour by the review's own figures: nodes and spares, heads, storage.
 */
export function monitoredCluster<C extends Cloud>(
  scope: Construct,
  { monitoring: given }: Pick<ClusterProps, "monitoring">,
  parts: {
    readonly network: Network;
    readonly pools: readonly Pool[];
    readonly fileSystems?: readonly FileSystemPart[];
  },
  cloud: C,
): { readonly monitoring: Part<C, "ClusterMonitoring">; readonly decisions: readonly Decision[] } {
  if (cloud.parts.ClusterMonitoring === undefined && given === undefined) return unmonitored(cloud);
  const budget = monthlyBudget(costFigures(designOf({ ...clusterModel(scope), region: parts.network.region })));
  const monitoring = new (partsOf(cloud, scope.node.path, "ClusterMonitoring").ClusterMonitoring)(scope, "monitoring", {
    ...parts,
    monthlyBudgetUsd: budget.usd,
    ...given,
  });
  return { monitoring, decisions: given?.monthlyBudgetUsd === undefined ? [budget.decision] : [] };
}

/** What a cloud has no monitoring for is said, not refused: the cluster runs without. */
function unmonitored<C extends Cloud>({ title }: C) {
  const why = `warpform has no monitoring of ${title} yet; watch nodes and spending by its own tools`;
  return { monitoring: undefined as Part<C, "ClusterMonitoring">, decisions: [{ choice: "no monitoring", why }] };
}
