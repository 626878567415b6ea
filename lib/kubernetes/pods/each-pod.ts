import type { KubernetesObject } from "../chart/manifest";

type Json = Readonly<Record<string, unknown>>;

/** What pods are made of: a pod, or what an operator makes some from. */
export interface PodTemplate {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Json;
}

const isMap = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a pod, or what pods are made of: whatever an operator calls the field that holds it. */
const isPod = (value: Json): boolean => isMap(value.spec) && Array.isArray(value.spec.containers);

/** An object with a change of all pods that it has or makes. */
export function eachPod(object: KubernetesObject, change: (pod: PodTemplate) => PodTemplate): KubernetesObject {
  return within(object, change) as KubernetesObject;
}

function within(value: unknown, change: (pod: PodTemplate) => PodTemplate): unknown {
  if (Array.isArray(value)) return value.map((of) => within(of, change));
  if (!isMap(value)) return value;
  const changed = Object.fromEntries(Object.entries(value).map(([key, of]) => [key, within(of, change)]));
  return isPod(changed) ? change(changed as unknown as PodTemplate) : changed;
}
