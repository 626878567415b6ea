import { type ErrorCode, WarpformError } from "../errors";

/** Refuses what was given to a command: one problem, in the words of the command line. */
export function refuse(command: string, code: ErrorCode, path: string, message: string): never {
  throw new WarpformError(`warpform ${command}`, [{ code, path, message }]);
}
