import { SINGLE_ADOPTERS } from "../../remedies/adopters";
import { nearest } from "../../units/nearest";
import type { BlueprintProblem } from "./blueprint-error";
import { pathText } from "./blueprint-error";
import { NAMED_SECTIONS } from "./check-names";
import { tree } from "./tree";
import { adoptersIn, namesPools, poolsNamedBy } from "./written-adopters";

/** Sections that other parts do without. */
const APART: readonly string[] = [
  ...SINGLE_ADOPTERS.map(({ key }) => key),
  "monitoring",
  "description",
  "state",
  "ownership",
  "acceptedFindings",
];

/** The same with what an architecture is made of, which is left out with it. */
function apartIn(
  root: Readonly<Record<string, unknown>>,
  isWrong: (section: string) => boolean,
): readonly (readonly string[])[] {
  const alone = APART.map((section) => [section]);
  if (root.architecture === undefined || !isWrong("workload")) return [...alone, ["workload"], ["architecture"]];
  return [...alone, ["workload", "architecture"]];
}

/** Stands among the names of what was left out for an architecture, which has none. */
const ARCHITECTURE = "architecture";

/** What is left of a blueprint without the parts that are wrong as they are written, so that the rest can be checked as well. */
export interface SoundParts {
  readonly data: unknown;
  /** Names of parts that were left out: who refers to them is not wrong for it. */
  readonly broken: ReadonlySet<string>;
}

/** The parts of a blueprint that no problem lies in; undefined where a problem lies in what all parts need. */
export function soundParts(data: unknown, problems: readonly Pick<BlueprintProblem, "path">[]): SoundParts | undefined {
  const root: Record<string, unknown> = { ...tree(data) };
  const broken = new Set<string>();
  const within = (part: readonly string[]) => problems.filter(({ path }) => isWithin(path, pathText(part)));
  const seen = new Set<Pick<BlueprintProblem, "path">>();
  for (const section of NAMED_SECTIONS) {
    for (const name of Object.keys(tree(root[section]))) {
      const own = within([section, name]);
      if (own.length === 0) continue;
      for (const problem of own) seen.add(problem);
      broken.add(name);
      root[section] = Object.fromEntries(Object.entries(tree(root[section])).filter(([key]) => key !== name));
    }
  }
  for (const sections of apartIn(root, (section) => within([section]).length > 0)) {
    const own = sections.flatMap((section) => within([section]));
    if (own.length === 0) continue;
    for (const problem of own) seen.add(problem);
    for (const section of sections) delete root[section];
    if (sections.includes("architecture")) broken.add(ARCHITECTURE);
  }
  return problems.every((problem) => seen.has(problem)) ? { data: root, broken } : undefined;
}

/** Whether a path is that of a part or of something in it, and not of a part whose name begins alike. */
function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);
}

/**
 * Pools that somebody is named for to start their nodes, whether or not that could be made: those that are named, those that a wrong
 * name is likely to mean, and all where a section that names pools cannot be read.
 */
export function namedByAdopters(data: unknown): ReadonlySet<string> {
  const all = Object.keys(tree(tree(data).pools));
  const adopters = adoptersIn(data);
  if (!adopters.every(namesPools)) return new Set(all);
  const names = adopters.flatMap(poolsNamedBy);
  return new Set(names.flatMap((name) => (all.includes(name) ? [name] : nearest(name, all, 1))));
}
