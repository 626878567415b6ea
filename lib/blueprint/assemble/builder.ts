import type { Construct } from "constructs";
import type { BuiltCloud } from "../../clouds/by-name";
import type { Cloud, CloudParts } from "../../clouds/cloud";
import { defaultCloud } from "../../clouds/default-cloud";
import { CLOUD_NAMES } from "../../clouds/names";
import type { Bucket } from "../../clouds/part-kinds";
import { type ErrorCode, WarpformError } from "../../errors";
import { ADOPTERS } from "../../remedies/adopters";
import { type BlueprintProblem, pathText, problem } from "../reader/blueprint-error";
import { likelyName, noSuchName } from "../reader/no-such-name";
import { type Path, propPath } from "../reader/path";
import type { RepairedPart } from "../reader/repaired-parts";
import type { BlueprintSource } from "../reader/source";
import { adoptersIn, poolsNamedBy } from "../reader/written-adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { blame } from "./blame";
import type { ConstructClass, Declaration, Emitter, Named } from "./emitter";
import { PoolsInstead } from "./pools-instead";
import { Trials } from "./trials";

/** What is known of the blueprint before its parts are built. */
export interface BuilderOptions {
  readonly blueprint?: Blueprint;
  readonly problems?: readonly BlueprintProblem[];
  /** Names of parts that were left out for their problems. */
  readonly broken?: ReadonlySet<string>;
  /** Names that parts with a wrong name have instead, by their paths. */
  readonly standIns?: ReadonlyMap<string, string>;
  /** Parts that are built without what their shape is refused for. */
  readonly repaired?: readonly RepairedPart[];
}

/** Builds the parts of a blueprint in a stack, and collects what goes wrong, each problem at the place that caused it. */
export class Builder implements Emitter {
  public readonly problems: BlueprintProblem[];
  /** Whether the network is another than was asked for, of which nothing is to be said. */
  public networkStandsIn = false;
  /** Paths of the parts that were built, or refused by their construct. */
  private readonly tried = new Set<string>();
  private readonly broken: ReadonlySet<string>;
  private readonly standIns: ReadonlyMap<string, string>;
  private readonly blueprint: Blueprint | undefined;
  private readonly trials: Trials;
  private readonly poolsInstead: PoolsInstead;

  constructor(
    private readonly stack: Construct,
    private readonly source: BlueprintSource,
    read: BuilderOptions = {},
    public readonly cloud: Cloud = defaultCloud,
  ) {
    this.problems = [...(read.problems ?? [])];
    this.broken = read.broken ?? new Set();
    this.standIns = read.standIns ?? new Map();
    this.blueprint = read.blueprint;
    this.trials = new Trials((read.repaired ?? []).map(({ path }) => pathText(path)));
    this.poolsInstead = new PoolsInstead(stack, cloud);
  }

  public construct<Made>(
    path: Path,
    type: ConstructClass<Made> | undefined,
    name: string,
    props: object,
    kind?: string,
  ): Made | undefined {
    this.tried.add(pathText(path));
    if (type === undefined) return this.lacks(path);
    const id = this.idOf(path, name);
    const wrong: string[] = [];
    const made = this.part(path, () => new type(this.stack, id, props as never, this.cloud as never), wrong);
    if (this.trials.has(path)) {
      this.stack.node.tryRemoveChild(id);
      return undefined;
    }
    if (kind === "network") this.poolsInstead.network = made;
    if (made !== undefined || wrong.length === 0) return made;
    this.stack.node.tryRemoveChild(id);
    // What refers to it is checked all the same, against the part without what is wrong with it.
    if (!PARTS.includes(kind ?? "")) return undefined;
    const rest = this.standIn(type, id, withoutProps(props, wrong));
    const instead = rest ?? (kind === "network" ? this.networkInstead(type, id, props) : undefined);
    if (kind === "network") this.poolsInstead.network = instead;
    return instead;
  }

  private idOf(path: Path, name: string): string {
    return this.standIns.get(pathText(path)) ?? name;
  }

  /** A network that can be made, in place of one whose zone is none or that others of its props rest on. */
  private networkInstead<Made>(type: ConstructClass<Made>, id: string, props: object): Made | undefined {
    const { availabilityZone = "", clusterName } = props as { availabilityZone?: string; clusterName?: string };
    const zones = CLOUD_NAMES[this.cloud.name as BuiltCloud]?.zonesInstead(availabilityZone) ?? [];
    for (const zone of zones) {
      const made = this.standIn(type, id, { clusterName, availabilityZone: zone });
      this.networkStandsIn = made !== undefined;
      if (made !== undefined) return made;
    }
    return undefined;
  }

  /** A part in place of one that could not be made; undefined where there can be none. */
  private standIn<Made>(type: ConstructClass<Made>, id: string, props: object): Made | undefined {
    try {
      return new type(this.stack, id, props as never, this.cloud as never);
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      this.stack.node.tryRemoveChild(id);
      return undefined;
    }
  }

  public declared<Method extends string, Made>(
    path: Path,
    owner: Readonly<Partial<Record<Method, Declaration<Made>>>> | undefined,
    method: Method,
    id: string,
    props: object,
    kind?: string,
  ): Made | undefined {
    if (owner?.[method] === undefined) return this.lacks(path);
    const made = this.part(path, () => owner[method]!(this.stack, this.idOf(path, id), props as never));
    if (this.trials.has(path)) {
      this.stack.node.tryRemoveChild(this.idOf(path, id));
      return undefined;
    }
    if (kind !== "network") return made;
    if (made === undefined) this.stack.node.tryRemoveChild(id);
    const network = made ?? this.networkInstead(this.cloud.parts.ClusterNetwork as never, id, props);
    this.poolsInstead.network = network;
    return network;
  }

  public made<Made>(path: Path, type: (new (props: never) => Made) | undefined, props: object): Made | undefined {
    if (type === undefined) return this.lacks(path);
    return this.part(path, () => new type(props as never));
  }

  public called<Method extends string, Args extends readonly unknown[], Made>(
    path: Path,
    owner: Readonly<Partial<Record<Method, (...args: Args) => Made>>> | undefined,
    method: Method,
    ...args: Args
  ): Made | undefined {
    if (owner?.[method] === undefined) return this.lacks(path);
    return this.part(path, () => owner[method]!(...args));
  }

  public grantReadWrite(grantee: object, bucket: Bucket): void {
    this.cloud.bucketAccess.grantReadWrite(grantee as never, bucket as never);
  }

  public uri(bucket: Bucket, rest: string): string {
    const all = this.cloud.bucketAccess.uri(bucket as never, rest.replace(/^\//, ""));
    return rest === "" ? all.replace(/\/$/, "") : all;
  }

  public named<T>(path: Path, what: string, name: string, things: Named<T>): T | undefined {
    if (!things.has(name) && this.broken.has(name)) return this.instead(path, what, name);
    if (things.has(name)) return things.get(name) ?? this.instead(path, what, name);
    const known = [...things.keys()];
    if (!this.problems.some((told) => told.path === pathText(path)))
      this.problems.push(noSuchName(path, what, name, [...new Set([...known, ...this.leftOut(what)])], this.source));
    const likely = what === "pool" ? likelyName(name, known) : undefined;
    const meant = likely === undefined || this.isTaken(likely, name, known) ? undefined : things.get(likely);
    return meant ?? this.instead(path, what, name);
  }

  /** Pools that are wrong as they are written, whose names hold all the same. */
  private leftOut(what: string): readonly string[] {
    return what === "pool" ? [...this.broken].filter((name) => this.source.has(["pools", name])) : [];
  }

  /** A pool in place of one that is not there, so that whoever names it can be heard. */
  private instead<T>(path: Path, what: string, name: string): T | undefined {
    const pool = what === "pool" ? this.poolsInstead.of(name) : undefined;
    if (pool !== undefined) this.trials.add(path, pool.node.id);
    return pool as T | undefined;
  }

  /** Takes out of the tree what only stood in for pools that are not there. */
  public removeStandIns(): void {
    this.poolsInstead.remove();
  }

  /** Whether someone starts the nodes of a pool already, so that it cannot stand in for one that `name` was to start. */
  private isTaken(pool: string, name: string, known: readonly string[]): boolean {
    const names = new Set(adoptersIn(this.blueprint).flatMap(poolsNamedBy));
    const means = (other: string) => (known.includes(other) ? other : likelyName(other, known));
    return names.has(name) && [...names].some((other) => other !== name && means(other) === pool);
  }

  public refuse(code: ErrorCode, path: Path, message: string): void {
    if (this.isUntold(code, path)) return;
    this.problems.push(problem(code, path, `${pathText(path)}: ${message}`, this.source.locate(path)));
  }

  /** Whether the construct of a part has said what is wrong with it; not so where it refers to one that is not there. */
  public hasTried(path: Path): boolean {
    return this.tried.has(pathText(path)) && !this.trials.has(path);
  }

  /** Whether what was found may follow from what stands in for something else, or is said already. */
  private isUntold(code: ErrorCode, path: Path): boolean {
    return this.trials.has(path) && !this.trials.tells(code, path, this.problems);
  }

  /** Notes that the cloud lacks a class or a maker. */
  private lacks(path: Path): undefined {
    const { title, parts } = this.cloud;
    const keys = Object.entries(PART_KEYS).flatMap(([name, key]) => (name in parts ? [key] : []));
    this.refuse(
      "not-allowed",
      path,
      `${title} has none of these; leave it out, ${title} has ${[...new Set(keys)].join(", ")}`,
    );
  }

  /** Builds one part; problems of its props are blamed on `path` and noted. */
  public part<T>(path: Path, build: () => T, wrong: string[] = []): T | undefined {
    try {
      return build();
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      const { source, blueprint } = this;
      const told = [...this.problems];
      for (const found of error.problems) {
        wrong.push(found.path);
        const blamed = blame(found, { path, construct: error.construct, part: error.part, blueprint, source });
        if (this.trials.has(path) && !this.trials.tells(found.code, blamed.path, told)) continue;
        this.problems.push(
          problem(found.code, blamed.path, this.trials.worded(blamed.message), source.locate(blamed.path)),
        );
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
function withoutProps(props: object, wrong: readonly string[]): object {
  const names = wrong.map((path) => propPath(path)[0]);
  return Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name)));
}
