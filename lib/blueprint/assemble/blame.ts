import type { ErrorCode, Problem } from "../../errors";
import { SINGLE_ADOPTERS } from "../../remedies/adopters";
import { worded } from "../../remedies/sentence";
import { pathText } from "../reader/blueprint-error";
import { blueprintWords, KEYS_OF_PROP } from "../reader/blueprint-keys";
import { type Path, propPath } from "../reader/path";
import type { BlueprintSource } from "../reader/source";
import { adoptersIn, poolPlacesOf, poolsNamedBy } from "../reader/written-adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";

/** Where a construct's problem stands in a blueprint, and what it says there. */
export interface Blame {
  readonly path: Path;
  readonly message: string;
}

/** What a problem was found in. */
export interface Blamed {
  /** The part of the blueprint that was being built. */
  readonly path: Path;
  /** The construct that found it: GpuNodePool. */
  readonly construct: string;
  /** Id of the pool that has it, where one that starts its nodes was being built. */
  readonly part?: string | undefined;
  readonly blueprint: Blueprint | undefined;
  readonly source: BlueprintSource;
}

/** Says a construct's problem in the keys that the blueprint has. */
export function blame(
  { code, path: whole, message, said, section }: Pick<Problem, "code" | "path" | "message" | "said" | "section">,
  of: Blamed,
): Blame {
  const prop = section === undefined ? whole : whole.slice(section.length + 1);
  const elsewhere = ofAdoptedPool(prop, of) ?? ofNamedPool(prop, of);
  const owner = elsewhere?.owner ?? sectionOf(prop, code, of, section);
  const { path } = inKeys(owner, elsewhere?.prop ?? propPath(prop), of.source);
  // What was given in a section of an architecture's part is said in the keys of that part.
  const architecture = of.path[0] === "architecture" && owner === of.path ? of.blueprint?.architecture : undefined;
  const keyOf = (named: string) => {
    const pool = ofAdoptedPool(named, of) ?? ofNamedPool(named, of);
    if (pool !== undefined) return pathText(inKeys(pool.owner, pool.prop, of.source).path);
    const { keys } = inKeys(owner, propPath(named), of.source);
    return keys.length > 0 ? keys.join(" and ") : undefined;
  };
  const where = owner.length === 0 || elsewhere !== undefined ? "" : `${pathText(owner)}: `;
  return { path, message: `${where}${worded(said ?? message, blueprintWords({ architecture, keyOf }))}` };
}

/** The section of an architecture that a prop of one of its parts was given in, or is missing in, or else the part to blame itself. */
function sectionOf(prop: string, code: ErrorCode, { path, construct, source }: Blamed, given?: string): Path {
  const section = given ?? SECTIONS_OF_PARTS.find(([type]) => construct === type)?.[1];
  if ((path[0] === "architecture" || path[0] === "workload") && propPath(prop)[0] === "workload") return [];
  if (path[0] !== "architecture") return path;
  if (section === undefined) return path;
  const inner = [...path, section];
  return code === "required" || source.has([...inner, ...propPath(prop).slice(0, 1)]) ? inner : path;
}

/** A pool that cannot be started is found by who starts it: at what is wrong with the pool, or else where it is named. */
function ofAdoptedPool(prop: string, { path, part, blueprint }: Blamed): { owner: Path; prop: Path } | undefined {
  if (part === undefined || blueprint?.pools[part] === undefined) return undefined;
  const inPool = propPath(prop);
  if (inPool.length > 0) return { owner: ["pools", part], prop: inPool };
  const adopter = adoptersIn(blueprint).find((of) => pathText(of.path) === pathText(path));
  const place = adopter && poolPlacesOf(adopter).find(({ name }) => name === part);
  return { owner: place?.path ?? path, prop: [] };
}

/** Adopters count the pools that they are given; a blueprint has them by name, where their own keys are. */
function ofNamedPool(prop: string, { path, blueprint }: Blamed): { owner: Path; prop: Path } | undefined {
  const [section, index, ...rest] = propPath(prop);
  if (path.length !== 1 || section !== "pools" || typeof index !== "number" || rest.length === 0) return undefined;
  const name = poolNames(path[0]!, blueprint)[index];
  return name === undefined ? undefined : { owner: ["pools", name], prop: rest };
}

/** Names of the pools of an adopter, in the order in which it is given them. */
function poolNames(section: string | number, blueprint: Blueprint | undefined): readonly string[] {
  const row = SINGLE_ADOPTERS.find(({ key }) => key === section);
  return row === undefined ? [] : poolsNamedBy({ row, section: blueprint?.[row.key] });
}

/** Where a prop of a part stands in the blueprint: at the keys that say the same, where it has not the prop's name. */
function inKeys(owner: Path, prop: Path, source: BlueprintSource) {
  const at = prop.findIndex((part) => Object.hasOwn(KEYS_OF_PROP, part));
  const word = prop[at];
  const above = [...owner, ...prop.slice(0, Math.max(0, at))];
  const keys = (KEYS_OF_PROP[word ?? ""] ?? []).filter((key) => source.has([...above, key]));
  const [first] = keys;
  return {
    path: first === undefined ? [...owner, ...prop] : [...above, first],
    keys,
  };
}

/** Sections of an architecture, by the constructs whose props they hold. */
const SECTIONS_OF_PARTS = [
  ["GpuNodePool", "pool"],
  ...SINGLE_ADOPTERS.flatMap(({ construct, section }) => (section ? [[construct, section] as const] : [])),
  ["LustreStorage", "lustre"],
  ["ClusterMonitoring", "monitoring"],
] as const;
