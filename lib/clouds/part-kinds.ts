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

/** What nodes can mount. */
export interface Mountable {
  /** What a pool takes to mount it at a path. */
  mount(path: string, options?: { readonly readOnly?: boolean }): unknown;
}

/** Of a file system, made or imported. */
export interface FileSystemPart extends Mountable {
  /** Name in the model. */
  readonly name: string;
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

/** Ways to buy nodes, by the kinds of the model; a cloud has those that it sells. */
export interface CapacityMakers {
  onDemand(options?: SourceOptions): Source;
  spot(options?: SourceOptions): Source;
  block?(reservationId: string, options: object): Source;
  reservation?(reservationId: string, options?: object): Source;
  buyBlock?(options: object): Source;
  reserve?(options: object): Source;
  reservationGroup?(groupArn: string, options?: object): Source;
}

/** What every source of nodes may say. */
export interface SourceOptions {
  readonly nodes?: number;
}

/** Images of nodes: the default ones with and without GPU drivers, and named ones. */
export interface ImageMakers {
  dlami?(os?: string): object;
  plain?(os?: string): object;
  id?(id: string, os: string): object;
  ssmParameter?(name: string, os: string): object;
}

/** How near to each other nodes are placed. */
export interface PlacementMakers {
  cluster?(): object;
  none?(): object;
  existing?(groupName: string): object;
}

/** Ways to share a GPU. */
export interface SharingMakers {
  mig?(profile: string): Sharing;
  mps?(replicas: number): Sharing;
  timeSlicing?(replicas: number): Sharing;
}

/** File systems that exist, by kind. */
export interface FileSystemMakers {
  nfs?(scope: Construct, id: string, props: never): Mountable;
  beegfs?(scope: Construct, id: string, props: never): Mountable;
  cephfs?(scope: Construct, id: string, props: never): Mountable;
  weka?(scope: Construct, id: string, props: never): Mountable;
  spectrumScale?(scope: Construct, id: string, props: never): Mountable;
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
