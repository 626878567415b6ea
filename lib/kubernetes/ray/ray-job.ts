import { type KubernetesObject, manifestYaml } from "../chart/manifest";
import { withOwnPods } from "../pods/own-pods";
import { queueLabels, type WorkloadPriority } from "../queues/priorities";
import { RESTRICTED_CONTAINER, RESTRICTED_POD } from "../security/pod-security";
import { type RayClusterProps, rayClusterSpec, systemNodesOf } from "./ray-cluster";

export interface RayJobProps {
  readonly name: string;
  readonly namespace: string;
  /** Command that runs on the head: `python /programs/lora.py --epochs 1`. */
  readonly entrypoint: string;
  /** LocalQueue that admits the job; null to start at once. */
  readonly queue: string | null;
  /** Within that queue; null for the usual. */
  readonly priority: WorkloadPriority | null;
  /** Times the whole job is started again, each with a new cluster. Spot pools need some: the head may survive, workers don't. */
  readonly retries: number;
  /** Minutes a finished job's cluster is kept for its logs. */
  readonly keepMinutes: number;
  /** Maximum run time of the job, minutes; null for no limit. */
  readonly deadlineMinutes: number | null;
  /** Python packages that the job adds to its image, pinned. @default - none */
  readonly pipPackages?: readonly string[];
  readonly cluster: RayClusterProps;
}

const SUBMITTER_RESOURCES = { cpu: "500m", memory: "512Mi" };

/** A job with a cluster of its own that ends with it, so that its GPUs are given back. */
export function rayJob(props: RayJobProps): KubernetesObject {
  const object = {
    apiVersion: "ray.io/v1",
    kind: "RayJob",
    metadata: {
      name: props.name,
      namespace: props.namespace,
      ...queueLabels(props.queue, props.priority),
    },
    spec: {
      entrypoint: props.entrypoint,
      ...(props.pipPackages?.length ? { runtimeEnvYAML: manifestYaml({ pip: props.pipPackages }) } : {}),
      backoffLimit: props.retries,
      submissionMode: "K8sJobMode",
      shutdownAfterJobFinishes: true,
      ttlSecondsAfterFinished: props.keepMinutes * 60,
      ...(props.deadlineMinutes ? { activeDeadlineSeconds: props.deadlineMinutes * 60 } : {}),
      submitterPodTemplate: {
        spec: {
          restartPolicy: "Never",
          serviceAccountName: props.cluster.serviceAccount,
          securityContext: RESTRICTED_POD,
          nodeSelector: systemNodesOf(props.cluster),
          containers: [
            {
              name: "ray-job-submitter",
              image: props.cluster.image,
              resources: { requests: SUBMITTER_RESOURCES, limits: SUBMITTER_RESOURCES },
              securityContext: RESTRICTED_CONTAINER,
            },
          ],
        },
      },
      rayClusterSpec: rayClusterSpec(props.cluster),
    },
  };
  return withOwnPods(object, props.cluster.pods);
}
