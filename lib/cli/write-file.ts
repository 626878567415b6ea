import { writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { refuse } from "./command-error";

/** Writes what an option names a file for; one problem where that cannot be. */
export function writeFile(command: string, option: string, file: string, text: string): void {
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
