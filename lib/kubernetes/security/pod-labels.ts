import type { KubernetesObject } from "../chart/manifest";
import { eachPod } from "../pods/each-pod";

/** An object with labels on all pods that it has or makes. */
export function withPodLabels(object: KubernetesObject, labels: Readonly<Record<string, string>>): KubernetesObject {
  return eachPod(object, (pod) => ({
    ...pod,
    metadata: { ...pod.metadata, labels: { ...pod.metadata?.labels, ...labels } },
  }));
}
