import type { KubernetesObject } from "../chart/manifest";

type Json = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a pod, or what pods are made of: whatever an operator calls the field that holds it. */
const isPod = ({ spec }: Json): boolean => isMap(spec) && Array.isArray(spec.containers);

/** An object with labels on all pods that it has or makes. */
export function withPodLabels(object: KubernetesObject, labels: Readonly<Record<string, string>>): KubernetesObject {
  return labelled(object, labels) as KubernetesObject;
}

function labelled(value: unknown, labels: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((of) => labelled(of, labels));
  if (!isMap(value)) return value;
  const within = Object.fromEntries(Object.entries(value).map(([key, of]) => [key, labelled(of, labels)]));
  if (!isPod(value)) return within;
  const metadata = (within.metadata ?? {}) as { readonly labels?: Readonly<Record<string, string>> };
  return { ...within, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } };
}
