import { BUILT_CLOUDS } from "../../clouds/by-name";
import { CLOUD_NAMES, type CloudNames } from "../../clouds/names";
import { NAMED_ADOPTERS, type NamedAdopterKey, SINGLE_ADOPTERS } from "../../model/adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { BlueprintSource } from "./source";

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

/** What is wrong with the names of buckets, file systems, pools and fleets. */
export function checkNames(blueprint: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  const names = CLOUD_NAMES[blueprint.cloud ?? BUILT_CLOUDS[0]];
  const problems: BlueprintProblem[] = [];
  const first = new Map<string, (typeof NAMED_SECTIONS)[number]>();
  for (const section of NAMED_SECTIONS) {
    const what = section.slice(0, -1).replace("fileSystem", "file system");
    for (const name of Object.keys(blueprint[section] ?? {})) {
      const path = [section, name];
      const note = (code: "malformed" | "duplicate", message: string) =>
        problems.push(problem(code, path, `${pathText(path)}: ${message}`, source.locate([section], name)));
      const free = name === "cluster" && blueprint.architecture === undefined;
      const owner = free ? undefined : name === names.provider ? "the provider" : TAKEN.get(name);
      const other = first.get(name);
      if (!names.pattern.test(name)) {
        note(
          "malformed",
          `the name of a ${what} must be 2 to ${names.most} lower-case letters, digits and dashes and start with a letter, got "${name}"; use "${suggestion(name, what, names)}"`,
        );
      } else if (owner !== undefined) {
        note(
          "duplicate",
          `"${name}" is the name of ${owner} in the stack; use another, such as "${name}-${dashed(what)}"`,
        );
      } else if (other !== undefined) {
        note(
          "duplicate",
          `${other} has a "${name}" already, and a name stands for one part; use another, such as "${name}-${dashed(what)}"`,
        );
      }
      first.set(name, other ?? section);
    }
  }
  return problems;
}

function suggestion(name: string, what: string, { pattern, most }: CloudNames): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, most)
    .replace(/-+$/, "");
  return pattern.test(plain) ? plain : dashed(what);
}

function dashed(what: string): string {
  return what.replace(" ", "-");
}
