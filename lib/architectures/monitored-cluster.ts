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
  const askedFor = cloud.monitoring === "asked-for";
  if ((cloud.parts.ClusterMonitoring === undefined || askedFor) && given === undefined) return unmonitored(cloud);
  if (askedFor) {
    const { network, pools } = parts;
    const made = partsOf(cloud, scope.node.path, "ClusterMonitoring").ClusterMonitoring;
    return { monitoring: new made(scope, "monitoring", { network, pools, ...given }), decisions: [] };
  }
  const budget = monthlyBudget(costFigures(designOf({ ...clusterModel(scope), region: parts.network.region })));
  const monitoring = new (partsOf(cloud, scope.node.path, "ClusterMonitoring").ClusterMonitoring)(scope, "monitoring", {
    ...parts,
    monthlyBudgetUsd: budget.usd,
    ...given,
  });
  return { monitoring, decisions: given?.monthlyBudgetUsd === undefined ? [budget.decision] : [] };
}

/** A cluster without monitoring is said, not refused. */
function unmonitored<C extends Cloud>({ title, monitoring }: C) {
  const why =
    monitoring === undefined
      ? `warpform has no monitoring of ${title} yet; watch nodes and spending by its own tools`
      : `on ${title} it is made where props of monitoring are given, such as emails: a budget needs a date there`;
  return { monitoring: undefined as Part<C, "ClusterMonitoring">, decisions: [{ choice: "no monitoring", why }] };
}
