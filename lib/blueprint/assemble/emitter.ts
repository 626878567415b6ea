import type { Construct } from "constructs";
import type { Cloud } from "../../clouds/cloud";
import type { DefaultCloud, Grantee, IBucket } from "../../clouds/default-cloud";
import type { ErrorCode } from "../../errors";
import type { Path } from "../reader/path";

/** A construct's class; an architecture's takes the cloud too, whose parts it is made of. */
export type ConstructClass<Props, Made> = new (scope: Construct, id: string, props: Props, cloud: Cloud) => Made;

/** A static method that declares a construct: `ClusterNetwork.import`, `SharedHome.openZfs`. */
export type Declaration = (scope: Construct, id: string, props: never) => unknown;

/** Named things, those that could not be made among them as undefined. */
export type Named<T> = ReadonlyMap<string, T | undefined>;

/**
 * Makes the parts that a blueprint asks for. One emitter builds them, another writes the program that builds them; both are
 * led through the blueprint by `assemble`, so that they cannot differ. `path` is the part of the blueprint to blame.
 */
export interface Emitter {
  /** Whose parts are made. */
  readonly cloud: DefaultCloud;
  /** `new Class(stack, id, props)`; `kind` says what others know it as, and is left out where nobody refers to it. */
  construct<Props, Made>(
    path: Path,
    type: ConstructClass<Props, Made>,
    id: string,
    props: Props,
    kind?: string,
  ): Made | undefined;
  /** `Class.method(stack, id, props)` */
  declared<Method extends string, Owner extends Readonly<Record<Method, Declaration>>>(
    path: Path,
    owner: Owner,
    method: Method,
    id: string,
    props: Parameters<Owner[Method]>[2],
    kind: string,
  ): ReturnType<Owner[Method]> | undefined;
  /** `new Class(...args)` of something that is no construct. */
  made<Args extends readonly unknown[], Made>(
    path: Path,
    type: new (...args: Args) => Made,
    ...args: Args
  ): Made | undefined;
  /** `Class.method(...args)`, or the same of something made before. */
  called<Method extends string, Args extends readonly unknown[], Made>(
    path: Path,
    owner: Readonly<Record<Method, (...args: Args) => Made>>,
    method: Method,
    ...args: Args
  ): Made | undefined;
  /** Lets a pool's nodes, or a cluster's pods, read and write a bucket. */
  grantReadWrite(grantee: Grantee, bucket: IBucket): void;
  /** Address of the bucket, which only Terraform may know, and `rest`. */
  uri(bucket: IBucket, rest: string): string;
  /** The thing of that name; where there is none, that is noted. */
  named<T>(path: Path, what: string, name: string, things: Named<T>): T | undefined;
  /** Notes that a part is wrong as it stands. */
  refuse(code: ErrorCode, path: Path, message: string): void;
}
