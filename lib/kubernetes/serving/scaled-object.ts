import type { KubernetesObject } from "../chart/manifest";
import { PROMETHEUS_URL } from "./serving-latency";

/** One reason to have more replicas. */
export interface ScalingTrigger {
  readonly name: string;
  /** PromQL of one value. */
  readonly query: string;
  readonly threshold: number;
  /**
   * `AverageValue`: the value is divided by the replicas (requests); servers always tell it, so none is a failure to hear them.
   * `Value`: it is compared as it is (seconds); none means that nobody asked.
   */
  readonly metricType: "AverageValue" | "Value";
}

export interface ScaledObjectProps {
  readonly name: string;
  readonly namespace: string;
  readonly target: { readonly apiVersion: string; readonly kind: string; readonly name: string };
  readonly replicas: { readonly min: number; readonly max: number };
  readonly triggers: readonly ScalingTrigger[];
}

/** Whether the number of replicas follows the load. */
export function isScaled({ replicas }: Pick<ScaledObjectProps, "replicas">): boolean {
  return replicas.max > replicas.min;
}

/**
 * Scales anything with a `scale` subresource by what Prometheus knows; the trigger that wants most replicas wins. Where
 * Prometheus is silent, or does not hear the servers, the replicas stay as they are: without `ignoreNullValues: "false"` KEDA takes
 * an empty answer for 0 (kedacore/keda@v2.20.2 pkg/scalers/prometheus_scaler.go) and takes away servers that work.
 * @see https://keda.sh/docs/latest/scalers/prometheus/
 * @see kedacore/keda@v2.20.2 config/crd/bases/keda.sh_scaledobjects.yaml
 */
export function scaledObject({ name, namespace, target, replicas, triggers }: ScaledObjectProps): KubernetesObject {
  return {
    apiVersion: "keda.sh/v1alpha1",
    kind: "ScaledObject",
    metadata: { name, namespace },
    spec: {
      scaleTargetRef: target,
      pollingInterval: 15,
      minReplicaCount: replicas.min,
      maxReplicaCount: replicas.max,
      fallback: { failureThreshold: 4, replicas: replicas.min, behavior: "currentReplicasIfHigher" },
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: {
            scaleUp: { stabilizationWindowSeconds: 30, policies: [{ type: "Percent", value: 100, periodSeconds: 60 }] },
            // a replica costs minutes to start: it is kept through a lull, and they go one by one
            scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: "Pods", value: 1, periodSeconds: 120 }] },
          },
        },
      },
      triggers: triggers.map(({ name: trigger, query, threshold, metricType }) => ({
        type: "prometheus",
        name: trigger,
        metricType,
        metadata: {
          serverAddress: PROMETHEUS_URL,
          query,
          threshold: String(threshold),
          ignoreNullValues: String(metricType === "Value"),
        },
      })),
    },
  };
}
