import { ConsumptionBudgetSubscription } from "@cdktf/provider-azurerm/lib/consumption-budget-subscription";
import type { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";

/** Percent of a budget, and of what, at which there is a mail. */
const NOTICES = [
  { threshold: 80, thresholdType: "Actual" },
  { threshold: 100, thresholdType: "Actual" },
  { threshold: 100, thresholdType: "Forecasted" },
] as const;

export interface ClusterBudgetProps {
  readonly network: IClusterNetwork;
  readonly amount: number;
  readonly startsOn: string;
  readonly emails: readonly string[];
}

/**
 * A monthly budget of what has the cluster's tag. It is one of the subscription: nodes of AKS are in a resource group of its own, which a budget of the
 * cluster's group would not count.
 */
export function clusterBudget(scope: Construct, { network, ...of }: ClusterBudgetProps): ConsumptionBudgetSubscription {
  return new ConsumptionBudgetSubscription(scope, "budget", {
    name: `${network.clusterName}-monthly`,
    subscriptionId: `/subscriptions/${clientConfig(scope).subscriptionId}`,
    amount: of.amount,
    timeGrain: "Monthly",
    timePeriod: { startDate: `${of.startsOn}T00:00:00Z` },
    filter: { tag: [{ name: "warpform:cluster", values: [network.clusterName] }] },
    notification: NOTICES.map((notice) => ({ ...notice, operator: "GreaterThan", contactEmails: [...of.emails] })),
  });
}
