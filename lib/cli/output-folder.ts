import { rmSync } from "node:fs";
import { resolve, sep } from "node:path";
import { cannotWrite, makeFolder } from "../units/make-folder";
import { refuse } from "./command-error";

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
    const { syscall, path = "" } = error as NodeJS.ErrnoException;
    const within = (outer: string, inner: string) => `${resolve(inner)}${sep}`.startsWith(`${resolve(outer)}${sep}`);
    const isOurs = [folder, first].some((one) => within(one, path) || within(path, one));
    if (syscall === undefined || !isOurs) throw error;
    return refuse(command, "not-allowed", option, cannotWrite(option, folder, error));
  }
}
