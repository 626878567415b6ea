import type { KubernetesObject } from "./manifest";

/** A volume that is there already and that pods of a namespace may claim by name. */
interface StaticVolume {
  readonly name: string;
  readonly namespace: string;
  readonly capacity: string;
  readonly readOnly: boolean;
  readonly source: Record<string, unknown>;
  readonly mountOptions?: readonly string[];
}

/** A volume binds to one claim, so each namespace gets a pair of its own; the data behind them is the same. */
function volumeAndClaim({
  name,
  namespace,
  capacity,
  readOnly,
  source,
  mountOptions,
}: StaticVolume): KubernetesObject[] {
  const accessModes = [readOnly ? "ReadOnlyMany" : "ReadWriteMany"];
  const volumeName = `${namespace}-${name}`;
  return [
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: volumeName },
      spec: {
        capacity: { storage: capacity },
        accessModes,
        // the data is not Kubernetes' to delete
        persistentVolumeReclaimPolicy: "Retain",
        storageClassName: "",
        claimRef: { namespace, name },
        ...(mountOptions ? { mountOptions } : {}),
        ...source,
      },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name, namespace },
      spec: { accessModes, storageClassName: "", volumeName, resources: { requests: { storage: capacity } } },
    },
  ];
}

export interface LustreVolumeProps {
  readonly name: string;
  readonly namespace: string;
  readonly fileSystemId: string;
  readonly dnsName: string;
  readonly mountName: string;
  readonly capacityGiB: number;
}

/** An FSx for Lustre file system. @see https://github.com/kubernetes-sigs/aws-fsx-csi-driver/tree/master/examples/kubernetes/static_provisioning */
export function lustreVolume(props: LustreVolumeProps): KubernetesObject[] {
  return volumeAndClaim({
    name: props.name,
    namespace: props.namespace,
    capacity: `${props.capacityGiB}Gi`,
    readOnly: false,
    mountOptions: ["flock", "noatime"],
    source: {
      csi: {
        driver: "fsx.csi.aws.com",
        volumeHandle: props.fileSystemId,
        volumeAttributes: { dnsname: props.dnsName, mountname: props.mountName },
      },
    },
  });
}

/** A bucket, read through Mountpoint: for datasets and weights, not for checkpoints. @see https://github.com/awslabs/mountpoint-s3-csi-driver */
export function bucketVolume(name: string, namespace: string, bucket: string): KubernetesObject[] {
  return volumeAndClaim({
    name,
    namespace,
    // Mountpoint ignores the size, the API does not
    capacity: "1200Gi",
    readOnly: true,
    source: {
      csi: {
        driver: "s3.csi.aws.com",
        volumeHandle: `${namespace}-${name}`,
        volumeAttributes: { bucketName: bucket, authenticationSource: "pod" },
      },
    },
  });
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
    source: { hostPath: { path, type: "DirectoryOrCreate" } },
  });
}
