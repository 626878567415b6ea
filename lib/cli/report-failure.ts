import { missingPeer, placeOf } from "./missing-peer";
import { errorText } from "./terminal/error-text";

/** Exit status of a fault that is not the input's, as sysexits.h has it. */
const INTERNAL_SOFTWARE_ERROR = 70;

/**
 * Says what ended a command that is no mistake of the input: one line for what the system refused (exit status 2), else how to
 * report a bug (70). `WARPFORM_DEBUG=1` adds the stack.
 */
export function reportFailure(
  error: unknown,
  env: NodeJS.ProcessEnv = process.env,
  argv: readonly string[] = process.argv,
): number {
  const message = (error instanceof Error ? error.message : String(error)).split("\n")[0];
  if (env.WARPFORM_DEBUG && error instanceof Error) console.error(error.stack);
  const missing = missingPeer(error, placeOf(argv));
  if (missing !== undefined) {
    console.error(errorText(`warpform: ${missing}`));
    return 2;
  }
  if (typeof (error as NodeJS.ErrnoException | null)?.syscall === "string") {
    console.error(errorText(`warpform: ${message}`));
    return 2;
  }
  const hint = env.WARPFORM_DEBUG ? "the stack trace above" : "the stack trace (set WARPFORM_DEBUG=1)";
  console.error(
    errorText(
      `warpform: internal error, not caused by your input: ${message}\nplease report it with the command, the blueprint, the output of \`warpform --version\` and ${hint}`,
    ),
  );
  return INTERNAL_SOFTWARE_ERROR;
}
