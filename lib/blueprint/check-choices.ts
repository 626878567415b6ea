import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { Blueprint } from "./schema";
import type { BlueprintSource, Path } from "./source";

/** Keys of parts that are there already; all others say how a part is to be made. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  network: ["availabilityZone", "clusterName", "egress", "privateZoneName", "tags"],
  bucket: [],
  "file system": ["kind"],
};

/** What is said of a part that is there already, as if it were to be made. */
export function checkChoices(blueprint: Blueprint, source: BlueprintSource): BlueprintProblem[] {
  const parts: readonly (readonly [string, Path, object])[] = [
    ["network", ["network"], blueprint.network],
    ...Object.entries(blueprint.buckets ?? {}).map(([name, part]) => ["bucket", ["buckets", name], part] as const),
    ...Object.entries(blueprint.fileSystems ?? {}).map(
      ([name, part]) => ["file system", ["fileSystems", name], part] as const,
    ),
  ];
  return parts.flatMap(([what, path, part]) => {
    if (!("existing" in part) || part.existing === undefined) return [];
    const wrong = Object.keys(part).filter((key) => key !== "existing" && !KEPT[what]!.includes(key));
    return wrong.map((key) => {
      const here = [...path, key];
      const message = `${pathText(here)} is for a ${what} that is made, and ${pathText(path)}.existing names one that is there; leave one of them out`;
      return problem("conflict", here, message, source.locate(path, key));
    });
  });
}
