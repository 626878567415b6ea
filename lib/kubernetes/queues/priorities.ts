import { QUEUE_LABEL } from "../chart/names";

/** Priorities within a queue, highest first: what they are for, and their value in Kueue. */
export const PRIORITIES = {
  production: { value: 10000, description: "serving and deadlines: goes before everything else of the team" },
  normal: { value: 1000, description: "the usual" },
  scavenger: { value: 100, description: "runs on what is left and is the first to be put back" },
} as const;

export type WorkloadPriority = keyof typeof PRIORITIES;

/** Priority that Kueue reads of a workload. @see https://kueue.sigs.k8s.io/docs/concepts/workload_priority_class/ */
export const PRIORITY_LABEL = "kueue.x-k8s.io/priority-class";

/**
 * Labels of what is in a queue; none for what starts at once. Without a class Kueue would take a workload for one of priority 0,
 * below every class, so one is always named.
 */
export function queueLabels(queue: string | null, priority: WorkloadPriority | null) {
  if (queue === null) return {};
  return { labels: { [QUEUE_LABEL]: queue, [PRIORITY_LABEL]: priority ?? "normal" } };
}
