import type { KubernetesObject } from "../chart/manifest";
import { TOLERATE_STARTUP } from "../chart/names";
import { nodeAgent, PROGRAMS_VOLUME } from "../nodes/node-agent";
import type { KubernetesPool } from "../nodes/pool";
import type { PodVolume } from "./pod-volume";
import { nodeDiskVolume } from "./storage";
import { isFetched, type StoredFiles, versionFolder, WEIGHTS_PATH } from "./stored-files";

/** The pool's cache as a volume of its servers; none for files on a mount. */
export function weightsVolumes(of: KubernetesPool, files: StoredFiles): PodVolume[] {
  if (!isFetched(files)) return [];
  const source = { claim: weightsClaim(of), identity: weightsFolder(of) };
  return [{ name: "weights", mountPath: WEIGHTS_PATH, readOnly: true, source }];
}

/** Claim that servers on a pool mount. */
const weightsClaim = ({ pool }: KubernetesPool) => `weights-${pool.name}`;

/** Folder on the node: on the NVMe array where there is one, else on the root disk. */
export function weightsFolder({ pool }: KubernetesPool): string {
  return pool.nvmeCache ? `${pool.nvmeCache.mountPath}/weights` : "/var/lib/weights";
}

/** The cache as servers of a namespace claim it. */
export function weightsVolume(of: KubernetesPool, namespace: string): KubernetesObject[] {
  const { nvmeCache, rootVolumeGiB } = of.pool;
  return nodeDiskVolume(weightsClaim(of), namespace, weightsFolder(of), nvmeCache?.sizeGB ?? rootVolumeGiB);
}

const RESTRICTED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};

/**
 * Fetches files to every node of a pool as soon as it joins, once a node, whoever serves them from which namespace: a server that
 * starts or restarts there reads its own NVMe at GB/s instead of the network. What nobody is given any more goes when the last
 * server that reads it has gone.
 */
export function weightsCache(of: KubernetesPool, stored: readonly StoredFiles[]): KubernetesObject {
  const { pool, platform } = of;
  const folders = new Map(stored.map((files) => [versionFolder(files), files.address]));
  const resources = { cpu: "500m", memory: "1Gi" };
  const few = { cpu: "10m", memory: "32Mi" };
  const volumeMounts = [
    { name: "cache", mountPath: "/cache" },
    { name: "programs", mountPath: "/programs", readOnly: true },
  ];
  return nodeAgent(`weights-${pool.name}`, {
    serviceAccountName: "weights",
    automountServiceAccountToken: false,
    nodeSelector: of.selector,
    tolerations: [...of.tolerations, ...(of.check ? TOLERATE_STARTUP : [])],
    priorityClassName: "system-node-critical",
    containers: [
      {
        name: "fetch",
        image: platform.objects?.image,
        command: ["sh", `/programs/${platform.objects?.program.name}`, ...[...folders].flat()],
        env: [{ name: "CACHE", value: "/cache" }],
        resources: { requests: resources, limits: { memory: "2Gi" } },
        readinessProbe: { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 10 },
        livenessProbe: { exec: { command: ["test", "-d", "/cache"] }, periodSeconds: 60 },
        securityContext: RESTRICTED,
        volumeMounts,
      },
      {
        name: "release",
        image: platform.pythonImage,
        command: ["python", "-u", "/programs/release_weights.py", "/cache", ...folders.keys()],
        resources: { requests: few, limits: { memory: "64Mi" } },
        readinessProbe: { exec: { command: ["test", "-d", "/cache"] }, periodSeconds: 60 },
        livenessProbe: { exec: { command: ["test", "-d", "/cache"] }, periodSeconds: 60 },
        securityContext: RESTRICTED,
        volumeMounts,
      },
    ],
    volumes: [{ name: "cache", hostPath: { path: weightsFolder(of), type: "DirectoryOrCreate" } }, PROGRAMS_VOLUME],
  });
}
