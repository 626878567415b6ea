import { gpusPerReplica, type LlmServingProps } from "./llm-serving";
import type { KubernetesObject } from "./manifest";
import { GPU_TAINT, NETWORK_LAYER_LABELS, POOL_LABEL, QUEUE_LABEL, USE_LABEL } from "./names";
import { RESTRICTED_CONTAINER, RESTRICTED_POD } from "./pod-security";
import { memoryQuantity } from "./quantity";
import { WEIGHTS_PATH, weightsClaim } from "./weights-cache";
import { resourceList, workerResources } from "./worker-resources";

/** Starts vLLM's own Ray cluster inside the group; part of the vllm-openai image. @see https://lws.sigs.k8s.io/docs/examples/vllm/ */
const MULTI_NODE_SCRIPT = "/vllm-workspace/examples/online_serving/multi-node-serving.sh";

/**
 * A model that takes several nodes, without KubeRay: groups of one leader and its workers that start, move and fail
 * together. Each group is one replica.
 */
export function leaderWorkerSet(props: LlmServingProps): KubernetesObject[] {
  const gpus = props.of.type.acceleratorCount;
  const size = Math.ceil(gpusPerReplica(props) / gpus);
  const worker = workerResources(props.of, gpus);
  const resources = resourceList(worker);
  const model = props.weights.startsWith("s3://") ? `${WEIGHTS_PATH}/${props.name}` : props.weights;
  const serve = [
    `vllm serve ${model}`,
    `--served-model-name ${props.modelId}`,
    "--port 8000",
    `--tensor-parallel-size ${props.tensorParallel}`,
    `--pipeline-parallel-size ${props.pipelineParallel}`,
    `--max-model-len ${props.maxModelLength}`,
  ].join(" ");
  const container = (command: string) => ({
    name: "vllm",
    image: props.image,
    command: ["bash", "-c", command],
    env: [{ name: "HF_HUB_OFFLINE", value: "1" }, ...props.env],
    resources: { requests: resources, limits: resources },
    securityContext: RESTRICTED_CONTAINER,
    volumeMounts: [
      { name: "shm", mountPath: "/dev/shm" },
      { name: "weights", mountPath: WEIGHTS_PATH, readOnly: true },
    ],
  });
  const template = (role: string, containers: unknown[]) => ({
    metadata: {
      labels: { app: props.name, role, [USE_LABEL]: "serving" },
      annotations: { "kueue.x-k8s.io/podset-preferred-topology": NETWORK_LAYER_LABELS[2] },
    },
    spec: {
      serviceAccountName: props.serviceAccount,
      securityContext: RESTRICTED_POD,
      nodeSelector: { [POOL_LABEL]: props.of.pool.name },
      tolerations: [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }],
      containers,
      volumes: [
        { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(worker.sharedMemoryBytes) } },
        { name: "weights", persistentVolumeClaim: { claimName: weightsClaim(props.of), readOnly: true } },
      ],
    },
  });
  const leader = {
    ...container(`bash ${MULTI_NODE_SCRIPT} leader --ray_cluster_size=$LWS_GROUP_SIZE; ${serve}`),
    ports: [{ name: "serve", containerPort: 8000 }],
    // loading hundreds of gigabytes of weights takes minutes: not ready until the server answers
    readinessProbe: { httpGet: { path: "/health", port: 8000 }, periodSeconds: 10 },
  };
  const follower = container(`bash ${MULTI_NODE_SCRIPT} worker --ray_address=$LWS_LEADER_ADDRESS`);
  return [
    {
      apiVersion: "leaderworkerset.x-k8s.io/v1",
      kind: "LeaderWorkerSet",
      metadata: {
        name: props.name,
        namespace: props.namespace,
        ...(props.queue ? { labels: { [QUEUE_LABEL]: props.queue } } : {}),
      },
      spec: {
        replicas: props.replicas.min,
        startupPolicy: "LeaderCreated",
        rolloutStrategy: { type: "RollingUpdate", rollingUpdateConfiguration: { maxUnavailable: 1, maxSurge: 0 } },
        leaderWorkerTemplate: {
          size,
          // one lost pod makes the whole group useless: it starts again together
          restartPolicy: "RecreateGroupOnPodRestart",
          leaderTemplate: template("leader", [leader]),
          workerTemplate: template("worker", [follower]),
        },
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: `${props.name}-serve`, namespace: props.namespace },
      spec: { selector: { app: props.name, role: "leader" }, ports: [{ name: "serve", port: 8000, targetPort: 8000 }] },
    },
  ];
}
