import {
  ANYWHERE_ANNOTATION,
  GPU_TAINT,
  NEAR_ANNOTATION,
  NETWORK_LAYER_LABELS,
  POOL_LABEL,
  SYSTEM_POOL,
  USE_LABEL,
} from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import type { GpuPodUse } from "../nodes/node-labels";
import { efaInterfaces, type KubernetesPool, sharedMemoryPath } from "../nodes/pool";
import { RESTRICTED_CONTAINER, RESTRICTED_POD } from "../security/pod-security";
import { resourceList, type WorkerResources } from "./worker-resources";

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** A volume that pods mount: a claim (Lustre, weights), or a ConfigMap with programs. */
export interface PodVolume {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
  readonly source: { readonly claim: string } | { readonly configMap: string };
}

export interface RayPodProps {
  readonly image: string;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  /** Further labels of worker pods. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** File that must be there before a worker starts: what marks weights as complete. @default - none */
  readonly waitFor?: string | null;
}

export function podVolume({ name, source, readOnly }: PodVolume) {
  return "claim" in source
    ? { name, persistentVolumeClaim: { claimName: source.claim, ...(readOnly ? { readOnly } : {}) } }
    : { name, configMap: { name: source.configMap } };
}

export function volumeMount({ name, mountPath, readOnly }: PodVolume) {
  return { name, mountPath, ...(readOnly ? { readOnly } : {}) };
}

function pod(
  props: RayPodProps,
  name: string,
  sharedMemory: { readonly bytes: number; readonly path: string },
  resources: Record<string, string>,
) {
  return {
    serviceAccountName: props.serviceAccount,
    securityContext: RESTRICTED_POD,
    containers: [
      {
        name,
        image: props.image,
        ...(props.env.length > 0 ? { env: props.env } : {}),
        resources: { requests: resources, limits: resources },
        securityContext: RESTRICTED_CONTAINER,
        volumeMounts: [
          { name: "shm", mountPath: sharedMemory.path },
          { name: "ray-logs", mountPath: "/tmp/ray" },
          ...props.volumes.map(volumeMount),
        ],
      },
    ],
    volumes: [
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(sharedMemory.bytes) } },
      { name: "ray-logs", emptyDir: {} },
      ...props.volumes.map(podVolume),
    ],
  };
}

/** Holds a pod back until a file is there. */
export function waitContainer(props: Pick<RayPodProps, "image" | "volumes">, file: string) {
  const resources = { cpu: "100m", memory: "64Mi" };
  return {
    name: "wait",
    image: props.image,
    command: ["sh", "-c", `until [ -e ${file} ]; do sleep 2; done`],
    resources: { requests: resources, limits: resources },
    securityContext: RESTRICTED_CONTAINER,
    volumeMounts: props.volumes.map(volumeMount),
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
 * the paths of each Ray version.
 */
export function headTemplate(props: RayPodProps, use: GpuPodUse, head: HeadResources = {}) {
  const memoryBytes = (head.memoryGiB ?? 8) * 1024 ** 3;
  const resources = { cpu: String(head.cpus ?? 2), memory: memoryQuantity(memoryBytes) };
  const sharedMemory = { bytes: Math.floor(memoryBytes * 0.25), path: "/dev/shm" };
  const { containers, ...spec } = pod(props, "ray-head", sharedMemory, resources);
  return {
    metadata: { labels: { [USE_LABEL]: use }, annotations: { "karpenter.sh/do-not-disrupt": "true" } },
    spec: {
      ...spec,
      nodeSelector: { [POOL_LABEL]: SYSTEM_POOL },
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
 * Environment that makes NCCL use EFA inside a pod: with libfabric 1.18 and aws-ofi-nccl 1.7 or newer only the fork problem
 * of huge pages is left (a data loader's fork fails with "Cannot allocate memory").
 * @see awslabs/awsome-distributed-training 1.architectures/efa-cheatsheet.md
 */
export const EFA_ENVIRONMENT: readonly EnvironmentVariable[] = [
  { name: "FI_EFA_USE_HUGE_PAGE", value: "0" },
  { name: "FI_PROVIDER", value: "efa" },
  // pods have eth0 alone; `^docker,lo,veth,eth` of bare-metal guides would leave NCCL without a socket interface
  { name: "NCCL_SOCKET_IFNAME", value: "eth0" },
  { name: "NCCL_DEBUG", value: "WARN" },
];

/**
 * How the pods of a set lie to each other, where the pool is placed by topology. Kueue gives a pool with a topology to no pods that
 * ask for none, and one without to none that do.
 * @see kubernetes-sigs/kueue@v0.19.2 pkg/scheduler/flavorassigner/tas_flavorassigner.go (`checkPodSetAndFlavorMatchForTAS`)
 */
export function topologyAnnotations(of: KubernetesPool, gang: boolean): Readonly<Record<string, string>> {
  if (!of.placedByTopology) return {};
  return gang ? { [NEAR_ANNOTATION]: NETWORK_LAYER_LABELS[2] } : { [ANYWHERE_ANNOTATION]: "true" };
}

export interface WorkerPlacement {
  /** Worker pods are kept within one part of the network, as near as possible, where the pool is placed by topology. */
  readonly gang: boolean;
  /** A running training pod is never moved to save money or for a newer image; a serving pod may be. */
  readonly use: GpuPodUse;
}

/** A worker's pod: on its pool's nodes only, with its GPUs, EFA interfaces, huge pages and shared memory. */
export function workerTemplate(
  props: RayPodProps,
  of: KubernetesPool,
  worker: WorkerResources,
  placement: WorkerPlacement,
) {
  const efa = efaInterfaces(of) > 0 && worker.efa > 0;
  const env = efa ? [...EFA_ENVIRONMENT, ...props.env] : props.env;
  const sharedMemory = { bytes: worker.sharedMemoryBytes, path: sharedMemoryPath(of) };
  const base = pod({ ...props, env }, "ray-worker", sharedMemory, resourceList(worker));
  const { volumes, containers, ...spec } = base;
  const annotations = {
    ...(placement.use === "training" ? { "karpenter.sh/do-not-disrupt": "true" } : {}),
    ...topologyAnnotations(of, placement.gang),
  };
  return {
    metadata: {
      labels: { [USE_LABEL]: placement.use, ...props.labels },
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: {
      ...spec,
      ...(props.waitFor ? { initContainers: [waitContainer(props, props.waitFor)] } : {}),
      // a spot node gives two minutes' notice: enough to save, not to linger
      terminationGracePeriodSeconds: 120,
      nodeSelector: { [POOL_LABEL]: of.pool.name },
      tolerations: [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }],
      containers: containers.map((container) => ({ ...container, ports: [{ name: "metrics", containerPort: 8080 }] })),
      volumes,
    },
  };
}
