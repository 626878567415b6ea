import { Problems } from "../../errors";
import { SYSTEM_DIRECTORIES } from "../../model/system-paths";
import { shown } from "../../props/shown";
import { prop, say } from "../../remedies/sentence";
import { isKnown } from "./terraform-text";

/** Directories that a mount must not hide. */
const SYSTEM_PATHS: ReadonlySet<string> = new Set([
  ...SYSTEM_DIRECTORIES,
  "/lib64",
  "/opt",
  "/tmp",
  "/opt/slurm",
  "/opt/warpform",
  "/opt/amazon",
  "/opt/aws",
  "/opt/nvidia",
  "/var/lib",
  "/var/lib/mysql",
  "/var/lib/warpform",
  "/var/log",
  "/var/spool",
  "/var/spool/slurm",
  "/etc/munge",
  "/etc/slurm",
  "/etc/warpform",
]);

/** Whether something may be mounted there. */
export const isMountPath = (path: string): boolean =>
  /^\/[a-zA-Z0-9._-]+(\/[a-zA-Z0-9._-]+)*$/.test(path) && !SYSTEM_PATHS.has(path);

/** What can be wrong with where file systems of one node are mounted; `taken` has the paths that something else uses, with its prop. */
export function checkMountPaths(
  problems: Problems,
  mounts: readonly { readonly path: string }[],
  taken: readonly (readonly [path: string, prop: string])[] = [],
): void {
  const seen = new Map<string, string>(taken);
  mounts.forEach((mount, index) => {
    const here = `mounts[${index}]`;
    if (!isMountPath(mount.path)) {
      problems.add(
        "malformed",
        here,
        `${here} path must be an absolute path that the system does not use itself, got "${mount.path}"; use "/scratch"`,
      );
    }
    const other = [...seen].find(
      ([path]) => path === mount.path || path.startsWith(`${mount.path}/`) || mount.path.startsWith(`${path}/`),
    );
    if (other) {
      const relation = other[0] === mount.path ? "is mounted on already by" : "lies above or below the mount of";
      problems.add(
        "duplicate",
        here,
        say`${here} path "${mount.path}" ${relation} ${prop(other[1])} at "${other[0]}"; use another path`,
      );
    }
    seen.set(mount.path, here);
  });
}

/** Checks where something is to be mounted; throws where that is no usable path. */
export function checkMountPath(where: string, path: string): void {
  const problems = new Problems();
  if (!isKnown(path) || !/^(\/[A-Za-z0-9._-]+)+$/.test(path) || /\/\.\.?(\/|$)/.test(path)) {
    const suggestion = `/${String(path ?? "")
      .replace(/[^A-Za-z0-9._/-]+/g, "-")
      .replace(/^\/+|\/+$/g, "")}`;
    problems.add(
      "malformed",
      "path",
      `path must be absolute, of letters, digits, dots, dashes and underscores, without a trailing slash, got ${shown(path)}; use "${/^(\/[A-Za-z0-9._-]+)+$/.test(suggestion) && !suggestion.includes("/.") ? suggestion : "/shared"}"`,
    );
  } else if (SYSTEM_DIRECTORIES.includes(path)) {
    problems.add("not-allowed", "path", `path must not hide a directory of the system, got "${path}"; use "/shared"`);
  }
  problems.throwIfAny(where);
}
