import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { GPU_TAINT, POOL_LABEL, USE_LABEL } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { podMonitor } from "../monitoring/monitoring";
import { queueLabels } from "../queues/priorities";
import { EFA_ENVIRONMENT, topologyAnnotations } from "../ray/ray-pod";
import { resourceList, type WorkerResources, workerResources } from "../ray/worker-resources";
import { RESTRICTED_CONTAINER } from "../security/pod-security";
import { initContainers, type PodVolume, podVolume, volumeMount } from "../storage/pod-volume";
import { revisionAnnotation, servedPath } from "../storage/stored-files";
import { weightsVolumes } from "../storage/weights-cache";
import { engineOptions } from "./engine-arguments";
import { furtherArguments, gpusPerReplica, type LlmServingProps, servingGpusPerPod } from "./llm-serving";
import { modelService } from "./model-service";
import { isScaled, type ScalingTrigger, scaledObject } from "./scaled-object";
import { vllmFirstTokenSeconds, vllmRequests } from "./serving-latency";
import { VLLM_ENVIRONMENT, VLLM_HOME, VLLM_POD } from "./vllm-pod";

const API = "leaderworkerset.x-k8s.io/v1";

/** Seconds that a group may take to load its weights and compile. */
const START_SECONDS = 3600;
const PROBE = { httpGet: { path: "/health", port: 8000 }, periodSeconds: 10, timeoutSeconds: 5 } as const;

/** Starts a Ray cluster inside the group; the vllm-openai images have it in different folders. @see https://docs.vllm.ai/en/latest/deployment/frameworks/lws/ */
const MULTI_NODE_SCRIPT = "$(find /vllm-workspace/examples -name multi-node-serving.sh -print -quit)";

/**
 * What the pods of a group run. Images up to vLLM 0.17 have Ray, which joins the group; later ones have none, and join by themselves.
 * @see https://github.com/kubernetes-sigs/lws/issues/835
 * @see https://docs.vllm.ai/en/latest/serving/parallelism_scaling/ (`--nnodes`)
 */
function groupCommands(serve: string, size: number): { readonly leader: string; readonly worker: string } {
  if (size === 1) return { leader: `exec ${serve}`, worker: `exec ${serve}` };
  const joined = `--nnodes $LWS_GROUP_SIZE --node-rank $LWS_WORKER_INDEX --master-addr $LWS_LEADER_ADDRESS`;
  const either = (byRay: string, alone: string) =>
    `if command -v ray >/dev/null; then ${byRay}; else exec ${serve} ${joined}${alone}; fi`;
  return {
    leader: either(
      `bash ${MULTI_NODE_SCRIPT} leader --ray_cluster_size=$LWS_GROUP_SIZE; exec ${serve} --distributed-executor-backend ray`,
      "",
    ),
    worker: either(`bash ${MULTI_NODE_SCRIPT} worker --ray_address=$LWS_LEADER_ADDRESS`, " --headless"),
  };
}

/**
 * A model that takes several nodes, without KubeRay: groups of one leader and its workers that start, move and fail
 * together. Each group is one replica; their number follows the requests in progress and, where a target is given, the time
 * to the first token.
 */
export function leaderWorkerSet(props: LlmServingProps): KubernetesObject[] {
  return [
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
    ...modelService(props, {
      // the controller makes a headless Service of the set's own name
      service: `${props.name}-serve`,
      selector: { app: props.name, role: "leader" },
      ports: [{ name: "serve", port: 8000 }],
      healthPath: "/health",
    }),
    ...(isScaled(props) ? scaling(props) : []),
  ];
}

function groups(props: LlmServingProps): unknown {
  const gpus = props.of.type.acceleratorCount;
  const size = Math.ceil(gpusPerReplica(props) / gpus);
  const whole = workerResources(props.of, servingGpusPerPod(props));
  // a replica within a node needs no fabric, and others of its node have their own GPUs
  const worker = size > 1 ? whole : { ...whole, efa: 0, hugePagesBytes: 0 };
  const volumes = [...weightsVolumes(props.of, props.files), ...props.volumes];
  const serve = [
    `vllm serve ${servedPath(props.files)}`,
    `--served-model-name ${props.modelId}`,
    "--port 8000",
    `--tensor-parallel-size ${props.tensorParallel}`,
    `--pipeline-parallel-size ${props.pipelineParallel}`,
    `--max-model-len ${props.maxModelLength}`,
    ...engineOptions(furtherArguments(props)),
  ].join(" ");
  const commands = groupCommands(serve, size);
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

/** The key that clients must send; vLLM asks for it below `/v1` alone. @see https://docs.vllm.ai/en/latest/cli/serve/ (`--api-key`) */
function apiKeyEnvironment({ apiKey }: LlmServingProps): EnvironmentVariable[] {
  if (apiKey === null) return [];
  return [{ name: "VLLM_API_KEY", valueFrom: { secretKeyRef: { name: apiKey.secret, key: apiKey.key } } }];
}

function container(props: LlmServingProps, worker: WorkerResources, volumes: readonly PodVolume[], command: string) {
  const resources = resourceList(worker);
  return {
    name: "vllm",
    image: props.image,
    command: ["bash", "-c", command],
    env: mergedEnvironment(
      [{ name: "HF_HUB_OFFLINE", value: "1" }, ...VLLM_ENVIRONMENT],
      worker.efa > 0 ? EFA_ENVIRONMENT : [],
      apiKeyEnvironment(props),
      props.env,
    ),
    resources: { requests: resources, limits: resources },
    securityContext: RESTRICTED_CONTAINER,
    volumeMounts: [
      { name: "shm", mountPath: "/dev/shm" },
      { name: "home", mountPath: VLLM_HOME },
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
  const annotations = { ...revisionAnnotation(props.files), ...topologyAnnotations(props.of, true) };
  return {
    metadata: {
      labels: { app: props.name, role, [USE_LABEL]: "serving" },
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: {
      serviceAccountName: props.serviceAccount,
      securityContext: VLLM_POD,
      nodeSelector: { [POOL_LABEL]: props.of.pool.name },
      tolerations: [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }],
      ...initContainers({ image: props.image, volumes }, props.files),
      containers: [main],
      volumes: [
        { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(worker.sharedMemoryBytes) } },
        { name: "home", emptyDir: {} },
        ...volumes.map(podVolume),
      ],
    },
  };
}

/** Scrapes the leaders, whose vLLM has the metrics, and scales by them. */
function scaling(props: LlmServingProps): KubernetesObject[] {
  const { name, namespace, targetTimeToFirstTokenSeconds: target } = props;
  const job = `${namespace}/${name}`;
  const latency: ScalingTrigger[] =
    target === null
      ? []
      : [{ name: "first-token", query: vllmFirstTokenSeconds(job), threshold: target, metricType: "Value" }];
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
          query: vllmRequests(job),
          threshold: props.targetOngoingRequests,
          metricType: "AverageValue",
        },
        ...latency,
      ],
    }),
  ];
}
