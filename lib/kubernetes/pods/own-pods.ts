import type { KubernetesObject } from "../chart/manifest";
import type { Toleration } from "../nodes/taints";
import { eachPod, type PodTemplate } from "./each-pod";
import type { PodOptions, PodToleration } from "./pod-options";

/** An object with what the user adds on all pods that it has or makes. */
export function withOwnPods(object: KubernetesObject, own: PodOptions | null | undefined): KubernetesObject {
  return own ? eachPod(object, (pod) => ownPod(pod, own)) : object;
}

/** A pod with what the user adds: labels and annotations win by key, tolerations come behind those of its pool. */
function ownPod({ metadata, spec, ...rest }: PodTemplate, own: PodOptions): PodTemplate {
  const labels = { ...metadata?.labels, ...own.labels };
  const annotations = { ...metadata?.annotations, ...own.annotations };
  const written = {
    ...metadata,
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
  };
  const tolerations = merged(spec.tolerations as readonly Toleration[] | undefined, own.tolerations);
  return {
    ...rest,
    ...(Object.keys(written).length > 0 ? { metadata: written } : {}),
    spec: { ...spec, ...(tolerations.length > 0 ? { tolerations } : {}) },
  };
}

/** Those of a pool tolerate any value of a taint, for ever: one of the user's of the same key and effect says no more. */
function merged(pool: readonly Toleration[] = [], own: readonly PodToleration[] = []): readonly unknown[] {
  const covered = ({ key, effect }: PodToleration) =>
    pool.some((of) => of.key === key && (of.effect === undefined || of.effect === effect));
  return [...pool, ...own.filter((of) => !covered(of)).map(toleration)];
}

/** How it compares the value of a taint, in Kubernetes' word. */
export const operatorOf = ({ operator, value }: PodToleration): "Exists" | "Equal" =>
  operator ?? (value === undefined ? "Exists" : "Equal");

function toleration(of: PodToleration): unknown {
  const { key, value, effect, tolerationSeconds } = of;
  return {
    key,
    operator: operatorOf(of),
    ...(value === undefined ? {} : { value }),
    ...(effect === undefined ? {} : { effect }),
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  };
}
