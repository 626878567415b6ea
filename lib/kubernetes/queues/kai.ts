import type { KubernetesObject } from "../chart/manifest";
import { ANYWHERE_ANNOTATION, ELASTIC_ANNOTATION, NEAR_ANNOTATION, QUEUE_LABEL } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import { type KueueProps, type TeamQueue, topologyObject } from "./kueue";
import { PRIORITIES, PRIORITY_LABEL, type WorkloadPriority } from "./priorities";

/** Queue that KAI schedules an object's pods from. @see kai-scheduler/KAI-Scheduler@v0.16.8 examples/ray/README.md */
export const KAI_QUEUE_LABEL = "kai.scheduler/queue";

/** Name that pods ask the scheduler by. */
const KAI_SCHEDULER = "kai-scheduler";

/** No bound, in KAI's terms. */
const UNLIMITED = -1;

const UNBOUNDED = { quota: UNLIMITED, limit: UNLIMITED, overQuotaWeight: 1 };

/**
 * Priority classes of KAI's chart: `build` (100) is never preempted and so stays within its team's own GPUs, `train` (50) may be
 * borrowed for and taken back; one of ours is below both.
 * @see kai-scheduler/KAI-Scheduler@v0.16.8 docs/priority/README.md
 */
const KAI_PRIORITIES: Readonly<Record<WorkloadPriority, string>> = {
  production: "build",
  normal: "train",
  scavenger: "scavenger",
};

/** GPUs of a team over all pools: KAI counts GPUs, whichever pool they are of. */
const gpusOf = (team: TeamQueue): number => Object.values(team.gpus).reduce((sum, gpus) => sum + gpus, 0);

/**
 * Queues of the KAI scheduler: one above all, one for each team. A team has its own GPUs whenever it asks for them, back from
 * those who borrowed them; what is left is divided by weight. CPUs and memory are not divided: GPUs bind first.
 * @see kai-scheduler/KAI-Scheduler@v0.16.8 docs/queues/README.md
 */
export function kaiObjects(props: KueueProps): KubernetesObject[] {
  const queue = (name: string, spec: object): KubernetesObject => ({
    apiVersion: "scheduling.run.ai/v2",
    kind: "Queue",
    metadata: { name },
    spec,
  });
  const total = props.teams.reduce((sum, team) => sum + gpusOf(team), 0);
  return [
    ...topologyObject(props.pools, "kai.scheduler/v1alpha1"),
    {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: KAI_PRIORITIES.scavenger },
      value: 25,
      description: PRIORITIES.scavenger.description,
    },
    queue(props.cohort, {
      resources: { cpu: UNBOUNDED, memory: UNBOUNDED, gpu: { quota: total, limit: UNLIMITED, overQuotaWeight: 1 } },
    }),
    ...props.teams.map((team) =>
      queue(team.name, {
        parentQueue: props.cohort,
        resources: {
          cpu: UNBOUNDED,
          memory: UNBOUNDED,
          gpu: {
            quota: gpusOf(team),
            limit: team.borrowing ? UNLIMITED : gpusOf(team),
            overQuotaWeight: team.weight,
          },
        },
      }),
    ),
  ];
}

/**
 * A Ray object of a queue in KAI's words: the scheduler makes a pod group of it, as large as its head and the fewest workers of
 * each group, and starts all of that or nothing. Objects without a queue stay as they are, with Kubernetes' own scheduler.
 */
export function scheduledByKai(object: KubernetesObject, pools: readonly KubernetesPool[]): KubernetesObject {
  const { [QUEUE_LABEL]: queue, [PRIORITY_LABEL]: priority, ...labels } = object.metadata.labels ?? {};
  if (queue === undefined) return object;
  const priorityClassName = KAI_PRIORITIES[priority as WorkloadPriority] ?? KAI_PRIORITIES.normal;
  const { annotations = {}, ...named } = object.metadata;
  const { [ELASTIC_ANNOTATION]: _, ...others } = annotations;
  const metadata = {
    ...named,
    labels: { ...labels, [KAI_QUEUE_LABEL]: queue, priorityClassName },
    ...(Object.keys(others).length > 0 ? { annotations: others } : {}),
  };
  const topology = pools.find(({ placedByTopology }) => placedByTopology)?.platform.fabric.topology?.name;
  return { ...object, metadata, spec: inKaiTerms(object.spec, topology) };
}

type Json = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** A JobSet has templates of Jobs around those of pods. */
const isPodTemplate = (value: unknown): value is Json =>
  isMap(value) && isMap(value.spec) && Array.isArray(value.spec.containers);

/** The same value with each pod template in it asking for KAI. */
function inKaiTerms(value: unknown, topology: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((of) => inKaiTerms(of, topology));
  if (!isMap(value)) return value;
  const { template } = value;
  const rest = Object.fromEntries(Object.entries(value).map(([key, of]) => [key, inKaiTerms(of, topology)]));
  return isPodTemplate(template) ? { ...rest, template: podTemplate(template, topology) } : rest;
}

function podTemplate(template: Json, topology: string | undefined): Json {
  const { annotations = {}, ...metadata } = (template.metadata ?? {}) as { annotations?: Record<string, string> };
  const { [NEAR_ANNOTATION]: near, [ANYWHERE_ANNOTATION]: _, ...others } = annotations;
  const placed = near
    ? { ...others, "kai.scheduler/topology": topology, "kai.scheduler/topology-preferred-placement": near }
    : others;
  return {
    metadata: { ...metadata, ...(Object.keys(placed).length > 0 ? { annotations: placed } : {}) },
    spec: { schedulerName: KAI_SCHEDULER, ...(template.spec as Json) },
  };
}
