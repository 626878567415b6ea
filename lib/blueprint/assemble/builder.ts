import type { Construct } from "constructs";
import { type DefaultCloud, defaultCloud, type Grantee, type IBucket } from "../../clouds/default-cloud";
import { type ErrorCode, WarpformError } from "../../errors";
import { nearest } from "../../units/nearest";
import { type BlueprintProblem, pathText, problem } from "../reader/blueprint-error";
import { inBlueprintWords } from "../reader/blueprint-words";
import type { Path } from "../reader/path";
import type { BlueprintSource } from "../reader/source";
import type { ConstructClass, Declaration, Named, Workshop } from "./workshop";

/** Builds the parts of a blueprint in a stack, and collects what goes wrong, each problem at the place that caused it. */
export class Builder implements Workshop {
  public readonly problems: BlueprintProblem[];
  private readonly broken: ReadonlySet<string>;

  constructor(
    private readonly stack: Construct,
    private readonly source: BlueprintSource,
    read: { readonly problems?: readonly BlueprintProblem[]; readonly broken?: ReadonlySet<string> } = {},
    public readonly cloud: DefaultCloud = defaultCloud,
  ) {
    this.problems = [...(read.problems ?? [])];
    this.broken = read.broken ?? new Set();
  }

  public construct<Props, Made>(
    path: Path,
    type: ConstructClass<Props, Made>,
    id: string,
    props: Props,
    kind?: string,
  ): Made | undefined {
    const wrong: string[] = [];
    const made = this.part(path, () => new type(this.stack, id, props), wrong);
    if (made !== undefined || wrong.length === 0) return made;
    this.stack.node.tryRemoveChild(id);
    // What refers to it is checked all the same, against the part without what is wrong with it.
    return !PARTS.includes(kind ?? "") ? undefined : this.standIn(type, id, withoutProps(props, wrong));
  }

  /** A part in place of one that could not be made; undefined where there can be none. */
  private standIn<Props, Made>(type: ConstructClass<Props, Made>, id: string, props: Props): Made | undefined {
    try {
      return new type(this.stack, id, props);
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
    return this.part(path, () => owner[method](this.stack, id, props) as ReturnType<Owner[Method]>);
  }

  public made<Args extends readonly unknown[], Made>(path: Path, type: new (...args: Args) => Made, ...args: Args) {
    return this.part(path, () => new type(...args));
  }

  public called<Method extends string, Args extends readonly unknown[], Made>(
    path: Path,
    owner: Readonly<Record<Method, (...args: Args) => Made>>,
    method: Method,
    ...args: Args
  ): Made | undefined {
    return this.part(path, () => owner[method](...args));
  }

  public grantReadWrite(grantee: Grantee, bucket: IBucket): void {
    grantee.grant(...bucket.readWriteStatements());
  }

  public uri(bucket: IBucket, rest: string): string {
    return `s3://${bucket.bucketName}${rest}`;
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
            ? `; there are ${known.join(", ")}`
            : "; there is none yet";
      this.refuse("unknown-name", path, `there is no ${what} "${name}"${advice}`);
    }
    return things.get(name);
  }

  public refuse(code: ErrorCode, path: Path, message: string): void {
    this.problems.push(problem(code, path, `${pathText(path)}: ${message}`, this.source.locate(path)));
  }

  /** Builds one part; problems of its props are blamed on `path` and noted. */
  public part<T>(path: Path, build: () => T, wrong: string[] = []): T | undefined {
    try {
      return build();
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      const where = path.length === 0 ? "" : `${pathText(path)}: `;
      for (const { code, path: prop, message } of error.problems) {
        wrong.push(prop);
        const full = this.keyPath(this.ownerPath(path, error.message, prop), propPath(prop));
        const key = SHARING_KEYS.find((one) => one === full.at(-1));
        const said = inBlueprintWords(full.at(-1) === "efa" ? message.replaceAll("fabric", "efa") : message, key);
        this.problems.push(problem(code, full, `${where}${said}`, this.source.locate(full)));
      }
      return undefined;
    }
  }

  /** The section of an architecture that a prop of one of its parts was given in, or else the part to blame itself. */
  private ownerPath(path: Path, blamed: string, prop: string): Path {
    const section = SECTIONS_OF_PARTS.find(([type]) => blamed.startsWith(`${type} "`))?.[1];
    if (path[0] !== "architecture" || section === undefined) return path;
    const inner = [...path, section];
    return this.source.has([...inner, ...propPath(prop).slice(0, 1)]) ? inner : path;
  }

  /** Where a prop of a part stands in the blueprint: at one of the keys that say the same, where it has not the prop's name. */
  private keyPath(path: Path, prop: Path): Path {
    const at = prop.findIndex((part) => KEYS_OF_PROP.has(part));
    const owner = [...path, ...prop.slice(0, Math.max(0, at))];
    const key = KEYS_OF_PROP.get(prop[at] ?? "")?.find((one) => this.source.has([...owner, one]));
    return key === undefined ? [...path, ...prop] : [...owner, key];
  }
}

/** What others refer to, as `assemble` calls it. */
const PARTS: readonly string[] = ["network", "fabric", "bucket", "storage", "pool"];

/** Props without those that problems lie in. */
function withoutProps<Props>(props: Props, wrong: readonly string[]): Props {
  const names = wrong.map((path) => propPath(path)[0]);
  return Object.fromEntries(Object.entries(props as object).filter(([name]) => !names.includes(name))) as Props;
}

/** Keys that share GPUs, for which constructs have one prop. */
const SHARING_KEYS: readonly string[] = ["migProfile", "mpsReplicas", "timeSlicingReplicas"];

/** Sections of an architecture, by the constructs whose props they hold. */
const SECTIONS_OF_PARTS = [
  ["GpuNodePool", "pool"],
  ["SlurmHeadNode", "slurm"],
  ["KubeRayCluster", "ray"],
  ["LustreStorage", "lustre"],
  ["ClusterMonitoring", "monitoring"],
] as const;

/** Keys of props that a blueprint has under other names. */
const KEYS_OF_PROP: ReadonlyMap<string | number, readonly string[]> = new Map([
  ["fabric", ["fabric", "efa"]],
  ["gpuSharing", SHARING_KEYS],
  ["nvmeCache", ["nvmeCachePath", "nvmeReadCacheFor"]],
]);

/** `capacity[0].nodes` to ["capacity", 0, "nodes"]; a path that is no prop (an id) to nothing. */
function propPath(prop: string): Path {
  if (prop === "id") return [];
  return prop
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
