import type { SharedVolume } from "../../../../kubernetes/storage/storage";

export interface LustreVolumeProps {
  readonly name: string;
  readonly fileSystemId: string;
  readonly dnsName: string;
  readonly mountName: string;
  readonly capacityGiB: number;
}

/** An FSx for Lustre file system. @see https://github.com/kubernetes-sigs/aws-fsx-csi-driver/tree/master/examples/kubernetes/static_provisioning */
export function lustreVolume({ name, fileSystemId, dnsName, mountName, capacityGiB }: LustreVolumeProps): SharedVolume {
  return {
    name,
    bucket: false,
    capacity: `${capacityGiB}Gi`,
    readOnly: false,
    identity: [fileSystemId, dnsName, mountName].join(" "),
    mountOptions: ["flock", "noatime"],
    source: {
      driver: "fsx.csi.aws.com",
      handle: fileSystemId,
      attributes: { dnsname: dnsName, mountname: mountName },
    },
  };
}

export interface BucketVolumeProps {
  readonly name: string;
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

/**
 * A bucket as a folder, through Mountpoint, with the rights of the add-on. Region and bandwidth are said, since Mountpoint would
 * ask the node's metadata, which pods do not reach; it would take a node for one of 10 Gb/s. A pod's fsGroup opens the files to it.
 * @see awslabs/mountpoint-s3-csi-driver docs/CONFIGURATION.md (Static Provisioning, Driver-Level Credentials with EKS Pod Identity)
 */
export function bucketVolume({ name, bucket, prefix, region, readOnly, nodeGbps }: BucketVolumeProps): SharedVolume {
  return {
    name,
    bucket: true,
    // Mountpoint ignores the size, the API does not
    capacity: "1200Gi",
    readOnly,
    identity: [bucket, prefix ?? "", region, readOnly ? "read" : "write"].join(" "),
    mountOptions: [
      `region ${region}`,
      ...(prefix === null ? [] : [`prefix ${prefix}`]),
      `maximum-throughput-gbps ${Math.max(1, Math.floor(nodeGbps))}`,
      ...(readOnly ? ["read-only"] : ["allow-delete", "allow-overwrite"]),
    ],
    source: {
      driver: "s3.csi.aws.com",
      handle: null,
      attributes: { bucketName: bucket, authenticationSource: "driver", ...MOUNTPOINT_RESOURCES },
    },
  };
}
