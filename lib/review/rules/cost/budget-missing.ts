import { part, prop, say } from "../../../remedies/sentence";
import { factsOf } from "../../clouds/list";
import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const budgetMissing: Rule = {
  id: "budget-missing",
  area: "cost",
  severity: "warning",
  clouds: ["aws", "azure"],
  title: "GPU cluster without a budget",
  why: "Sixteen eight-GPU nodes cost more than 20,000 USD per day On-Demand. Without a budget alert, the first notice is the invoice.",
  fix: "Set `monthlyBudgetUsd` on ClusterMonitoring or on KubeRayCluster.",
  verify:
    "`aws budgets describe-budgets --account-id ID` lists the budget with a notification; on Azure, `az consumption budget list`.",
  source: "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-managing-costs.html",
  check: (design) => {
    const { monitoring } = design.cluster;
    if (monitoring.length === 0 || design.gpuPools.length === 0) return DOES_NOT_APPLY;
    // where a Kubernetes cluster takes none, it is asked of other monitoring alone
    const onKubernetes = design.kubernetes.length > 0;
    const kubernetesBudget = factsOf(design)?.words.kubernetesBudget ?? false;
    if (onKubernetes && !kubernetesBudget && monitoring.length <= design.kubernetes.length) return DOES_NOT_APPLY;
    if (monitoring.some(({ monthlyBudgetUsd }) => monthlyBudgetUsd !== null)) return [];
    return [
      {
        path: `monitoring.${monitoring[0]!.name}.monthlyBudgetUsd`,
        value: null,
        allowed: say`an amount in USD, in one place: ${part("monitoring")}`,
        fix:
          onKubernetes && kubernetesBudget
            ? say`set ${prop("monthlyBudgetUsd")} of ${part("monitoring")} or of ${part("kubernetes")}`
            : say`set ${prop("monthlyBudgetUsd")} of ${part("monitoring")}`,
      },
    ];
  },
};
