import { BUILT_CLOUDS } from "../../clouds/by-name";
import { CLOUD_NAMES, type CloudNames } from "../../clouds/names";
import { NAMED_ADOPTERS, type NamedAdopterKey, SINGLE_ADOPTERS } from "../../remedies/adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { BlueprintSource } from "./source";
import { tree } from "./tree";

/** The sections whose keys become names in the stack; a name may stand in one of them only. */
export const NAMED_SECTIONS: readonly ("buckets" | "fileSystems" | "pools" | NamedAdopterKey)[] = [
  "buckets",
  "fileSystems",
  "pools",
  ...NAMED_ADOPTERS.map(({ key }) => key),
];

/** Names that the sections without names of their own have in the stack. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ["network", "the network"],
  ["fabric", "the fabric"],
  ...SINGLE_ADOPTERS.map(({ id, title }) => [id, title] as const),
  ["monitoring", "the monitoring"],
  ["cluster", "the architecture"],
  ["constructor", "JavaScript"],
]);

/** What is wrong with the names of parts. */
export interface NameProblems {
  readonly problems: readonly BlueprintProblem[];
  /** Names that parts have instead, by their paths, so that what else is wrong with them is found as well. */
  readonly standIns: ReadonlyMap<string, string>;
}

/** What is wrong with the names of buckets, file systems, pools and fleets, those among them that are wrong in shape. */
export function checkNames(data: unknown, { cloud, architecture }: Blueprint, source: BlueprintSource): NameProblems {
  const names = CLOUD_NAMES[cloud ?? BUILT_CLOUDS[0]];
  const namesIn = (section: string) => {
    const parts = tree(data)[section];
    return Array.isArray(parts) ? [] : Object.keys(tree(parts));
  };
  const problems: BlueprintProblem[] = [];
  const standIns = new Map<string, string>();
  const first = new Map<string, (typeof NAMED_SECTIONS)[number]>();
  const written = NAMED_SECTIONS.flatMap(namesIn);
  const taken = new Set([...written, ...TAKEN.keys(), names.provider]);
  for (const section of NAMED_SECTIONS) {
    const what = section.slice(0, -1).replace("fileSystem", "file system");
    const dashed = what.replace(" ", "-");
    for (const name of namesIn(section)) {
      const path = [section, name];
      const note = (code: "malformed" | "duplicate", wanted: string, message: (use: string) => string) => {
        const use = unused(wanted, dashed, taken, names);
        taken.add(use);
        standIns.set(pathText(path), use);
        problems.push(problem(code, path, `${pathText(path)}: ${message(use)}`, source.locate([section], name)));
      };
      const free = name === "cluster" && architecture === undefined;
      const owner = free ? undefined : name === names.provider ? "the provider" : TAKEN.get(name);
      const other = first.get(name);
      if (!names.pattern.test(name)) {
        note(
          "malformed",
          plain(name, names),
          (use) =>
            `the name of a ${what} must be 2 to ${names.most} lower-case letters, digits and dashes and start with a letter, got "${name}"; use "${use}"`,
        );
      } else if (owner !== undefined) {
        note(
          "duplicate",
          `${name}-${dashed}`,
          (use) => `"${name}" is the name of ${owner} in the stack; use another, such as "${use}"`,
        );
      } else if (other !== undefined) {
        note(
          "duplicate",
          `${name}-${dashed}`,
          (use) => `${other} has a "${name}" already, and a name stands for one part; use another, such as "${use}"`,
        );
      }
      first.set(name, other ?? section);
    }
  }
  return { problems, standIns };
}

/** What is left of a name in the letters that names have. */
function plain(name: string, { most }: CloudNames): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, most)
    .replace(/-+$/, "");
}

/** The name that was wanted, or one that is like it and may be had. */
function unused(wanted: string, what: string, taken: ReadonlySet<string>, { pattern }: CloudNames): string {
  const numbered = [...taken.keys(), ""].map((_, index) => `${what}-${index + 2}`);
  return [wanted, `${what}-${wanted}`, what, ...numbered].find((name) => pattern.test(name) && !taken.has(name))!;
}
