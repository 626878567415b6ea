import type { Problems } from "../../errors";
import { SERVING_PROGRAMS_PATH } from "../serving/serving-latency";
import { WEIGHTS_PATH } from "./stored-files";

/** A folder that pods see. */
export interface MountPath {
  /** Its prop, without `.path`: `bucketMounts[0]`. */
  readonly at: string;
  readonly path: string;
  /** Name of its claim, by which two may be one. */
  readonly name: string;
  /** Whether no folder can be made in it, for another mount to lie on. */
  readonly isBucket: boolean;
}

/** Folders that containers have or that are mounted anyhow. */
const TAKEN = [
  ...["/", "/dev", "/dev/shm", "/etc", "/home", "/home/ray", "/proc", "/sys", "/tmp", "/tmp/ray", "/usr", "/var"],
  ...["/bin", "/lib", "/lib64", "/opt", "/root", "/run", "/sbin", "/usr/local", "/var/run"],
  ...["/programs", "/ray-objects", SERVING_PROGRAMS_PATH, WEIGHTS_PATH],
];

/** Folders that the kernel and the kubelet fill. */
const FILLED = ["/dev/", "/proc/", "/sys/", "/run/", "/var/run/"];

/** Names of volumes and labels end here. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const LONGEST_NAME = 63;

const bare = (path: string) => path.replace(/(?<=.)\/+$/, "");

/** Checks where pods see file systems and buckets. `taken` are further folders that something else is mounted on. */
export function checkMountPaths(problems: Problems, mounts: readonly MountPath[], taken: readonly string[] = []): void {
  mounts.forEach(({ at, path, name }, i) => {
    const prop = `${at}.path`;
    if (!path.startsWith("/"))
      problems.add("malformed", prop, `${prop} must be absolute, got "${path}"; use "/${path}"`);
    else if ([...TAKEN, ...taken].includes(bare(path)) || FILLED.some((folder) => path.startsWith(folder)))
      problems.add("not-allowed", prop, `${prop} "${path}" would hide what containers need; use "/data"`);
    // what the API server and runc refuse
    else if (/[:\0]/.test(path) || path.split("/").includes(".."))
      problems.add(
        "malformed",
        prop,
        `${prop} must have no ":" and no "..", got ${JSON.stringify(path)}; use "${bare(path.replaceAll(/[:\0]/g, "-").replaceAll(/\/\.\.(?=\/|$)/g, ""))}"`,
      );
    if (name.length > LONGEST_NAME)
      problems.add("out-of-range", prop, `${prop} must be shorter, got ${path.length} letters; use "/data"`);
    const other = mounts.slice(0, i).find((before) => bare(before.path) === bare(path) || before.name === name);
    if (other)
      problems.add(
        "conflict",
        prop,
        `${prop} "${path}" is where ${other.at} is mounted ("${other.path}") or reads like it; use another`,
      );
    const outer = mounts.find((of) => of.isBucket && of.at !== at && bare(path).startsWith(`${bare(of.path)}/`));
    if (outer)
      problems.add(
        "conflict",
        prop,
        `${prop} "${path}" lies in the bucket that ${outer.at} mounts at "${outer.path}", where no folder can be made for it; use a path outside of it`,
      );
  });
}
