import type { KubernetesObject } from "../chart/manifest";
import { USE_LABEL } from "../chart/names";

/** More pods than there will ever be: a budget that asks for so many lets none go. */
const ALL_PODS = 2_147_483_647;

/**
 * What a drain may do in a namespace: nothing to training (a job that loses one worker loses its step on all), and never
 * below the minimum to serving, less the one that is moving. Budgets count what must stay, not what may go: Kubernetes knows
 * how many pods there should be only for its own controllers, and Ray's pods have another.
 * @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors
 */
export function disruptionBudgets(
  namespace: string,
  uses: { readonly training: boolean; readonly servingPods: number },
): KubernetesObject[] {
  const budget = (use: "training" | "serving", minAvailable: number): KubernetesObject => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: use, namespace },
    spec: {
      minAvailable,
      selector: { matchLabels: { [USE_LABEL]: use } },
      // a pod that is broken anyway must not hold a node for ever
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  });
  return [
    ...(uses.training ? [budget("training", ALL_PODS)] : []),
    ...(uses.servingPods > 1 ? [budget("serving", uses.servingPods - 1)] : []),
  ];
}
