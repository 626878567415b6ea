import { mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { ELASTIC_ANNOTATION } from "../chart/names";
import type { GpuPodUse } from "../nodes/node-labels";
import { type KubernetesPool, sharedMemoryPath } from "../nodes/pool";
import { withOwnPods } from "../pods/own-pods";
import { queueLabels, type WorkloadPriority } from "../queues/priorities";
import { RESTRICTED_CONTAINER } from "../security/pod-security";
import { type HeadResources, headTemplate, type RayPodProps, workerTemplate } from "./ray-pod";
import { workerResources } from "./worker-resources";

/** Workers of one pool. */
export interface RayWorkerGroup {
  /** Name of the group; letters, digits, dashes. */
  readonly name: string;
  readonly of: KubernetesPool;
  /** GPUs (MIG devices, shares) a worker pod takes; a node's whole for multi-node training. */
  readonly gpusPerPod: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** Where the head's state survives the head. Redis or Valkey with TLS, not in cluster mode; the password comes from a Secret. */
export interface GcsFaultTolerance {
  /** `rediss://host:6379`. */
  readonly redisAddress: string;
  readonly passwordSecret: { readonly name: string; readonly key: string };
  /** Prefix of the keys; two clusters must never share one. Null for the operator's own, the cluster's UID. */
  readonly externalStorageNamespace: string | null;
}

export interface RayClusterProps extends RayPodProps {
  readonly rayVersion: string;
  readonly head?: HeadResources;
  readonly workerGroups: readonly RayWorkerGroup[];
  /** Autoscaler v2 adds and removes workers between the groups' bounds. Off where Kueue admits the cluster as a whole. */
  readonly autoscaling: boolean;
  /** Minutes a worker idles before it is removed. */
  readonly idleMinutes: number;
  readonly gcsFaultTolerance: GcsFaultTolerance | null;
  /** TLS between Ray's processes; the operator makes the certificates with cert-manager. */
  readonly tls: boolean;
  /** Workers of a group are admitted together and kept near each other. */
  readonly gang: boolean;
  /** Training: running workers are never moved. Serving: one at a time may be. */
  readonly use: GpuPodUse;
  /** Whether a drain may end the head, whose state is elsewhere. @default false */
  readonly evictableHead?: boolean;
}

/** Bundle of public certificate authorities in Ray's images (Debian's path); hiredis reads no system store by itself. */
const CA_BUNDLE = "/etc/ssl/certs/ca-certificates.crt";

/** Labels of the nodes that a cluster's head is on. */
export const systemNodesOf = ({ workerGroups }: Pick<RayClusterProps, "workerGroups">) =>
  workerGroups[0]?.of.platform.systemNodes ?? {};

/** `spec` of a RayCluster; RayJob and RayService embed the same. @see ray-project/kuberay v1.7.0 ray.io_rayclusters.yaml */
export function rayClusterSpec(props: RayClusterProps) {
  const redis = props.gcsFaultTolerance;
  const head: RayPodProps = redis
    ? { ...props, env: mergedEnvironment([{ name: "RAY_REDIS_CA_CERT", value: CA_BUNDLE }], props.env) }
    : props;
  return {
    rayVersion: props.rayVersion,
    // every request to the head's API needs the cluster's token, which the operator generates
    authOptions: { mode: "token" },
    ...(props.tls ? { tlsOptions: { enabled: true } } : {}),
    ...(props.autoscaling
      ? {
          enableInTreeAutoscaling: true,
          autoscalerOptions: {
            version: "v2",
            upscalingMode: "Default",
            idleTimeoutSeconds: props.idleMinutes * 60,
            resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { cpu: "500m", memory: "512Mi" } },
            // the operator gives its sidecar none, and a `restricted` namespace would refuse the whole head
            securityContext: RESTRICTED_CONTAINER,
          },
        }
      : {}),
    ...(redis
      ? {
          gcsFaultToleranceOptions: {
            redisAddress: redis.redisAddress,
            redisPassword: { valueFrom: { secretKeyRef: redis.passwordSecret } },
            ...(redis.externalStorageNamespace ? { externalStorageNamespace: redis.externalStorageNamespace } : {}),
          },
        }
      : {}),
    headGroupSpec: {
      // no tasks on the head: one that fills its memory takes the whole cluster down
      rayStartParams: { "num-cpus": "0", "dashboard-host": "0.0.0.0" },
      template: headTemplate(head, props.evictableHead ? "head" : props.use, systemNodesOf(props), props.head),
    },
    workerGroupSpecs: props.workerGroups.map((group) => workerGroupSpec(props, group)),
  };
}

function workerGroupSpec(props: RayClusterProps, group: RayWorkerGroup) {
  const worker = workerResources(group.of, group.gpusPerPod, props.env, props.pods);
  return {
    groupName: group.name,
    replicas: group.minReplicas,
    minReplicas: group.minReplicas,
    maxReplicas: group.maxReplicas,
    // Ray counts `nvidia.com/gpu` by itself, but not MIG devices and shares
    rayStartParams: {
      "num-gpus": String(worker.gpus),
      ...(sharedMemoryPath(group.of) === "/dev/shm" ? {} : { "plasma-directory": sharedMemoryPath(group.of) }),
    },
    template: workerTemplate(props, group.of, worker, { gang: props.gang, use: props.use }),
  };
}

/**
 * Seconds after which the operator gives up on emptying Redis, so that a deleted cluster goes. Kueue suspends the job that would empty
 * it, since a cluster that is being deleted has no admitted workload any more; the operator's default is 300.
 * @see kubernetes-sigs/kueue@v0.19.2 pkg/controller/jobframework/reconciler.go (`shouldSuspendChildJob`)
 * @see ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/raycluster_controller.go (`getGCSFTDeletionTimeout`)
 */
const QUEUED_CLEANUP = { "ray.io/gcs-ft-deletion-timeout": "60" };

/** A queued cluster that scales asks Kueue for each worker that it adds, where it is otherwise admitted at a fixed size. */
const ELASTIC = { [ELASTIC_ANNOTATION]: "true" };

/** A long-lived Ray cluster. */
export function rayCluster(
  name: string,
  namespace: string,
  queue: string | null,
  props: RayClusterProps,
  priority: WorkloadPriority | null = null,
): KubernetesObject {
  const annotations = {
    ...(queue !== null && props.gcsFaultTolerance ? QUEUED_CLEANUP : {}),
    ...(queue !== null && props.autoscaling ? ELASTIC : {}),
  };
  const object = {
    apiVersion: "ray.io/v1",
    kind: "RayCluster",
    metadata: {
      name,
      namespace,
      ...queueLabels(queue, priority),
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    // another image or environment starts the cluster anew: by default the head would keep the old one beside newer workers
    spec: { upgradeStrategy: { type: "Recreate" }, ...rayClusterSpec({ ...props, domain: name }) },
  };
  return withOwnPods(object, props.pods);
}
