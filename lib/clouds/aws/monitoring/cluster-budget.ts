import { BudgetsBudget } from "@cdktf/provider-aws/lib/budgets-budget";
import { CeCostAllocationTag } from "@cdktf/provider-aws/lib/ce-cost-allocation-tag";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";

/** Tag that every resource of a cluster carries. */
const CLUSTER_TAG = "warpform:cluster";

export interface ClusterBudgetProps {
  readonly network: IClusterNetwork;
  readonly monthlyBudgetUsd: number | undefined;
  readonly activateCostTag: boolean;
  /** Name of the budget, one of its kind in the account. */
  readonly name: string;
  readonly topicArns: readonly string[];
  /** Addresses that AWS Budgets writes to by itself. */
  readonly emails: readonly string[];
}

/** What the cluster may cost per month, told by its tag, and a note when it is spent or forecast to be. */
export class ClusterBudget extends Construct {
  public readonly budget?: BudgetsBudget;

  constructor(scope: Construct, id: string, props: ClusterBudgetProps) {
    super(scope, id);
    const { network } = props;
    if (props.activateCostTag) new CeCostAllocationTag(this, "cost-tag", { tagKey: CLUSTER_TAG, status: "Active" });
    if (props.monthlyBudgetUsd === undefined) return;
    const notify = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notificationType,
      threshold,
      thresholdType: "PERCENTAGE",
      comparisonOperator: "GREATER_THAN",
      ...(props.topicArns.length > 0 ? { subscriberSnsTopicArns: [...props.topicArns] } : {}),
      ...(props.emails.length > 0 ? { subscriberEmailAddresses: [...props.emails] } : {}),
    });
    this.budget = new BudgetsBudget(this, "Resource", {
      name: props.name,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      limitAmount: String(props.monthlyBudgetUsd),
      limitUnit: "USD",
      costFilter: [{ name: "TagKeyValue", values: [`user:${CLUSTER_TAG}$${network.clusterName}`] }],
      notification: [notify("ACTUAL", 80), notify("ACTUAL", 100), notify("FORECASTED", 100)],
      tags: network.tagsFor("budget"),
    });
  }
}
