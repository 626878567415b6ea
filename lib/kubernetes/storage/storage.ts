import { helmHash } from "../chart/helm-value";
import type { KubernetesObject } from "../chart/manifest";
import { KEPT } from "../security/pod-security";

/** A volume that is there already and that pods of a namespace may claim by name. */
interface StaticVolume {
  readonly name: string;
  readonly namespace: string;
  /** Size of the volume, which may grow. */
  readonly capacity: string;
  readonly readOnly: boolean;
  readonly source: Record<string, unknown>;
  /** What neither volume nor claim may change: another text makes another pair beside the old one, which goes with its last pod. */
  readonly identity: string;
  readonly mountOptions?: readonly string[];
}

/** Name of a volume, before the hash of what it cannot change; pods and claims carry it. */
const VOLUME_LABEL = "warpform/volume";

/** Size that a claim asks for: a claim on a volume that is there already can never ask for more, so it asks for the least. */
const LEAST_CAPACITY = "1Gi";

/** Name of a claim, or of its volume. */
export function versionedName(name: string, identity: string): string {
  return `${name}-${helmHash(identity)}`;
}

/** A volume binds to one claim, so each namespace gets a pair of its own; the data behind them is the same. */
function volumeAndClaim({
  name,
  namespace,
  capacity,
  readOnly,
  source,
  identity,
  mountOptions,
}: StaticVolume): KubernetesObject[] {
  const accessModes = [readOnly ? "ReadOnlyMany" : "ReadWriteMany"];
  const claimName = versionedName(name, identity);
  const volumeName = `${namespace}-${claimName}`;
  const labels = { [VOLUME_LABEL]: name };
  return [
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: volumeName, labels },
      spec: {
        capacity: { storage: capacity },
        accessModes,
        // the data is not Kubernetes' to delete
        persistentVolumeReclaimPolicy: "Retain",
        storageClassName: "",
        claimRef: { namespace, name: claimName },
        ...(mountOptions ? { mountOptions } : {}),
        ...source,
      },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: claimName, namespace, labels },
      spec: { accessModes, storageClassName: "", volumeName, resources: { requests: { storage: LEAST_CAPACITY } } },
    },
  ];
}

/** What lies behind a volume: a driver's own store, an NFS export, or whatever a storage class makes. */
export type VolumeSource =
  | {
      readonly driver: string;
      /** Id in the driver's terms; null for the volume's own name. */
      readonly handle: string | null;
      readonly attributes: Readonly<Record<string, string>>;
    }
  | { readonly server: string; readonly path: string }
  | { readonly storageClass: string };

/** A store that every workload namespace can claim. */
export interface SharedVolume {
  readonly name: string;
  /** Whether a bucket is behind it, which is no file system: files are written whole and never changed. */
  readonly bucket: boolean;
  readonly capacity: string;
  readonly readOnly: boolean;
  /** What neither volume nor claim may change. */
  readonly identity: string;
  readonly mountOptions?: readonly string[];
  readonly source: VolumeSource;
}

/** Whether the data of a store is in the namespace that claims it: the namespace's end would be the data's. */
export const livesInNamespace = ({ source }: SharedVolume): boolean => "storageClass" in source;

/** A shared store as pods of a namespace claim it. What a storage class makes is another volume in each namespace. */
export function sharedVolume({ bucket: _, source, ...volume }: SharedVolume, namespace: string): KubernetesObject[] {
  if ("storageClass" in source) return [madeByClass({ ...volume, namespace }, source.storageClass)];
  if ("server" in source) return volumeAndClaim({ ...volume, namespace, source: { nfs: source } });
  const { driver, handle, attributes } = source;
  const volumeHandle = handle ?? versionedName(`${namespace}-${volume.name}`, volume.identity);
  return volumeAndClaim({
    ...volume,
    namespace,
    source: { csi: { driver, volumeHandle, volumeAttributes: attributes } },
  });
}

function madeByClass(
  { name, namespace, capacity, identity }: Omit<StaticVolume, "source">,
  storageClassName: string,
): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: versionedName(name, identity),
      namespace,
      labels: { [VOLUME_LABEL]: name },
      // what is on it is not the chart's to delete
      annotations: KEPT,
    },
    spec: { accessModes: ["ReadWriteMany"], storageClassName, resources: { requests: { storage: capacity } } },
  };
}

/**
 * A folder of the node's own disk. Each node shows its own content under the one claim; a claim, unlike a `hostPath` in the
 * pod, is within the restricted security level.
 */
export function nodeDiskVolume(name: string, namespace: string, path: string, sizeGB: number): KubernetesObject[] {
  return volumeAndClaim({
    name,
    namespace,
    capacity: `${sizeGB}G`,
    readOnly: true,
    identity: path,
    source: { hostPath: { path, type: "DirectoryOrCreate" } },
  });
}
