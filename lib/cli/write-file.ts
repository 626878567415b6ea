import { realpathSync, statSync, writeFileSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { Problems } from "../errors";
import { refuse } from "./command-error";

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
const placeOf = (path: string) => (exists(path) ? realpathSync(path) : resolve(path));

/**
 * Refuses files to write that are files to read, or one another, before anything is written.
 *
 * @throws WarpformError with a problem for each such option
 */
export function requireOwnFiles(
  command: string,
  inputs: readonly string[],
  outputs: Readonly<Record<string, string | undefined>>,
): void {
  const problems = new Problems();
  const read = new Set(inputs.filter(exists).map(placeOf));
  const taken = new Map<string, string>();
  for (const [option, file] of Object.entries(outputs)) {
    if (file === undefined || file.startsWith("/dev/")) continue;
    const place = placeOf(file);
    const other = taken.get(place);
    if (read.has(place))
      problems.add("conflict", option, `${option} would overwrite the input ${file}; use a different file`);
    else if (other !== undefined)
      problems.add(
        "conflict",
        option,
        `${option} must differ from ${other}, got ${file} for both; use a different file`,
      );
    taken.set(place, option);
  }
  problems.throwIfAny(`warpform ${command}`);
}

/** Writes what an option, as it is typed, names a file for; one problem where that cannot be. */
export function writeFile(command: string, option: `--${string}`, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    refuse(
      command,
      "not-allowed",
      option,
      `${option} must be a writable file, got ${file} (${reason}); use a file in an existing directory`,
    );
  }
}

/** The file of one cluster: as given, or of several with the cluster's name before the ending. */
export function fileOf(file: string, cluster: string | null): string {
  const { dir, name, ext } = parse(file);
  return cluster === null ? file : join(dir, `${name}-${cluster}${ext}`);
}
