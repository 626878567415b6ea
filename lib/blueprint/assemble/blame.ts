import type { Problem } from "../../errors";
import { pathText } from "../reader/blueprint-error";
import { inArchitectureWords, inBlueprintWords } from "../reader/blueprint-words";
import type { Path } from "../reader/path";
import type { BlueprintSource } from "../reader/source";
import type { Blueprint } from "../schema/schema";

/** Where a construct's problem stands in a blueprint, and what it says there. */
export interface Blame {
  readonly path: Path;
  readonly message: string;
}

/** What a problem was found in. */
export interface Blamed {
  /** The part of the blueprint that was being built. */
  readonly path: Path;
  /** The construct that found it, as its error names it: `GpuNodePool "demo/h100"`. */
  readonly construct: string;
  readonly blueprint: Blueprint | undefined;
  readonly source: BlueprintSource;
}

/** Says a construct's problem in the keys that the blueprint has. */
export function blame({ path: prop, message }: Pick<Problem, "path" | "message">, of: Blamed): Blame {
  const elsewhere = ofSlurmsPool(prop, of);
  const owner = elsewhere?.owner ?? sectionOf(prop, of);
  const { path, word, keys } = inKeys(owner, elsewhere?.prop ?? propPath(prop), of.source);
  const inPlace = elsewhere === undefined ? message : message.replaceAll(prop, pathText(path));
  // How GPUs are shared has sentences of its own.
  const isNamed = word !== undefined && word !== "gpuSharing" && keys.length > 0;
  const inOwnKeys = isNamed ? inPlace.replaceAll(word, keys.join(" and ")) : inPlace;
  const said = inBlueprintWords(
    inOwnKeys,
    keys.find((key) => SHARING_KEYS.includes(key)),
  );
  const where = of.path.length === 0 || elsewhere !== undefined ? "" : `${pathText(of.path)}: `;
  // What was given in a section of an architecture's part is said in the keys of that part.
  const architecture = of.path[0] === "architecture" && owner === of.path ? of.blueprint?.architecture : undefined;
  return { path, message: `${where}${architecture ? inArchitectureWords(said, architecture) : said}` };
}

/** The section of an architecture that a prop of one of its parts was given in, or else the part to blame itself. */
function sectionOf(prop: string, { path, construct, source }: Blamed): Path {
  const section = SECTIONS_OF_PARTS.find(([type]) => construct.startsWith(`${type} "`))?.[1];
  if (path[0] !== "architecture" || section === undefined) return path;
  const inner = [...path, section];
  return source.has([...inner, ...propPath(prop).slice(0, 1)]) ? inner : path;
}

/** Slurm counts the pools of its partitions; a blueprint has them by name, where their own keys are. */
function ofSlurmsPool(prop: string, { path, blueprint }: Blamed): { owner: Path; prop: Path } | undefined {
  const [section, index, ...rest] = propPath(prop);
  if (path[0] !== "slurm" || section !== "pools" || typeof index !== "number") return undefined;
  const names = [...new Set(blueprint?.slurm?.partitions.flatMap(({ pools }) => pools))];
  const name = names[index];
  return name === undefined ? undefined : { owner: ["pools", name], prop: rest };
}

/** Where a prop of a part stands in the blueprint: at the keys that say the same, where it has not the prop's name. */
function inKeys(owner: Path, prop: Path, source: BlueprintSource) {
  const at = prop.findIndex((part) => KEYS_OF_PROP.has(part));
  const word = prop[at];
  const above = [...owner, ...prop.slice(0, Math.max(0, at))];
  const keys = (KEYS_OF_PROP.get(word ?? "") ?? []).filter((key) => source.has([...above, key]));
  const [first] = keys;
  return {
    path: first === undefined ? [...owner, ...prop] : [...above, first],
    word: word as string | undefined,
    keys,
  };
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
  ["sharing", SHARING_KEYS],
  ["nvmeCache", ["nvmeCachePath", "nvmeReadCacheFor"]],
]);

/** `capacity[0].nodes` to ["capacity", 0, "nodes"]; a path that is no prop (an id) to nothing. */
export function propPath(prop: string): Path {
  if (prop === "id") return [];
  return prop
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
