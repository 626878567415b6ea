import { hasHelmValue, helmHash } from "../chart/helm-value";
import { isStored } from "../platform/object-store";

/** What a server reads when it starts: weights, or a repository of models. */
export interface StoredFiles {
  /** In an object store (`<scheme>://bucket/prefix`), or a path on a mount. */
  readonly address: string;
  /** Which state of what lies there; another one means other files at the same address. Null for none. */
  readonly revision: string | null;
  /** Whether an engine reads them from the object store straight into GPU memory. @default false */
  readonly streamed?: boolean;
}

/** Where servers find what was fetched to their node. */
export const WEIGHTS_PATH = "/weights";

/** File in each fetched folder that says that all of it is there; servers hold a lock on it while they run. */
export const COMPLETE = ".complete";

/** Whether files are fetched to each node's disk before a server starts, and not read from a mount or streamed. */
export function isFetched({ address, streamed = false }: StoredFiles): boolean {
  return isStored(address) && !streamed;
}

/**
 * Folder of the node's disk that holds these very files: the same for all servers that share an address, another for each address
 * and revision, so that a server never reads two states of a model.
 */
export function versionFolder({ address, revision }: StoredFiles): string {
  const last = address.replace(/\/+$/, "").split("/").at(-1)!;
  const readable = hasHelmValue(last) ? "" : last.toLowerCase().replaceAll(/[^a-z0-9.]+/g, "-");
  return `${readable.replaceAll(/^[-.]+|[-.]+$/g, "") || "files"}-${helmHash(`${address} ${revision ?? ""}`)}`;
}

/** Where a server finds its files: in their folder on the node, on the mount, or in the object store itself. */
export function servedPath(files: StoredFiles): string {
  return isFetched(files) ? `${WEIGHTS_PATH}/${versionFolder(files)}` : files.address;
}

/** What makes pods other pods when files on a mount are others: nothing else of them would be. */
export function revisionAnnotation(files: StoredFiles | undefined): Readonly<Record<string, string>> {
  return files?.revision ? { "warpform/revision": files.revision } : {};
}
