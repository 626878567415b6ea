import type { Bucket, FileSystemPart, Network, Source } from "../clouds/part-kinds";
import { optional, type Table } from "../props/field";
import { can, list, made, says } from "../props/nested-fields";
import { text } from "../props/simple-fields";
import type { ClusterProps } from "./cluster-props";

/** Props of a part, which its construct checks. */
export const partProps = <T extends object>() => made<T>("an object of props", () => true);

/** One source of nodes. */
type SourceOf<Props extends { readonly capacity?: readonly Source[] }> = NonNullable<Props["capacity"]>[number];

/** A workload, which its own checks read. */
export const workload = <T extends object>() => made<T>("an object that says what the cluster is for", () => true);

/** A network, made or imported. */
const network = <T extends Network>() => made<T>("a ClusterNetwork", says("clusterName"));

const bucket = <T extends Bucket>() =>
  made<T>("a CheckpointBucket (CheckpointBucket.import names an existing one)", says("bucketName"));

/** A Lustre file system, made or imported. */
export const lustre = <T extends FileSystemPart>() => made<T>("a LustreStorage", can("mount"));

/** What all architectures take beside their workload. */
export const CLUSTER = {
  network: optional(network<NonNullable<ClusterProps["network"]>>()),
  availabilityZone: optional(text({ known: "the region and prices follow from it", example: "us-east-2a" })),
  instanceType: optional(text({ known: "the cluster is sized for it", example: "p5.48xlarge" })),
  capacity: optional(
    list(made<SourceOf<ClusterProps>>("a Capacity, such as Capacity.onDemand()", says("kind")), {
      words: "a list of Capacity, such as [Capacity.onDemand()]",
    }),
  ),
  bucket: optional(bucket<NonNullable<ClusterProps["bucket"]>>()),
  pool: optional(partProps<NonNullable<ClusterProps["pool"]>>()),
  monitoring: optional(partProps<NonNullable<ClusterProps["monitoring"]>>()),
} satisfies Table<ClusterProps>;
