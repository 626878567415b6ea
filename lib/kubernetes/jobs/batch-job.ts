import type { EnvironmentVariable } from "../chart/environment";
import type { ImageMirror } from "../chart/image-mirror";
import type { KubernetesObject } from "../chart/manifest";
import { withOwnPods } from "../pods/own-pods";
import { queueLabels } from "../queues/priorities";
import { versionedName } from "../storage/storage";
import { jobPod } from "./job-pod";
import type { BatchJobProps } from "./job-props";
import { trainJob } from "./train-job";

/** What a JobSet's only set of pods is called; hostnames hold it. */
const NODES = "node";

/** Where the processes of a run meet. @see https://docs.pytorch.org/docs/stable/elastic/run.html */
const PORT = "29500";

const INDEX = "metadata.annotations['batch.kubernetes.io/job-completion-index']";

/**
 * What torchrun reads of its arguments (`PET_…`), and programs that start their processes themselves. Pod 0 is where the others meet, by
 * the name that JobSet gives it.
 * @see https://docs.pytorch.org/docs/stable/elastic/run.html (environment variables of the launcher)
 */
function rendezvous({ nodes, gpusPerPod }: BatchJobProps, name: string): EnvironmentVariable[] {
  const address = nodes > 1 ? `${name}-${NODES}-0-0.${name}` : "localhost";
  return [
    { name: "MASTER_ADDR", value: address },
    { name: "MASTER_PORT", value: PORT },
    { name: "PET_MASTER_ADDR", value: address },
    { name: "PET_MASTER_PORT", value: PORT },
    { name: "PET_NNODES", value: String(nodes) },
    { name: "PET_NPROC_PER_NODE", value: String(Math.max(1, gpusPerPod)) },
    nodes > 1
      ? { name: "PET_NODE_RANK", valueFrom: { fieldRef: { fieldPath: INDEX } } }
      : { name: "PET_NODE_RANK", value: "0" },
  ];
}

/** Whether JobSet runs a job: its own, or what Kubeflow Trainer makes of a TrainJob. */
export const isJobSet = ({ nodes, kind }: Pick<BatchJobProps, "nodes" | "kind">): boolean =>
  nodes > 1 || kind !== "job";

/**
 * A Job of one pod, or a JobSet whose pods start and end together: one that fails starts all again. Neither can be changed once it runs, so
 * its name has a hash of what it is: a change is another run, and ends the first.
 * @see https://jobset.sigs.k8s.io/docs/concepts/
 */
export function batchJob(
  props: BatchJobProps,
  mirror: ImageMirror = {},
  scheduler: "kueue" | "kai" = "kueue",
): KubernetesObject[] {
  // hashed with a stand-in for the run's name, and without the hashes that names of claims have
  const { volumes } = props;
  const name = versionedName(
    props.name,
    // a template quotes it with backticks where it holds references
    JSON.stringify([
      hashed({ ...props, volumes: [] }),
      volumes,
      mirror,
      ...addedToPods(props),
      // KAI's pods name their scheduler
      ...(scheduler === "kai" && props.queue !== null ? [scheduler] : []),
    ]).replaceAll("`", "'"),
  );
  const { labels } = queueLabels(props.queue, props.priority) as { labels?: Readonly<Record<string, string>> };
  const metadata = { name, namespace: props.namespace, ...(labels ? { labels } : {}) };
  return jobObjects(props, metadata).map((object) => withOwnPods(object, props.pods));
}

function jobObjects(props: BatchJobProps, metadata: KubernetesObject["metadata"]): KubernetesObject[] {
  if (props.kind !== "job") return trainJob(props, metadata);
  const spec = jobSpec(props, metadata.name);
  return isJobSet(props)
    ? [{ apiVersion: "jobset.x-k8s.io/v1alpha2", kind: "JobSet", metadata, spec }]
    : [{ apiVersion: "batch/v1", kind: "Job", metadata, spec }];
}

/** What is put on pods in addition; their resources are in the spec. */
function addedToPods({ pods }: BatchJobProps): readonly unknown[] {
  const added = [pods?.labels, pods?.annotations, pods?.tolerations];
  return added.some((of) => of !== undefined && Object.keys(of).length > 0) ? [added] : [];
}

/** What a run is, under a stand-in for its name. */
function hashed(props: BatchJobProps): unknown {
  const { name, namespace } = props;
  return props.kind === "job" ? jobSpec(props, name) : trainJob(props, { name, namespace });
}

function jobSpec(props: BatchJobProps, name: string): Readonly<Record<string, unknown>> {
  const { nodes, retries, deadlineMinutes, keepHours } = props;
  const deadline = deadlineMinutes === null ? {} : { activeDeadlineSeconds: deadlineMinutes * 60 };
  const ttlSecondsAfterFinished = keepHours * 3600;
  const template = jobPod(props, { container: "job", meeting: rendezvous(props, name) });
  if (!isJobSet(props)) return { ...deadline, backoffLimit: retries, ttlSecondsAfterFinished, template };
  const pods = { completionMode: "Indexed", parallelism: nodes, completions: nodes, backoffLimit: 0 };
  return {
    failurePolicy: { maxRestarts: retries },
    ttlSecondsAfterFinished,
    replicatedJobs: [{ name: NODES, replicas: 1, template: { spec: { ...pods, ...deadline, template } } }],
  };
}
