import type { Problems } from "../../../errors";
import { isMountPath } from "../mount-paths";

interface FileSystemMount {
  readonly storage: { readonly name: string };
  readonly path: string;
}

/** Checks file systems of pods: a pod has each once, and its volume has the storage's name. */
export function checkFileSystems(problems: Problems, mounts: readonly FileSystemMount[]): void {
  mounts.forEach(({ storage, path }, i) => {
    const at = `fileSystems[${i}]`;
    if (path.startsWith("/") && !isMountPath(path) && !problems.has(`${at}.path`))
      problems.add(
        "malformed",
        `${at}.path`,
        `${at}.path must be of letters, digits, dots, dashes and underscores, without a trailing slash, got "${path}"; write it like "/fsx"`,
      );
    const first = mounts.findIndex((other) => other.storage.name === storage.name);
    if (first < i)
      problems.add(
        "duplicate",
        `${at}.storage`,
        mounts[first]!.storage === storage
          ? `${at}.storage "${storage.name}" is that of fileSystems[${first}], and a pod mounts a file system once; keep one, and use links for a second path`
          : `${at}.storage is called "${storage.name}", as that of fileSystems[${first}] is, and a pod has one volume of a name; give one of them another id`,
      );
  });
}
