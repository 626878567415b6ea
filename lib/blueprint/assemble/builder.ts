import type { Construct } from "constructs";
import type { Cloud, CloudParts } from "../../clouds/cloud";
import { type DefaultCloud, defaultCloud, type Grantee, type IBucket } from "../../clouds/default-cloud";
import { type ErrorCode, WarpformError } from "../../errors";
import { ADOPTERS } from "../../model/adopters";
import { nearest } from "../../units/nearest";
import { type BlueprintProblem, pathText, problem } from "../reader/blueprint-error";
import { type Path, propPath } from "../reader/path";
import type { BlueprintSource } from "../reader/source";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { blame } from "./blame";
import type { ConstructClass, Declaration, Emitter, Named } from "./emitter";

/** What is known of the blueprint before its parts are built. */
export interface BuilderOptions {
  readonly blueprint?: Blueprint;
  readonly problems?: readonly BlueprintProblem[];
  /** Names of parts that were left out for their problems. */
  readonly broken?: ReadonlySet<string>;
  /** Names that parts with a wrong name have instead, by their paths. */
  readonly standIns?: ReadonlyMap<string, string>;
}

/** Builds the parts of a blueprint in a stack, and collects what goes wrong, each problem at the place that caused it. */
export class Builder implements Emitter {
  public readonly problems: BlueprintProblem[];
  /** In the vocabulary that blueprints speak; parts that it lacks are refused. */
  public readonly cloud: DefaultCloud;
  private readonly broken: ReadonlySet<string>;
  private readonly standIns: ReadonlyMap<string, string>;
  private readonly blueprint: Blueprint | undefined;

  constructor(
    private readonly stack: Construct,
    private readonly source: BlueprintSource,
    read: BuilderOptions = {},
    cloud: Cloud = defaultCloud,
  ) {
    this.cloud = cloud as DefaultCloud;
    this.problems = [...(read.problems ?? [])];
    this.broken = read.broken ?? new Set();
    this.standIns = read.standIns ?? new Map();
    this.blueprint = read.blueprint;
  }

  public construct<Props, Made>(
    path: Path,
    type: ConstructClass<Props, Made>,
    name: string,
    props: Props,
    kind?: string,
  ): Made | undefined {
    if (this.lacks(path, type)) return undefined;
    const id = this.idOf(path, name);
    const wrong: string[] = [];
    const made = this.part(path, () => new type(this.stack, id, props, this.cloud), wrong);
    if (made !== undefined || wrong.length === 0) return made;
    this.stack.node.tryRemoveChild(id);
    // What refers to it is checked all the same, against the part without what is wrong with it.
    return !PARTS.includes(kind ?? "") ? undefined : this.standIn(type, id, withoutProps(props, wrong));
  }

  private idOf(path: Path, name: string): string {
    return this.standIns.get(pathText(path)) ?? name;
  }

  /** A part in place of one that could not be made; undefined where there can be none. */
  private standIn<Props, Made>(type: ConstructClass<Props, Made>, id: string, props: Props): Made | undefined {
    try {
      return new type(this.stack, id, props, this.cloud);
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      this.stack.node.tryRemoveChild(id);
      return undefined;
    }
  }

  public declared<Method extends string, Owner extends Readonly<Record<Method, Declaration>>>(
    path: Path,
    owner: Owner,
    method: Method,
    id: string,
    props: Parameters<Owner[Method]>[2],
  ): ReturnType<Owner[Method]> | undefined {
    if (this.lacks(path, owner?.[method])) return undefined;
    return this.part(path, () => owner[method](this.stack, this.idOf(path, id), props) as ReturnType<Owner[Method]>);
  }

  public made<Args extends readonly unknown[], Made>(path: Path, type: new (...args: Args) => Made, ...args: Args) {
    if (this.lacks(path, type)) return undefined;
    return this.part(path, () => new type(...args));
  }

  public called<Method extends string, Args extends readonly unknown[], Made>(
    path: Path,
    owner: Readonly<Record<Method, (...args: Args) => Made>>,
    method: Method,
    ...args: Args
  ): Made | undefined {
    if (this.lacks(path, owner?.[method])) return undefined;
    return this.part(path, () => owner[method](...args));
  }

  public grantReadWrite(grantee: Grantee, bucket: IBucket): void {
    this.cloud.bucketAccess.grantReadWrite(grantee as never, bucket as never);
  }

  public uri(bucket: IBucket, rest: string): string {
    const all = this.cloud.bucketAccess.uri(bucket as never, rest.replace(/^\//, ""));
    return rest === "" ? all.replace(/\/$/, "") : all;
  }

  public named<T>(path: Path, what: string, name: string, things: Named<T>): T | undefined {
    if (!things.has(name) && this.broken.has(name)) return undefined;
    if (!things.has(name)) {
      const near = nearest(name, things.keys(), 1)[0];
      const known = [...things.keys()];
      const advice =
        near !== undefined
          ? `; did you mean "${near}"`
          : known.length > 0
            ? `; known are ${known.join(", ")}`
            : "; none is defined";
      this.refuse("unknown-name", path, `no ${what} is named "${name}"${advice}`);
    }
    return things.get(name);
  }

  public refuse(code: ErrorCode, path: Path, message: string): void {
    this.problems.push(problem(code, path, `${pathText(path)}: ${message}`, this.source.locate(path)));
  }

  /** Whether the cloud lacks a class or a maker; that is noted. */
  private lacks(path: Path, part: unknown): boolean {
    if (part !== undefined) return false;
    const { title, parts } = this.cloud;
    const keys = Object.entries(PART_KEYS).flatMap(([name, key]) => (name in parts ? [key] : []));
    this.refuse(
      "not-allowed",
      path,
      `${title} has none of these; leave it out, ${title} has ${[...new Set(keys)].join(", ")}`,
    );
    return true;
  }

  /** Builds one part; problems of its props are blamed on `path` and noted. */
  public part<T>(path: Path, build: () => T, wrong: string[] = []): T | undefined {
    try {
      return build();
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      const { source, blueprint } = this;
      for (const found of error.problems) {
        wrong.push(found.path);
        const blamed = blame(found, { path, construct: error.construct, blueprint, source });
        this.problems.push(problem(found.code, blamed.path, blamed.message, source.locate(blamed.path)));
      }
      return undefined;
    }
  }
}

/** Keys of a blueprint that parts are made of. */
const PART_KEYS: Readonly<Partial<Record<keyof CloudParts, string>>> = {
  ClusterNetwork: "network",
  InfiniBandFabric: "fabric",
  CheckpointBucket: "buckets",
  LustreStorage: "fileSystems",
  SharedHome: "fileSystems",
  ExistingFileSystem: "fileSystems",
  GpuNodePool: "pools",
  ...Object.fromEntries(Object.values(ADOPTERS).map(({ construct, key }) => [construct, key])),
  ClusterMonitoring: "monitoring",
};

/** What others refer to, as `assemble` calls it. */
const PARTS: readonly string[] = ["network", "fabric", "bucket", "storage", "pool"];

/** Props without those that problems lie in. */
function withoutProps<Props>(props: Props, wrong: readonly string[]): Props {
  const names = wrong.map((path) => propPath(path)[0]);
  return Object.fromEntries(Object.entries(props as object).filter(([name]) => !names.includes(name))) as Props;
}
