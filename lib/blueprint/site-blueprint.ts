import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUNDLED } from "../clouds/bundles";
import { isData, readPlainBlueprint, refuse } from "./plain-blueprint";

/** Text of a CSV: as it is where it has lines, else that of the file beside the blueprint. */
function csvText(file: string, path: string, value: unknown): unknown {
  if (typeof value !== "string" || value.includes("\n")) return value;
  try {
    return readFileSync(join(dirname(file), value), "utf8");
  } catch (error) {
    return refuse(
      file,
      "malformed",
      path,
      `${path} must be CSV or a file next to the blueprint, got ${JSON.stringify(value)} (${(error as NodeJS.ErrnoException).code}); use a path such as guids.csv`,
    );
  }
}

/**
 * Reads a blueprint with `cloud: onprem`: the props of an `OnPremCluster` under their own names, a `workload` as in other blueprints,
 * and in `hosts` and `fabric.guids` the CSV or the name of its file.
 * @throws WarpformError where the file is no such blueprint
 */
export function readSiteBlueprint(file: string): object {
  const { data } = readPlainBlueprint(file, BUNDLED, "cloud, name, site and pools");
  const { hosts, fabric, ...props } = data;
  const guids =
    isData(fabric) && fabric.guids !== undefined ? { guids: csvText(file, "fabric.guids", fabric.guids) } : {};
  return {
    ...props,
    ...(fabric === undefined ? {} : { fabric: isData(fabric) ? { ...fabric, ...guids } : fabric }),
    ...(hosts === undefined ? {} : { hosts: csvText(file, "hosts", hosts) }),
  };
}
