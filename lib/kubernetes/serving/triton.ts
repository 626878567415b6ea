import type { EnvironmentVariable } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { USE_LABEL } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { podMonitor } from "../monitoring/monitoring";
import type { KubernetesPool } from "../nodes/pool";
import { withOwnPods } from "../pods/own-pods";
import type { PodOptions } from "../pods/pod-options";
import { resourceList, withoutFabric, workerResources } from "../ray/worker-resources";
import { RESTRICTED_CONTAINER, RESTRICTED_POD } from "../security/pod-security";
import { initContainers, type PodVolume, podVolume, volumeMount } from "../storage/pod-volume";
import { revisionAnnotation, type StoredFiles, servedPath } from "../storage/stored-files";
import { weightsVolumes } from "../storage/weights-cache";
import { type ModelServiceProps, modelService } from "./model-service";
import { isScaled, type ScalingTrigger, scaledObject } from "./scaled-object";

/** Models of any framework behind Triton Inference Server: a repository of models, the same on each replica. */
export interface TritonProps extends ModelServiceProps {
  /** Repository of models in Triton's layout: an address of the object store (fetched to each node's disk first), or a path on a mount. */
  readonly files: StoredFiles;
  readonly of: KubernetesPool;
  /** GPUs (MIG devices, shares) of one replica, all on one node. */
  readonly gpusPerReplica: number;
  readonly replicas: { readonly min: number; readonly max: number };
  /** Requests that wait in each replica before another replica is started. */
  readonly targetPendingRequests: number;
  /** Milliseconds that a request waits on average before another replica is started; null for pending requests alone. */
  readonly targetQueueMilliseconds: number | null;
  readonly image: string;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  /** What its pods have in addition. @default - what follows from the other props */
  readonly pods?: PodOptions | null;
}

const HTTP = 8000;
const PROBE_SECONDS = 10;
const GRPC = 8001;
/** Port of Triton's metrics. */
export const TRITON_METRICS = 8002;

/** Seconds that a server may take to load its models and build its engines. */
export const TRITON_START_SECONDS = 1800;

/** Ports of Triton's clients: HTTP and gRPC of the KServe protocol. */
export const TRITON_PORTS = [HTTP, GRPC] as const;

/** A Deployment of Triton with its Service, scrape and scaling. */
export function triton(props: TritonProps): KubernetesObject[] {
  const labels = { app: props.name, [USE_LABEL]: "serving" };
  const objects: KubernetesObject[] = [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: props.name, namespace: props.namespace, labels },
      spec: {
        // what the load asks for is the autoscaler's to say: a number here would undo it at each release
        ...(isScaled(props) ? {} : { replicas: props.replicas.min }),
        selector: { matchLabels: { app: props.name } },
        // a new version answers before an old one goes
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: { metadata: podMetadata(props, labels), spec: podSpec(props) },
      },
    },
    ...modelService(
      props,
      {
        service: props.name,
        selector: { app: props.name },
        ports: [
          { name: "http", port: HTTP },
          { name: "grpc", port: GRPC },
        ],
        healthPath: "/v2/health/ready",
      },
      props.of.platform.balancers,
    ),
    ...(isScaled(props) ? [scaling(props)] : []),
  ];
  return objects.map((object) => withOwnPods(object, props.pods));
}

/** Scrapes Triton's metrics. */
export function tritonMonitor({ name, namespace }: TritonProps): KubernetesObject {
  return podMonitor(name, namespace, { app: name }, "metrics");
}

function podMetadata({ files }: TritonProps, labels: Readonly<Record<string, string>>) {
  const annotations = revisionAnnotation(files);
  return { labels, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) };
}

function podSpec(props: TritonProps) {
  const worker = workerResources(props.of, props.gpusPerReplica, props.env, props.pods);
  const resources = resourceList(withoutFabric(worker));
  const volumes = [...weightsVolumes(props.of, props.files), ...props.volumes];
  const probe = (path: string) => ({
    httpGet: { path, port: "http" },
    periodSeconds: PROBE_SECONDS,
    timeoutSeconds: 5,
  });
  return {
    serviceAccountName: props.serviceAccount,
    securityContext: RESTRICTED_POD,
    terminationGracePeriodSeconds: 120,
    nodeSelector: props.of.selector,
    tolerations: props.of.tolerations,
    ...initContainers({ image: props.image, volumes }, props.files),
    containers: [
      {
        name: "triton",
        image: props.image,
        // what is in progress is finished before the server ends, within the pod's grace period
        command: ["tritonserver", `--model-repository=${servedPath(props.files)}`, "--exit-timeout-secs=100"],
        ...(props.env.length > 0 ? { env: props.env } : {}),
        ports: [
          { name: "http", containerPort: HTTP },
          { name: "grpc", containerPort: GRPC },
          { name: "metrics", containerPort: TRITON_METRICS },
        ],
        resources: { requests: resources, limits: resources },
        // loading models and building engines takes minutes: neither a reason to restart nor to send requests
        startupProbe: { ...probe("/v2/health/ready"), failureThreshold: TRITON_START_SECONDS / PROBE_SECONDS },
        readinessProbe: probe("/v2/health/ready"),
        livenessProbe: probe("/v2/health/live"),
        securityContext: RESTRICTED_CONTAINER,
        volumeMounts: [{ name: "shm", mountPath: "/dev/shm" }, ...volumes.map(volumeMount)],
      },
    ],
    volumes: [
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(worker.sharedMemoryBytes) } },
      ...volumes.map(podVolume),
    ],
  };
}

/**
 * Replicas by the requests that wait and by how long they do.
 * @see https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/metrics.html
 */
function scaling(props: TritonProps): KubernetesObject {
  const { name, namespace, targetQueueMilliseconds: target } = props;
  const labels = `{job="${namespace}/${name}"}`;
  const rate = (metric: string) => `sum(rate(${metric}${labels}[2m]))`;
  const latency: ScalingTrigger[] =
    target === null
      ? []
      : [
          {
            name: "queue-milliseconds",
            query: `${rate("nv_inference_queue_duration_us")} / ${rate("nv_inference_request_success")} / 1000`,
            threshold: target,
            metricType: "Value",
          },
        ];
  return scaledObject({
    name,
    namespace,
    target: { apiVersion: "apps/v1", kind: "Deployment", name },
    replicas: props.replicas,
    triggers: [
      {
        name: "pending",
        query: `sum(nv_inference_pending_request_count${labels})`,
        threshold: props.targetPendingRequests,
        metricType: "AverageValue",
      },
      ...latency,
    ],
  });
}
