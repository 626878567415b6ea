import type { Capacity } from "../clouds/default-cloud";
import { bucket, network, says } from "../clouds/default-rules";
import { optional, type Table } from "../props/field";
import { list, made } from "../props/nested-fields";
import { text } from "../props/simple-fields";
import type { ClusterProps } from "./cluster-props";

/** Props of a part, which its construct checks. */
export const partProps = <T extends object>() => made<T>("an object of props", () => true);

/** A workload, which its own checks read. */
export const workload = <T extends object>() => made<T>("an object that says what the cluster is for", () => true);

/** What all architectures take beside their workload. */
export const CLUSTER = {
  network: optional(network()),
  availabilityZone: optional(text({ known: "the region and prices follow from it", example: "us-east-2a" })),
  instanceType: optional(text({ known: "the cluster is sized for it", example: "p5.48xlarge" })),
  capacity: optional(
    list(made<Capacity>("a Capacity, such as Capacity.onDemand()", says("kind")), {
      words: "a list of Capacity, such as [Capacity.onDemand()]",
    }),
  ),
  bucket: optional(bucket()),
  pool: optional(partProps<NonNullable<ClusterProps["pool"]>>()),
  monitoring: optional(partProps<NonNullable<ClusterProps["monitoring"]>>()),
} satisfies Table<ClusterProps>;
