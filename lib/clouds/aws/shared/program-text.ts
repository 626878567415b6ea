import { join } from "node:path";
import { programOf } from "../../common/program-text";

/**
 * A shell program of `programs/` with its settings as variables in front. The programs are files of their own so that they
 * can be read, checked by shellcheck and run by hand.
 */
export function program(file: string, settings: Readonly<Record<string, string>>): string {
  return programOf(join(__dirname, "programs"), file, settings);
}
