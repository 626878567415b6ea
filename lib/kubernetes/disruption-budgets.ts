import type { KubernetesObject } from "./manifest";
import { USE_LABEL } from "./names";

/**
 * What a drain may do in a namespace: nothing to training (a job that loses one worker loses its step on all), one pod at a
 * time to serving.
 */
export function disruptionBudgets(
  namespace: string,
  uses: { readonly training: boolean; readonly serving: boolean },
): KubernetesObject[] {
  const budget = (use: "training" | "serving", maxUnavailable: number): KubernetesObject => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: use, namespace },
    spec: {
      maxUnavailable,
      selector: { matchLabels: { [USE_LABEL]: use } },
      // a pod that is broken anyway must not hold a node for ever
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  });
  return [...(uses.training ? [budget("training", 0)] : []), ...(uses.serving ? [budget("serving", 1)] : [])];
}
