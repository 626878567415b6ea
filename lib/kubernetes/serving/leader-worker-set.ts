import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { USE_LABEL } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { domainParts } from "../gpus/compute-domain";
import { podMonitor } from "../monitoring/monitoring";
import { fabricParts } from "../platform/fabric-pod";
import { withOwnPods } from "../pods/own-pods";
import { queueLabels } from "../queues/priorities";
import { topologyAnnotations } from "../ray/ray-pod";
import { resourceList, type WorkerResources, withoutFabric, workerResources } from "../ray/worker-resources";
import { initContainers, type PodVolume, podVolume, volumeMount } from "../storage/pod-volume";
import { revisionAnnotation, servedPath } from "../storage/stored-files";
import { weightsVolumes } from "../storage/weights-cache";
import { groupEngine } from "./group-engines";
import { furtherArguments, type LlmServingProps } from "./llm-serving";
import { modelService } from "./model-service";
import { gpusPerReplica, servingGpusPerPod } from "./replica-size";
import { endpointPicker, routerSelector } from "./router/endpoint-picker";
import { isScaled, type ScalingTrigger, scaledObject } from "./scaled-object";
import { VLLM_HOME, VLLM_POD } from "./vllm-pod";

const API = "leaderworkerset.x-k8s.io/v1";

/** Seconds that a group may take to load its weights and compile. */
const START_SECONDS = 3600;
const HEALTH = "/health";
const PROBE = { httpGet: { path: HEALTH, port: 8000 }, periodSeconds: 10, timeoutSeconds: 5 } as const;

/**
 * A model that takes several nodes, without KubeRay: groups of one leader and its workers that start, move and fail
 * together. Each group is one replica; their number follows the requests in progress and, where a target is given, the time
 * to the first token.
 */
export function leaderWorkerSet(props: LlmServingProps): KubernetesObject[] {
  const leaders = { app: props.name, role: "leader" };
  const routed = props.routing === "prefix-aware";
  const objects: KubernetesObject[] = [
    {
      apiVersion: API,
      kind: "LeaderWorkerSet",
      metadata: {
        name: props.name,
        namespace: props.namespace,
        ...queueLabels(props.queue, "production"),
      },
      spec: groups(props),
    },
    ...modelService(
      props,
      {
        // the controller makes a headless Service of the set's own name
        service: `${props.name}-serve`,
        selector: routed ? routerSelector(props.name) : leaders,
        ports: [{ name: "serve", port: 8000 }],
        healthPath: HEALTH,
      },
      props.of.platform.balancers,
    ),
    ...(routed
      ? endpointPicker({
          ...props,
          selector: leaders,
          healthPath: HEALTH,
          systemNodes: props.of.platform.systemNodes,
        })
      : []),
    ...(isScaled(props) ? scaling(props) : []),
  ];
  return objects.map((object) => withOwnPods(object, props.pods));
}

function groups(props: LlmServingProps): unknown {
  const gpus = props.of.type.acceleratorCount;
  const size = Math.ceil(gpusPerReplica(props) / gpus);
  const whole = workerResources(props.of, servingGpusPerPod(props), props.env, props.pods);
  // a replica within a node needs no fabric, and others of its node have their own GPUs
  const worker = size > 1 ? whole : withoutFabric(whole);
  const volumes = [...weightsVolumes(props.of, props.files), ...props.volumes];
  const commands = groupEngine(props.engine).commands({
    ...props,
    path: servedPath(props.files),
    arguments: furtherArguments(props),
    keyed: props.apiKey !== null,
    size,
  });
  const leader = {
    ...container(props, worker, volumes, commands.leader),
    ports: [{ name: "serve", containerPort: 8000 }],
    // loading hundreds of gigabytes of weights and compiling takes minutes: neither ready nor to be restarted meanwhile
    startupProbe: { ...PROBE, failureThreshold: START_SECONDS / PROBE.periodSeconds },
    readinessProbe: PROBE,
    // an engine that died keeps its HTTP server, which then answers 500: the group starts again
    livenessProbe: { ...PROBE, failureThreshold: 6 },
  };
  const follower = container(props, worker, volumes, commands.worker);
  return {
    // what the load asks for is the autoscaler's to say: a number here would undo it at each release
    ...(isScaled(props) ? {} : { replicas: props.replicas.min }),
    startupPolicy: "LeaderCreated",
    rolloutStrategy: { type: "RollingUpdate", rollingUpdateConfiguration: { maxUnavailable: 1, maxSurge: 0 } },
    leaderWorkerTemplate: {
      size,
      // one lost pod makes the whole group useless: it starts again together
      restartPolicy: "RecreateGroupOnPodRestart",
      leaderTemplate: template(props, worker, volumes, "leader", leader),
      workerTemplate: template(props, worker, volumes, "worker", follower),
    },
  };
}

/** The key that clients must send. */
function apiKeyEnvironment({ apiKey, engine }: LlmServingProps): EnvironmentVariable[] {
  if (apiKey === null) return [];
  const { keyVariable } = groupEngine(engine);
  return [{ name: keyVariable, valueFrom: { secretKeyRef: { name: apiKey.secret, key: apiKey.key } } }];
}

/** Groups over nodes use NVLink between them, where the pool has it. */
function domainOf(props: LlmServingProps, worker: WorkerResources) {
  const several = gpusPerReplica(props) > props.of.type.acceleratorCount;
  return domainParts(props.of, several ? props.name : null, worker.gpus);
}

function container(props: LlmServingProps, worker: WorkerResources, volumes: readonly PodVolume[], command: string) {
  const resources = resourceList(worker);
  const fabric = fabricParts(props.of.fabric, worker.fabricDevices);
  const engine = groupEngine(props.engine);
  return {
    name: engine.container,
    image: props.image,
    command: ["bash", "-c", command],
    env: mergedEnvironment(
      [{ name: "HF_HUB_OFFLINE", value: "1" }, ...engine.environment],
      fabric.environment,
      apiKeyEnvironment(props),
      props.env,
    ),
    resources: { requests: resources, limits: resources, ...domainOf(props, worker).resources },
    securityContext: fabric.security,
    volumeMounts: [
      { name: "shm", mountPath: "/dev/shm" },
      { name: "home", mountPath: VLLM_HOME },
      ...fabric.mounts,
      ...volumes.map(volumeMount),
    ],
  };
}

function template(
  props: LlmServingProps,
  worker: WorkerResources,
  volumes: readonly PodVolume[],
  role: "leader" | "worker",
  main: unknown,
) {
  const fabric = fabricParts(props.of.fabric, worker.fabricDevices);
  const annotations = {
    ...revisionAnnotation(props.files),
    ...topologyAnnotations(props.of, true),
    ...fabric.annotations,
  };
  return {
    metadata: {
      labels: { app: props.name, role, [USE_LABEL]: "serving" },
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: {
      serviceAccountName: props.serviceAccount,
      ...fabric.spec,
      ...domainOf(props, worker).spec,
      securityContext: VLLM_POD,
      nodeSelector: props.of.selector,
      tolerations: props.of.tolerations,
      ...initContainers({ image: props.image, volumes }, props.files),
      containers: [main],
      volumes: [
        { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(worker.sharedMemoryBytes) } },
        { name: "home", emptyDir: {} },
        ...fabric.volumes,
        ...volumes.map(podVolume),
      ],
    },
  };
}

/** Scrapes the leaders, whose engine has the metrics, and scales by them. */
function scaling(props: LlmServingProps): KubernetesObject[] {
  const { name, namespace, targetTimeToFirstTokenSeconds: target } = props;
  const job = `${namespace}/${name}`;
  const engine = groupEngine(props.engine);
  const latency: ScalingTrigger[] =
    target === null
      ? []
      : [{ name: "first-token", query: engine.firstTokenSeconds(job), threshold: target, metricType: "Value" }];
  return [
    podMonitor(name, namespace, { app: name, role: "leader" }, "serve"),
    scaledObject({
      name,
      namespace,
      target: { apiVersion: API, kind: "LeaderWorkerSet", name },
      replicas: props.replicas,
      triggers: [
        {
          name: "requests",
          query: engine.requests(job),
          threshold: props.targetOngoingRequests,
          metricType: "AverageValue",
        },
        ...latency,
      ],
    }),
  ];
}
