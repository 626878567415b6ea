import type { KubernetesObject } from "../chart/manifest";
import { GPU_TAINT, POOL_LABEL } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import type { PodVolume } from "../ray/ray-pod";
import { nodeDiskVolume } from "./storage";

/** Namespace of what runs on nodes with access to their disks. */
export const NODE_AGENTS_NAMESPACE = "node-agents";

/** Claim that servers on a pool mount. */
export function weightsClaim({ pool }: KubernetesPool): string {
  return `weights-${pool.name}`;
}

/** Where servers find the weights of all models. */
export const WEIGHTS_PATH = "/weights";

/** Whether files are fetched to each node's disk before a server starts, and not read from a mount. */
export function isFetched(address: string): boolean {
  return address.startsWith("s3://");
}

/** Where the server `name` finds its files: in its folder of the cache, or on the mount. */
export function servedPath(name: string, address: string): string {
  return isFetched(address) ? `${WEIGHTS_PATH}/${name}` : address;
}

/** File whose presence says that all of a server's files are there; null for files on a mount. */
export function fetchedMark(name: string, address: string): string | null {
  return isFetched(address) ? `${servedPath(name, address)}/.complete` : null;
}

/** The pool's cache as a volume of its servers; none for files on a mount. */
export function weightsVolumes(of: KubernetesPool, address: string): PodVolume[] {
  if (!isFetched(address)) return [];
  return [{ name: "weights", mountPath: WEIGHTS_PATH, readOnly: true, source: { claim: weightsClaim(of) } }];
}

/** ConfigMap with the programs of the node agents. */
export const NODE_PROGRAMS = "node-programs";

/** Image with the AWS CLI. @see https://gallery.ecr.aws/aws-cli/aws-cli */
export const AWS_CLI_IMAGE = "public.ecr.aws/aws-cli/aws-cli:2.25.11";

/** A model whose weights are kept on the pool's nodes. */
export interface CachedModel {
  /** Name of its folder below the cache. */
  readonly name: string;
  /** `s3://bucket/prefix`. */
  readonly address: string;
}

/** Folder on the node: on the NVMe array where there is one, else on the root disk. */
export function weightsFolder({ pool }: KubernetesPool): string {
  return pool.nvmeCache ? `${pool.nvmeCache.mountPath}/weights` : "/var/lib/weights";
}

/**
 * Fetches weights to every node of a pool as soon as it joins, once a node: a server that starts or restarts there reads
 * its own NVMe at GB/s instead of the network.
 */
export function weightsCache(
  of: KubernetesPool,
  namespace: string,
  models: readonly CachedModel[],
): KubernetesObject[] {
  const { pool } = of;
  const labels = { app: `weights-${pool.name}` };
  const resources = { cpu: "500m", memory: "1Gi" };
  return [
    ...nodeDiskVolume(weightsClaim(of), namespace, weightsFolder(of), pool.nvmeCache?.sizeGB ?? pool.rootVolumeGiB),
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: labels.app, namespace: NODE_AGENTS_NAMESPACE, labels },
      spec: {
        selector: { matchLabels: labels },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "100%" } },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: "weights",
            automountServiceAccountToken: false,
            nodeSelector: { [POOL_LABEL]: pool.name },
            tolerations: [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }],
            priorityClassName: "system-node-critical",
            containers: [
              {
                name: "fetch",
                image: AWS_CLI_IMAGE,
                command: [
                  "sh",
                  "/programs/fetch_weights.sh",
                  ...models.flatMap(({ name, address }) => [name, address]),
                ],
                env: [{ name: "CACHE", value: "/cache" }],
                resources: { requests: resources, limits: { memory: "2Gi" } },
                readinessProbe: { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 10 },
                livenessProbe: { exec: { command: ["test", "-d", "/cache"] }, periodSeconds: 60 },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  capabilities: { drop: ["ALL"] },
                  seccompProfile: { type: "RuntimeDefault" },
                },
                volumeMounts: [
                  { name: "cache", mountPath: "/cache" },
                  { name: "programs", mountPath: "/programs", readOnly: true },
                ],
              },
            ],
            volumes: [
              { name: "cache", hostPath: { path: weightsFolder(of), type: "DirectoryOrCreate" } },
              { name: "programs", configMap: { name: NODE_PROGRAMS } },
            ],
          },
        },
      },
    },
  ];
}
