import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUNDLED } from "../clouds/bundles";
import { Problems } from "../errors";
import { isData, readPlainBlueprint } from "./plain-blueprint";

/** Text of a CSV: as it is where it has lines, else that of the file beside the blueprint. */
function csvText(problems: Problems, file: string, path: string, value: unknown): unknown {
  if (typeof value !== "string" || value.includes("\n")) return value;
  try {
    return readFileSync(join(dirname(file), value), "utf8");
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    const message = `${path} must be CSV or a file next to the blueprint, got ${JSON.stringify(value)} (${why}); use a path such as guids.csv`;
    problems.add("malformed", path, message);
    return undefined;
  }
}

/**
 * Reads a blueprint with `cloud: onprem`: the props of an `OnPremCluster` under their own names, a `workload` as in other blueprints,
 * and in `hosts` and `fabric.guids` the CSV or the name of its file.
 * @param problems what is wrong is added to these, for more to be found; without, it is thrown
 * @throws WarpformError where the file is no such blueprint
 */
export function readSiteBlueprint(file: string, problems?: Problems): object {
  const found = problems ?? new Problems();
  const props = siteProps(file, found);
  if (problems === undefined) found.throwIfAny(file);
  return props;
}

function siteProps(file: string, problems: Problems): object {
  const { data } = readPlainBlueprint(file, BUNDLED, "cloud, name, site and pools", problems);
  const { hosts, fabric, ...props } = data;
  const guids =
    isData(fabric) && fabric.guids !== undefined
      ? { guids: csvText(problems, file, "fabric.guids", fabric.guids) }
      : {};
  return {
    ...props,
    ...(fabric === undefined ? {} : { fabric: isData(fabric) ? { ...fabric, ...guids } : fabric }),
    ...(hosts === undefined ? {} : { hosts: csvText(problems, file, "hosts", hosts) }),
  };
}
