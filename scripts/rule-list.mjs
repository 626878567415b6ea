// Keeps the list of rules of the command line that was just built, for `warpform explain` to print without loading every rule.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const cli = join(import.meta.dirname, "..", "dist", "lib", "cli");
const list = execFileSync(process.execPath, [join(cli, "bin.js"), "explain", "--json"], { encoding: "utf8" });
writeFileSync(join(cli, "rule-list.json"), list);
