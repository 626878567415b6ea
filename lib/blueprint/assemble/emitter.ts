import type { Construct } from "constructs";
import type { Cloud } from "../../clouds/cloud";
import type { Bucket } from "../../clouds/part-kinds";
import type { ErrorCode } from "../../errors";
import type { Path } from "../reader/path";

/** A construct's class; an architecture's takes the cloud too, whose parts it is made of. */
export type ConstructClass<Made> = new (scope: Construct, id: string, props: never, cloud: never) => Made;

/** A static method that declares a construct: `ClusterNetwork.import`, `SharedHome.openZfs`. */
export type Declaration<Made> = (scope: Construct, id: string, props: never) => Made;

/** Named things, those that could not be made among them as undefined. */
export type Named<T> = ReadonlyMap<string, T | undefined>;

/** Something of a cloud with methods, of which it may lack some or all. */
type Owner<Method extends string, Call> = Readonly<Partial<Record<Method, Call>>> | undefined;

/**
 * Makes the parts that a blueprint asks for. One emitter builds them, another writes the program that builds them; both are
 * led through the blueprint by `assemble`, so that they cannot differ. `path` is the part of the blueprint to blame. Props are in
 * the terms of the blueprint's cloud, whose constructs check them; what the cloud lacks is noted.
 */
export interface Emitter {
  /** Whose parts are made. */
  readonly cloud: Cloud;
  /** `new Class(stack, id, props)`; `kind` says what others know it as, and is left out where nobody refers to it. */
  construct<Made>(
    path: Path,
    type: ConstructClass<Made> | undefined,
    id: string,
    props: object,
    kind?: string,
  ): Made | undefined;
  /** `Class.method(stack, id, props)` */
  declared<Method extends string, Made>(
    path: Path,
    owner: Owner<Method, Declaration<Made>>,
    method: Method,
    id: string,
    props: object,
    kind: string,
  ): Made | undefined;
  /** `new Class(...args)` of something that is no construct. */
  made<Made>(path: Path, type: (new (props: never) => Made) | undefined, props: object): Made | undefined;
  /** `Class.method(...args)`, or the same of something made before. */
  called<Method extends string, Args extends readonly unknown[], Made>(
    path: Path,
    owner: Owner<Method, (...args: Args) => Made>,
    method: Method,
    ...args: Args
  ): Made | undefined;
  /** Lets a pool's nodes, or a cluster's pods, read and write a bucket. */
  grantReadWrite(grantee: object, bucket: Bucket): void;
  /** Address of the bucket, which only Terraform may know, and `rest`. */
  uri(bucket: Bucket, rest: string): string;
  /** The thing of that name; where there is none, that is noted. */
  named<T>(path: Path, what: string, name: string, things: Named<T>): T | undefined;
  /** Notes that a part is wrong as it stands. */
  refuse(code: ErrorCode, path: Path, message: string): void;
}
