import { join } from "node:path";

const root = join(__dirname, "..");

/**
 * The command line as arguments of node: what was just built where WARPFORM_BUILT says so, as in CI, which starts in a third of the
 * time; else the sources.
 */
export const COMMAND_LINE: readonly string[] = process.env.WARPFORM_BUILT
  ? [join(root, "dist/lib/cli/bin.js")]
  : ["--import", "tsx", join(root, "lib/cli/bin.ts")];
