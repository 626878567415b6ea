import { RESTRICTED_CONTAINER } from "../security/pod-security";
import { SECRETS_DRIVER } from "../security/stored-secrets";
import { versionedName } from "./storage";
import { COMPLETE, isFetched, type StoredFiles, servedPath } from "./stored-files";

/** A volume that pods mount: a claim (Lustre, weights), a ConfigMap with programs, or secrets of a cloud's store. */
export interface PodVolume {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
  /** A claim by its name and what it cannot change (`storage.ts`), a ConfigMap, or a SecretProviderClass. */
  readonly source:
    | { readonly claim: string; readonly identity: string }
    | { readonly configMap: string }
    | { readonly secretClass: string };
}

/** Volumes of pods that are there anyhow: the chart's own, and those that KubeRay and Kubeflow Trainer add. */
const TAKEN = [
  "home",
  "shm",
  "weights",
  "programs",
  "ray-logs",
  "shared-mem",
  "mpi-ssh-auth",
  "mpi-hostfile",
  "secrets-store",
  "registry-login",
];

/** Name within a pod: a shared store may be called as a volume that the pod has too, and the API server takes each name once. */
function nameInPod({ name, source }: Pick<PodVolume, "name" | "source">): string {
  const isShared = "claim" in source && source.claim === name;
  return isShared && TAKEN.includes(name) ? `${name}-files` : name;
}

export function podVolume(volume: PodVolume) {
  const { source, readOnly } = volume;
  const name = nameInPod(volume);
  if ("configMap" in source) return { name, configMap: { name: source.configMap } };
  if ("secretClass" in source) {
    const volumeAttributes = { secretProviderClass: source.secretClass };
    return { name, csi: { driver: SECRETS_DRIVER, readOnly: true, volumeAttributes } };
  }
  const claimName = versionedName(source.claim, source.identity);
  return { name, persistentVolumeClaim: { claimName, ...(readOnly ? { readOnly } : {}) } };
}

export function volumeMount(volume: PodVolume) {
  const { mountPath, readOnly } = volume;
  return { name: nameInPod(volume), mountPath, ...(readOnly ? { readOnly } : {}) };
}

interface Waiting {
  readonly image: string;
  readonly volumes: readonly PodVolume[];
}

function shell({ image, volumes }: Waiting, name: string, script: string, size: Readonly<Record<string, string>>) {
  return {
    name,
    image,
    command: ["sh", "-c", script],
    resources: { requests: size, limits: size },
    securityContext: RESTRICTED_CONTAINER,
    volumeMounts: volumes.map(volumeMount),
  };
}

/**
 * Holds a pod back until its files are on the node, and keeps them there while it lives: the node's agent removes no folder that
 * somebody has locked (`programs/release_weights.py`). The lock's holder starts before all others and ends after them; what it takes
 * is within the allowance for agents (`node-resources.ts`).
 */
export function initContainers(pod: Waiting, files: StoredFiles | undefined) {
  if (files === undefined || !isFetched(files)) return {};
  const mark = `${servedPath(files)}/${COMPLETE}`;
  const pause = (seconds: number) => `sleep ${seconds} & wait $!`;
  const lock = `trap 'exit 0' TERM; until [ -e ${mark} ]; do ${pause(2)}; done; exec 9<${mark}; flock -s 9; while :; do ${pause(3600)}; done`;
  return {
    initContainers: [
      { ...shell(pod, "lock", lock, { cpu: "10m", memory: "16Mi" }), restartPolicy: "Always" },
      shell(pod, "wait", `until [ -e ${mark} ]; do sleep 2; done`, { cpu: "100m", memory: "64Mi" }),
    ],
  };
}
