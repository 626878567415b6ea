import { type Blueprint, blueprintSchema } from "../../lib/blueprint/schema/aws/aws-blueprint";
import { type DefaultMetadata, defaultMetadata } from "../../lib/blueprint/schema/key";
import type { InfiniBandFabricProps } from "../../lib/clouds/aws/fabric/infiniband-fabric-props";
import type { BurstPartitionProps } from "../../lib/clouds/aws/hybrid/hybrid-cluster-props";
import type * as ray from "../../lib/clouds/aws/kubernetes/kube-ray-cluster-props";
import type * as serving from "../../lib/clouds/aws/kubernetes/serving-options";
import type * as training from "../../lib/clouds/aws/kubernetes/training-options";
import type { ClusterMonitoringProps } from "../../lib/clouds/aws/monitoring/cluster-monitoring-props";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "../../lib/clouds/aws/network/cluster-network-props";
import type { AwsParts } from "../../lib/clouds/aws/parts";
import type { PcsPartitionProps } from "../../lib/clouds/aws/pcs/parallel-computing-props";
import type { GpuNodePoolProps } from "../../lib/clouds/aws/pools/gpu-node-pool-props";
import type { SlurmDirectoryProps } from "../../lib/clouds/aws/slurm/directory-props";
import type { SlurmMonitoringProps } from "../../lib/clouds/aws/slurm/monitoring-props";
import type { SlurmAccountingProps, SlurmPartitionProps } from "../../lib/clouds/aws/slurm/slurm-head-node-props";
import type {
  CheckpointBucketAttributes,
  CheckpointBucketProps,
} from "../../lib/clouds/aws/storage/buckets/checkpoint-bucket-props";
import type * as existing from "../../lib/clouds/aws/storage/existing-file-system-props";
import type {
  LustreDataRepository,
  LustreStorageAttributes,
  LustreStorageProps,
} from "../../lib/clouds/aws/storage/lustre/lustre-storage-props";
import type { SharedHomeOpenZfsProps } from "../../lib/clouds/aws/storage/shared-home/shared-home-openzfs-props";
import type { SharedHomeProps } from "../../lib/clouds/aws/storage/shared-home/shared-home-props";
import type * as cluster from "../../lib/clouds/common/workloads/cluster-options";
import type { ADOPTERS, AdopterKind, NamedAdopterKey } from "../../lib/remedies/adopters";
import type * as slurm from "../../lib/slurm/definition/slurm-options";
import { eachKey } from "./each-key";

type Item<T> = NonNullable<T> extends readonly (infer One)[] ? One : NonNullable<T>;
type Part<Section extends keyof Blueprint> = NonNullable<
  NonNullable<Blueprint[Section]>[string & keyof Blueprint[Section]]
>;
type FileSystem<Kind> = Extract<Part<"fileSystems">, { kind: Kind }>;
type Slurm = NonNullable<Blueprint["slurm"]>;
type Pcs = NonNullable<Blueprint["parallelComputing"]>;
type Ray = NonNullable<Blueprint["kubeRay"]>;

/** Props that a blueprint has no key for: `Elsewhere` are said in another way, of which the comment beside it tells. */
type Lacking<Props, Keys, Elsewhere extends PropertyKey = never> = Exclude<
  keyof Props,
  keyof Keys | "network" | Elsewhere
>;

type Row<Kind extends AdopterKind> = (typeof ADOPTERS)[Kind];
type PropsOf<Kind extends AdopterKind> = ConstructorParameters<AwsParts[Row<Kind>["construct"]]>[2];
type SectionOf<Key extends Row<AdopterKind>["key"]> = Key extends NamedAdopterKey
  ? Part<Key>
  : NonNullable<Blueprint[Key]>;

/** Props of whoever starts nodes, each against its own section. */
type LackingOfAdopters = {
  [Kind in AdopterKind]: Lacking<PropsOf<Kind>, SectionOf<Row<Kind>["key"]>, "workloadsScope">;
}[AdopterKind];

/** Compiles only where nothing lacks; `npm run types` holds this. */
function nothing<_Lacking extends never>(): void {}

describe("the format", () => {
  it("has a key for every prop of the constructs, by the same name", () => {
    nothing<Lacking<ClusterNetworkProps, Blueprint["network"]>>();
    // The network's own keys say zone, egress, name, zone's name and tags.
    nothing<
      Exclude<
        keyof ClusterNetworkAttributes,
        keyof Blueprint["network"] | keyof NonNullable<Blueprint["network"]["existing"]>
      >
    >();
    nothing<Lacking<InfiniBandFabricProps, NonNullable<Blueprint["fabric"]>>>();
    nothing<Lacking<CheckpointBucketProps, Part<"buckets">>>();
    nothing<Lacking<CheckpointBucketAttributes, NonNullable<Part<"buckets">["existing"]>>>();
    // `efa` says whether the fabric is passed, with which the servers speak EFA.
    nothing<Lacking<LustreStorageProps, FileSystem<"lustre">, "fabric" | "efaEnabled">>();
    nothing<Lacking<LustreStorageAttributes, NonNullable<FileSystem<"lustre">["existing"]>>>();
    nothing<Lacking<LustreDataRepository, Item<FileSystem<"lustre">["dataRepositories"]>>>();
    nothing<Lacking<SharedHomeProps, FileSystem<"efs">>>();
    nothing<Lacking<SharedHomeOpenZfsProps, FileSystem<"openzfs">>>();
    nothing<Lacking<existing.NfsProps, FileSystem<"nfs">>>();
    nothing<Lacking<existing.BeegfsProps, FileSystem<"beegfs">>>();
    nothing<Lacking<existing.CephfsProps, FileSystem<"cephfs">>>();
    nothing<Lacking<existing.SpectrumScaleProps, FileSystem<"spectrum-scale">>>();
    nothing<Lacking<existing.WekaProps, FileSystem<"weka">>>();
    // Keys of their own say the cache and the sharing; steps at boot are programs, which a program must bring.
    nothing<Lacking<GpuNodePoolProps, Part<"pools">, "nvmeCache" | "gpuSharing" | "bootSteps">>();
    // Pools and file systems are all of the blueprint's.
    nothing<Lacking<ClusterMonitoringProps, NonNullable<Blueprint["monitoring"]>, "pools" | "fileSystems">>();
  });

  it("has a key for every prop of what starts nodes", () => {
    // A second stack is a program's affair.
    nothing<LackingOfAdopters>();
    nothing<Lacking<SlurmPartitionProps, Item<Slurm["partitions"]>>>();
    nothing<Lacking<SlurmAccountingProps, NonNullable<Slurm["accounting"]>>>();
    nothing<Lacking<SlurmDirectoryProps, NonNullable<Slurm["directory"]>>>();
    nothing<Lacking<SlurmMonitoringProps, NonNullable<Slurm["monitoring"]>>>();
    nothing<Lacking<slurm.PriorityWeightOptions, NonNullable<Slurm["priority"]>>>();
    nothing<Lacking<slurm.SlurmQosOptions, Item<Slurm["qos"]>>>();
    nothing<Lacking<slurm.SlurmAccountOptions, Item<Slurm["accounts"]>>>();
    nothing<Lacking<slurm.SlurmUserOptions, Item<Slurm["users"]>>>();
    nothing<Lacking<PcsPartitionProps, Item<Pcs["partitions"]>>>();
    nothing<Lacking<BurstPartitionProps, Item<NonNullable<Blueprint["hybrid"]>["partitions"]>>>();
    nothing<Lacking<training.RayClusterOptions, Item<Ray["rayClusters"]>>>();
    nothing<Lacking<training.FineTuningOptions, Item<Ray["fineTuning"]>>>();
    nothing<Lacking<training.BatchJobOptions, Item<Ray["jobs"]>>>();
    nothing<Lacking<serving.ServingOptions, Item<Ray["serving"]>>>();
    nothing<Lacking<serving.TritonOptions, Item<Ray["triton"]>>>();
    nothing<Lacking<ray.BucketMountOptions, Item<Ray["bucketMounts"]>>>();
    nothing<Lacking<ray.GatewayOptions, NonNullable<Ray["gateway"]>>>();
    nothing<Lacking<cluster.QueueOptions, NonNullable<Ray["queues"]>>>();
    nothing<Lacking<cluster.MonitoringOptions, Exclude<NonNullable<Ray["monitoring"]>, false>>>();
  });

  const keys = [...eachKey(blueprintSchema)];

  it("explains every key", () => {
    expect(keys.length).toBeGreaterThan(250);
    expect(keys.filter(({ description }) => (description ?? "").length < 5).map(({ path }) => path)).toEqual([]);
  });

  it("says of every optional key what holds where it is left out", () => {
    const silent = keys.filter(({ schema, optional }) => optional && defaultMetadata.get(schema) === undefined);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it("has only values for defaults that the key itself would take", () => {
    const wrong = keys.filter(({ schema }) => {
      const metadata = defaultMetadata.get(schema) as DefaultMetadata | undefined;
      return metadata?.kind === "default" && !schema.safeParse(metadata.value).success;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
