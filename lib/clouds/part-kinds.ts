import type { Construct, IConstruct } from "constructs";
import type { InstanceType } from "../catalog/types";
import type { CapacitySource } from "../model/model";

/** What code that names no cloud asks of a network, made or imported. */
export interface Network extends IConstruct {
  /** Prefix of the names of its cluster's resources. */
  readonly clusterName: string;
  readonly region: string;
  readonly availabilityZone: string;
}

/** Of a bucket, made or imported. */
export interface Bucket {
  /** Name that the cloud knows it by. */
  readonly bucketName: string;
}

/** Of a file system that nodes can mount, made or imported. */
export interface FileSystemPart {
  /** Name in the model. */
  readonly name: string;
  /** What a pool takes to mount it at a path. */
  mount(path: string): unknown;
}

/** Of a pool. */
export interface Pool extends IConstruct {
  /** Name in the model. */
  readonly name: string;
  readonly instanceType: InstanceType;
  readonly nodes: { readonly min: number; readonly max: number };
}

/** Of a source of nodes. */
export interface Source {
  readonly kind: CapacitySource["kind"];
}

/** How GPUs are shared. */
export interface Sharing {
  readonly kind: "mig" | "mps" | "time-slicing";
  /** MIG profile. */
  readonly profile: string | undefined;
  readonly replicas: number;
}

/** What stands for a part where it may be made or imported, in the types of one cloud. */
export interface CloudKinds {
  readonly network: Network;
  readonly bucket: Bucket;
  readonly lustre: FileSystemPart;
  /** Who may be let to a bucket. */
  readonly grantee: object;
  /** Where a pool's nodes come from, in order of preference. */
  readonly capacity: readonly Source[];
  readonly sharing: Sharing;
}

/** A construct's class, whatever its props. */
export type PartClass<Made extends IConstruct = IConstruct> = new (scope: Construct, id: string, props: never) => Made;

/** A class as code that names no cloud makes it, of a cloud where it is `Own`. */
export type NeutralClass<Class, Own = unknown> =
  Class extends PartClass<infer Made>
    ? Omit<Class, "prototype"> & (new (scope: Construct, id: string, props: object) => Made & Own)
    : Class;
