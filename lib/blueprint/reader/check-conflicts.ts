import { findInstanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import { notInCatalog } from "../../catalog/left-out-families";
import { NAMED_ADOPTERS, SINGLE_ADOPTERS } from "../../remedies/adopters";
import { rateProblem } from "../../review/check-workload";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { Path } from "./path";
import type { BlueprintSource } from "./source";

/** Keys of parts that are there already; all others say how a part is to be made. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  network: ["availabilityZone", "clusterName", "egress", "privateZoneName", "tags"],
  bucket: [],
  "file system": ["kind"],
};

/** What is said of a part that is there already, as if it were to be made. */
export function checkConflicts(blueprint: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  const parts: readonly (readonly [string, Path, object])[] = [
    ["network", ["network"], blueprint.network],
    ...Object.entries(blueprint.buckets ?? {}).map(([name, part]) => ["bucket", ["buckets", name], part] as const),
    ...Object.entries(blueprint.fileSystems ?? {}).map(
      ([name, part]) => ["file system", ["fileSystems", name], part] as const,
    ),
  ];
  const existing = parts.flatMap(([what, path, part]) => {
    if (!("existing" in part) || part.existing === undefined) return [];
    const wrong = Object.keys(part).filter((key) => key !== "existing" && !KEPT[what]!.includes(key));
    return wrong.map((key) => {
      const here = [...path, key];
      const message = `${pathText(here)} is for a ${what} that is made, and ${pathText(path)}.existing names an existing one; leave one of them out`;
      return problem("conflict", here, message, source.locate(path, key));
    });
  });
  return [...existing, ...checkArchitecture(blueprint, source), ...checkRate(blueprint, source)];
}

/** A batch workload without a rate, or with two. */
function checkRate({ workload }: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  const message = workload?.kind === "batch" ? rateProblem(workload.benchmark, workload.unitsPerHourPerGpu) : null;
  return message === null ? [] : [problem("conflict", ["workload"], message, source.locate(["workload"]))];
}

/** Parts that an architecture brings. */
const BROUGHT = [
  "fabric",
  "pools",
  ...[...NAMED_ADOPTERS, ...SINGLE_ADOPTERS].map(({ key }) => key),
  "monitoring",
] as const;

/** Parts of one stack, of which an architecture of several regions has several. */
const OF_ONE_STACK = ["buckets", "fileSystems"] as const;

/** What each architecture is made of. */
const WORKLOAD_OF = {
  training: "training",
  fineTuning: "fine-tuning",
  singleNode: "fine-tuning",
  inference: "inference",
  inferenceRegions: "inference",
} as const;

function checkArchitecture(blueprint: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  const { architecture, workload } = blueprint;
  const note = (code: "required" | "conflict" | "not-allowed", path: Path, message: string) =>
    problem(code, path, message, source.locate(path));
  if (architecture === undefined) {
    if (Object.keys(blueprint.pools).length > 0) return [];
    return [note("required", ["pools"], "pools is required; give it a map of node pools, or name an architecture")];
  }
  const { kind } = architecture;
  const wanted = WORKLOAD_OF[kind];
  const brought = BROUGHT.filter((key) => blueprint[key] !== undefined && Object.keys(blueprint[key]).length > 0);
  const problems = brought.map((key) =>
    note(
      "conflict",
      [key],
      `${key} is of a cluster of your own parts, and architecture ${kind} brings it; leave one out`,
    ),
  );
  if (kind === "inferenceRegions") {
    const several = OF_ONE_STACK.filter((key) => Object.keys(blueprint[key] ?? {}).length > 0);
    const message = (key: string) =>
      `${key} is of one stack, and architecture ${kind} has one for each region, with a bucket of its own; leave it out`;
    if (blueprint.state?.key !== undefined) {
      const key =
        "state.key is of one stack, and each region has its own; leave it out for <name of the stack>/terraform.tfstate";
      problems.push(note("conflict", ["state", "key"], key));
    }
    problems.push(...several.map((key) => note("conflict", [key], message(key))));
  }
  if (workload === undefined) {
    const message = `workload is required by architecture ${kind}; give it one of kind "${wanted}"`;
    return [...problems, note("required", ["workload"], message)];
  }
  if (workload.kind === wanted) return problems;
  const message = `workload.kind must be "${wanted}" for architecture ${kind}, got "${workload.kind}"; use "${wanted}"`;
  return [...problems, note("not-allowed", ["workload", "kind"], message)];
}

/** Types of an architecture that the catalog does not have. */
export function checkTypes({ architecture }: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  if (architecture === undefined) return [];
  const types: readonly (readonly [Path, string | undefined])[] =
    architecture.kind === "inferenceRegions"
      ? architecture.regions.map((of, i) => [["architecture", "regions", i, "instanceType"], of.instanceType])
      : [[["architecture", "instanceType"], architecture.instanceType]];
  return types.flatMap(([here, type]) => {
    if (type === undefined || findInstanceType(type) !== undefined) return [];
    const near = nearestInstanceTypes(type).map((name) => `"${name}"`);
    const advice = near.length === 0 ? "" : `; did you mean ${near.join(", ")}`;
    const message = `${pathText(here)} "${type}" ${notInCatalog(type)}${advice}`;
    return [problem("not-allowed", here, message, source.locate(here))];
  });
}
