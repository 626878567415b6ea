import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "yaml";
import { LONGEST_CLUSTER_NAME } from "../../model/cluster-name";
import { refuse } from "../command-error";

/** A configuration is a page or two; more is some other file. */
const MOST_BYTES = 1024 * 1024;

/** Whether a file is a configuration of AWS ParallelCluster 3 and not a blueprint. */
export function isPclusterFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MOST_BYTES) return false;
  const text = readFileSync(path, "utf8");
  return /^HeadNode:/m.test(text) && /^Scheduling:/m.test(text);
}

/** The parsed configuration of a file; one problem where it is no YAML. */
export function pclusterValue(command: string, path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"), { logLevel: "error" });
  } catch (error) {
    const why = (error as Error).message.split("\n")[0]!.replace(/:$/, "");
    return refuse(
      command,
      "not-allowed",
      "config",
      `${path} cannot be read as YAML: ${why}; give a ParallelCluster 3 configuration, templates rendered`,
    );
  }
}

/** The name of the cluster in a file. */
export function clusterNameOf(path: string): string {
  const name = basename(path)
    .replace(/\.(ya?ml|json)$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, LONGEST_CLUSTER_NAME)
    .replace(/-+$/, "");
  return name.length < 2 ? "pcluster" : name;
}
