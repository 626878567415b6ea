import { helmHash } from "../chart/helm-value";
import type { KubernetesObject } from "../chart/manifest";

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

/** Name of a volume, before the hash of what it can't change; pods and claims carry it. */
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

export interface LustreVolumeProps {
  readonly name: string;
  readonly namespace: string;
  readonly fileSystemId: string;
  readonly dnsName: string;
  readonly mountName: string;
  readonly capacityGiB: number;
}

/** What another file system, or none of this name, has otherwise. */
export function lustreIdentity({
  fileSystemId,
  dnsName,
  mountName,
}: Pick<LustreVolumeProps, "fileSystemId" | "dnsName" | "mountName">): string {
  return [fileSystemId, dnsName, mountName].join(" ");
}

/** An FSx for Lustre file system. @see https://github.com/kubernetes-sigs/aws-fsx-csi-driver/tree/master/examples/kubernetes/static_provisioning */
export function lustreVolume(props: LustreVolumeProps): KubernetesObject[] {
  return volumeAndClaim({
    name: props.name,
    namespace: props.namespace,
    capacity: `${props.capacityGiB}Gi`,
    readOnly: false,
    identity: lustreIdentity(props),
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

export interface BucketVolumeProps {
  readonly name: string;
  readonly namespace: string;
  readonly bucket: string;
  /** Folder of the bucket that is its root, ending with `/`; null for the bucket itself. */
  readonly prefix: string | null;
  /** Region of the bucket. */
  readonly region: string;
  readonly readOnly: boolean;
  /** Bandwidth that one node reads with at most, Gb/s. */
  readonly nodeGbps: number;
}

/**
 * What Mountpoint's own pod beside the workload asks for and may grow to: it reads ahead into memory, 4 GiB for the best rates
 * published; without a limit it takes 95 % of the node's. @see awslabs/mountpoint-s3-csi-driver docs/MEMORY.md
 */
const MOUNTPOINT_RESOURCES = {
  mountpointContainerResourcesRequestsCpu: "100m",
  mountpointContainerResourcesRequestsMemory: "512Mi",
  mountpointContainerResourcesLimitsMemory: "4Gi",
};

/** What mounts of another bucket, folder or kind have otherwise. */
export function bucketIdentity({
  bucket,
  prefix,
  region,
  readOnly,
}: Pick<BucketVolumeProps, "bucket" | "prefix" | "region" | "readOnly">): string {
  return [bucket, prefix ?? "", region, readOnly ? "read" : "write"].join(" ");
}

/**
 * A bucket as a folder, through Mountpoint, with the rights of the add-on. Region and bandwidth are said, since Mountpoint would
 * ask the node's metadata, which pods do not reach; it would take a node for one of 10 Gb/s. A pod's fsGroup opens the files to it.
 * @see awslabs/mountpoint-s3-csi-driver docs/CONFIGURATION.md (Static Provisioning, Driver-Level Credentials with EKS Pod Identity)
 */
export function bucketVolume(props: BucketVolumeProps): KubernetesObject[] {
  const { name, namespace, bucket, prefix, region, readOnly, nodeGbps } = props;
  return volumeAndClaim({
    name,
    namespace,
    // Mountpoint ignores the size, the API does not
    capacity: "1200Gi",
    readOnly,
    identity: bucketIdentity(props),
    mountOptions: [
      `region ${region}`,
      ...(prefix === null ? [] : [`prefix ${prefix}`]),
      `maximum-throughput-gbps ${Math.max(1, Math.floor(nodeGbps))}`,
      ...(readOnly ? ["read-only"] : ["allow-delete", "allow-overwrite"]),
    ],
    source: {
      csi: {
        driver: "s3.csi.aws.com",
        volumeHandle: versionedName(`${namespace}-${name}`, bucketIdentity(props)),
        volumeAttributes: { bucketName: bucket, authenticationSource: "driver", ...MOUNTPOINT_RESOURCES },
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
    identity: path,
    source: { hostPath: { path, type: "DirectoryOrCreate" } },
  });
}
