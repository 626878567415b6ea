import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import type { InfiniBandFabricProps } from "../../../lib/clouds/aws/fabric/infiniband-fabric-props";
import type { NodeFleetProps } from "../../../lib/clouds/aws/fleet/node-fleet-props";
import type { KubeRayClusterProps } from "../../../lib/clouds/aws/kubernetes/kube-ray-cluster-props";
import type { ClusterMonitoringProps } from "../../../lib/clouds/aws/monitoring/cluster-monitoring-props";
import type { ClusterNetworkProps } from "../../../lib/clouds/aws/network/cluster-network-props";
import type { GpuNodePoolProps } from "../../../lib/clouds/aws/pools/gpu-node-pool-props";
import type { SlurmHeadNodeProps } from "../../../lib/clouds/aws/slurm/slurm-head-node-props";
import type {
  CheckpointBucketAttributes,
  CheckpointBucketProps,
} from "../../../lib/clouds/aws/storage/buckets/checkpoint-bucket-props";
import type * as existing from "../../../lib/clouds/aws/storage/existing-file-system-props";
import type {
  LustreStorageAttributes,
  LustreStorageProps,
} from "../../../lib/clouds/aws/storage/lustre/lustre-storage-props";
import type { SharedHomeOpenZfsProps } from "../../../lib/clouds/aws/storage/shared-home/shared-home-openzfs-props";
import type { SharedHomeProps } from "../../../lib/clouds/aws/storage/shared-home/shared-home-props";

/** A section of a blueprint, or one of its parts with a name. */
type Section<Key extends keyof Blueprint> = NonNullable<Blueprint[Key]>;
type Part<Key extends keyof Blueprint> = Section<Key>[string & keyof Section<Key>];
type FileSystem<Kind> = Omit<Extract<Part<"fileSystems">, { kind: Kind }>, "kind">;

/** Compiles only where what a blueprint says of a part is what the construct's props take; `npm run types` holds this. */
function takes<Props, _Said extends Partial<Omit<Props, "network">>>(): void {}

// `assemble` names no cloud and passes on what a blueprint says. `Omit` names what it makes a part of: names of buckets, pools
// and file systems, and the words for capacity, placement, images and sharing.
it("what a blueprint says of AWS's parts is what their props take", () => {
  takes<ClusterNetworkProps, Omit<Section<"network">, "existing">>();
  takes<InfiniBandFabricProps, Section<"fabric">>();
  takes<CheckpointBucketProps, Omit<Part<"buckets">, "existing">>();
  takes<CheckpointBucketAttributes, NonNullable<Part<"buckets">["existing"]>>();
  takes<LustreStorageProps, Omit<FileSystem<"lustre">, "existing" | "efa" | "importFrom" | "dataRepositories">>();
  takes<LustreStorageAttributes, NonNullable<FileSystem<"lustre">["existing"]>>();
  takes<SharedHomeProps, FileSystem<"efs">>();
  takes<SharedHomeOpenZfsProps, FileSystem<"openzfs">>();
  takes<existing.NfsProps, FileSystem<"nfs">>();
  takes<existing.BeegfsProps, FileSystem<"beegfs">>();
  takes<existing.CephfsProps, FileSystem<"cephfs">>();
  takes<existing.WekaProps, FileSystem<"weka">>();
  takes<existing.SpectrumScaleProps, FileSystem<"spectrum-scale">>();
  takes<GpuNodePoolProps, Omit<Part<"pools">, "fabric" | "capacity" | "placement" | "image" | "mounts">>();
  takes<NodeFleetProps, Omit<Part<"fleets">, "pool">>();
  takes<SlurmHeadNodeProps, Omit<Section<"slurm">, "mounts" | "image" | "partitions">>();
  takes<
    KubeRayClusterProps,
    Omit<
      Section<"kubeRay">,
      "pools" | "rayClusters" | "fineTuning" | "jobs" | "serving" | "triton" | "fileSystems" | "bucketMounts"
    >
  >();
  takes<ClusterMonitoringProps, Section<"monitoring">>();
});
