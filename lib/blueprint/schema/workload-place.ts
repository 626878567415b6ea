import { workloadNamespace } from "../../kubernetes/queues/namespaces";
import { scalesWithLoad } from "../../kubernetes/ray/scales-with-load";
import type { Place } from "./key";
import { part, parts } from "./place";

/** Namespace of the team whose queue a workload is in. */
export function namespaceOf({ root, owner }: Place): string {
  const teams = parts(part(root, "kubeRay", "queues"), "teams") as unknown as { name: string; namespace?: string }[];
  return workloadNamespace(teams, { queue: owner.queue as string | undefined });
}

/** Whether the workers of a Ray cluster come and go with the load. */
export function scalesAt({ root, owner }: Place): boolean {
  return scalesWithLoad(
    owner as Parameters<typeof scalesWithLoad>[0],
    part(root, "kubeRay", "queues").scheduler as "kueue" | "kai" | undefined,
  );
}
