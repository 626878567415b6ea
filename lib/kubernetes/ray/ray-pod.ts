import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import { ANYWHERE_ANNOTATION, NEAR_ANNOTATION, USE_LABEL } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { domainParts } from "../gpus/compute-domain";
import type { GpuPodUse } from "../nodes/node-labels";
import { type KubernetesPool, sharedMemoryPath } from "../nodes/pool";
import { type FabricParts, fabricParts } from "../platform/fabric-pod";
import type { PodOptions } from "../pods/pod-options";
import { RESTRICTED_CONTAINER, RESTRICTED_POD } from "../security/pod-security";
import { initContainers, type PodVolume, podVolume, volumeMount } from "../storage/pod-volume";
import { revisionAnnotation, type StoredFiles } from "../storage/stored-files";
import { resourceList, type WorkerResources } from "./worker-resources";

export interface RayPodProps {
  readonly image: string;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  /** Further labels of worker pods. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further labels of the head's pod. @default - none */
  readonly headLabels?: Readonly<Record<string, string>>;
  /** Workload whose workers use NVLink over nodes, where the pool has it. @default - none */
  readonly domain?: string;
  /** Files that must be on the node before a worker starts, and stay there while it runs. @default - none */
  readonly files?: StoredFiles;
  /** Program that writes Ray's own log files to the pod's output, where they are kept. @default - they go with the pod */
  readonly logReader?: LogReader | null;
  /** What its pods have in addition. @default - what follows from the other props */
  readonly pods?: PodOptions | null;
}

/** Fluent Bit, by its image and the path of its program there. */
export interface LogReader {
  readonly image: string;
  readonly program: string;
}

/** Ray's log files: of raylet, GCS, agents, workers, drivers of submitted jobs, and Serve's. @see https://docs.ray.io/en/latest/ray-observability/user-guides/configure-logging.html */
const LOG_FILES = ["*.log", "*.out", "*.err", "serve/*.log"].map((of) => `/tmp/ray/session_latest/logs/${of}`);

/**
 * Writes what is in Ray's log files to its own output, a JSON line with the file's name each, before Ray starts and until it has ended. What
 * it takes is within the allowance for agents (`node-resources.ts`).
 * @see https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/persist-kuberay-custom-resource-logs.html (sidecar containers)
 */
function logReader({ logReader: of }: RayPodProps) {
  if (!of) return [];
  const options = {
    path: LOG_FILES.join(","),
    path_key: "file",
    read_from_head: "true",
    refresh_interval: "5",
    skip_long_lines: "on",
  };
  const set = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([key, value]) => ["-p", `${key}=${value}`]);
  const resources = { cpu: "10m", memory: "64Mi" };
  return [
    {
      name: "ray-logs",
      image: of.image,
      command: [of.program],
      args: ["-q", "-i", "tail", ...set(options), "-o", "stdout", "-m", "*", ...set({ format: "json_lines" })],
      restartPolicy: "Always",
      resources: { requests: resources, limits: { memory: "128Mi" } },
      securityContext: RESTRICTED_CONTAINER,
      volumeMounts: [{ name: "ray-logs", mountPath: "/tmp/ray", readOnly: true }],
    },
  ];
}

/** What runs before and beside Ray's container. */
function besides(props: RayPodProps, files?: StoredFiles) {
  const own = [...logReader(props), ...(initContainers(props, files).initContainers ?? [])];
  return own.length > 0 ? { initContainers: own } : {};
}

function pod(
  props: RayPodProps,
  name: string,
  sharedMemory: { readonly bytes: number; readonly path: string },
  resources: Record<string, string>,
  fabric: FabricParts,
) {
  return {
    serviceAccountName: props.serviceAccount,
    ...fabric.spec,
    securityContext: RESTRICTED_POD,
    containers: [
      {
        name,
        image: props.image,
        ...(props.env.length > 0 ? { env: props.env } : {}),
        resources: { requests: resources, limits: resources },
        securityContext: fabric.security,
        volumeMounts: [
          { name: "shm", mountPath: sharedMemory.path },
          { name: "ray-logs", mountPath: "/tmp/ray" },
          ...fabric.mounts,
          ...props.volumes.map(volumeMount),
        ],
      },
    ],
    volumes: [
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(sharedMemory.bytes) } },
      { name: "ray-logs", emptyDir: {} },
      ...fabric.volumes,
      ...props.volumes.map(podVolume),
    ],
  };
}

/** What a Ray head takes; Ray's guidance for production is 8 CPUs or more on a large cluster. */
export interface HeadResources {
  /** CPUs of the head. @default 2 */
  readonly cpus?: number;
  /** Memory of the head, GiB. @default 8 */
  readonly memoryGiB?: number;
}

/**
 * The head's pod: on the system nodes, never on a GPU node; KubeRay adds its liveness and readiness probes, since it knows
 * the paths of each Ray version. Of use `head` it is in no disruption budget, so that a drain may end it.
 */
export function headTemplate(
  props: RayPodProps,
  use: GpuPodUse | "head",
  systemNodes: Readonly<Record<string, string>>,
  head: HeadResources = {},
) {
  const memoryBytes = (head.memoryGiB ?? 8) * 1024 ** 3;
  const resources = { cpu: String(head.cpus ?? 2), memory: memoryQuantity(memoryBytes) };
  const sharedMemory = { bytes: Math.floor(memoryBytes * 0.25), path: "/dev/shm" };
  const { containers, ...spec } = pod(props, "ray-head", sharedMemory, resources, fabricParts(null, 0));
  return {
    metadata: {
      labels: { [USE_LABEL]: use, ...props.headLabels },
      ...(use === "head" ? {} : { annotations: { "karpenter.sh/do-not-disrupt": "true" } }),
    },
    spec: {
      ...spec,
      ...besides(props),
      nodeSelector: systemNodes,
      containers: [
        {
          ...containers[0],
          ports: [
            { name: "gcs-server", containerPort: 6379 },
            { name: "dashboard", containerPort: 8265 },
            { name: "client", containerPort: 10001 },
            { name: "serve", containerPort: 8000 },
            { name: "metrics", containerPort: 8080 },
          ],
        },
      ],
    },
  };
}

/**
 * How the pods of a set lie to each other, where the pool is placed by topology. Kueue gives a pool with a topology to no pods that
 * ask for none, and one without to none that do.
 * @see kubernetes-sigs/kueue@v0.19.2 pkg/scheduler/flavorassigner/tas_flavorassigner.go (`checkPodSetAndFlavorMatchForTAS`)
 */
export function topologyAnnotations(of: KubernetesPool, gang: boolean): Readonly<Record<string, string>> {
  const nearest = of.platform.fabric.topology?.labels.at(-1);
  if (!of.placedByTopology || nearest === undefined) return {};
  return gang ? { [NEAR_ANNOTATION]: nearest } : { [ANYWHERE_ANNOTATION]: "true" };
}

export interface WorkerPlacement {
  /** Worker pods are kept within one part of the network, as near as possible, where the pool is placed by topology. */
  readonly gang: boolean;
  /** A running training pod is never moved to save money or for a newer image; a serving pod may be. */
  readonly use: GpuPodUse;
}

/** A worker's pod: on its pool's nodes only, with its GPUs, devices of the fabric, huge pages and shared memory. */
export function workerTemplate(
  props: RayPodProps,
  of: KubernetesPool,
  worker: WorkerResources,
  placement: WorkerPlacement,
) {
  const fabric = fabricParts(of.fabric, worker.fabricDevices);
  const env = mergedEnvironment(fabric.environment, props.env);
  const sharedMemory = { bytes: worker.sharedMemoryBytes, path: sharedMemoryPath(of) };
  const base = pod({ ...props, env }, "ray-worker", sharedMemory, resourceList(worker), fabric);
  const { volumes, containers, ...spec } = base;
  const nvlink = domainParts(of, props.domain ?? null, worker.gpus);
  const annotations = {
    ...revisionAnnotation(props.files),
    ...(placement.use === "training" ? { "karpenter.sh/do-not-disrupt": "true" } : {}),
    ...topologyAnnotations(of, placement.gang),
    ...fabric.annotations,
  };
  return {
    metadata: {
      labels: { [USE_LABEL]: placement.use, ...props.labels },
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: {
      ...spec,
      ...nvlink.spec,
      ...besides(props, props.files),
      // a spot node gives two minutes' notice: enough to save, not to linger
      terminationGracePeriodSeconds: 120,
      nodeSelector: of.selector,
      tolerations: of.tolerations,
      containers: containers.map((container) => ({
        ...container,
        resources: { ...container.resources, ...nvlink.resources },
        ports: [{ name: "metrics", containerPort: 8080 }],
      })),
      volumes,
    },
  };
}
