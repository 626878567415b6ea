import { existsSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder; the topmost folder that was made for it, undefined where all were there. One folder at a time: with
 * `recursive`, Node tries without end where a folder exists and takes none, as /proc.
 */
export function makeFolder(folder: string): string | undefined {
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

/** One problem for a folder that cannot be made or written; what is no error of the file system is thrown again. */
export function cannotWrite(option: string, folder: string, error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return `${option} must be a directory that can be written, got ${folder} (${code}); name another directory`;
}
