import { existsSync, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { refuse } from "./command-error";

/**
 * Makes a folder; the topmost folder that was made for it, undefined where all were there. One folder at a time: with
 * `recursive`, Node tries without end where a folder exists and takes none, as /proc.
 */
function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  const made: string[] = [];
  try {
    for (const one of missing) {
      mkdirSync(one);
      made.unshift(one);
    }
  } catch (error) {
    for (const one of made) rmdirSync(one);
    throw error;
  }
  // Says that it is a file.
  if (!statSync(folder).isDirectory()) mkdirSync(folder);
  return made.at(-1);
}

/**
 * Runs `write` with the folder of an option made, or the one that is needed first; where it cannot end, no folder is left
 * behind that was not there. What the system does not let be written in these folders is one problem of the option.
 */
export function inOutputFolder<T>(
  command: string,
  option: string,
  folder: string,
  write: () => T,
  first: string = folder,
): T {
  let made: string | undefined;
  try {
    made = makeFolder(first);
    return write();
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true });
    const { code, syscall, path = "" } = error as NodeJS.ErrnoException;
    const within = (outer: string, inner: string) => `${resolve(inner)}${sep}`.startsWith(`${resolve(outer)}${sep}`);
    const isOurs = [folder, first].some((one) => within(one, path) || within(path, one));
    if (syscall === undefined || !isOurs) throw error;
    const message = `${option} must be a directory that can be written, got ${folder} (${code}); name another directory`;
    return refuse(command, "not-allowed", option, message);
  }
}
