import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What a program prints that loads a package behind a stand-in, which a function of `lib/cli/on-demand` puts there. */
export const printedBehind = (file: string, name: string, program: string): string =>
  execFileSync(
    process.execPath,
    ["--import", "tsx", "--eval", `const { ${name} } = require("./lib/cli/on-demand/${file}"); ${name}(); ${program}`],
    { cwd: join(__dirname, "../../.."), encoding: "utf8" },
  ).trim();
