// Installs the packed package into a written project, as its user does.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "../lib/checks.mjs";

/** The output of a command that must end with a status. */
export function must(result, what, status = 0) {
  if (result.status !== status) throw new Error(`${what} ended with ${result.status}: ${tail(result)}`);
  return result.stdout + result.stderr;
}

export const npm = (cwd, ...args) => run("npm", args, { cwd });

/** The project's dependency on the package is the packed file, since this version may not be published yet. */
export function install(project, tarball) {
  const file = join(project, "package.json");
  const json = JSON.parse(readFileSync(file, "utf8"));
  json.dependencies.warpform = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(json));
  must(npm(project, "install", "--no-audit", "--no-fund", "--prefer-offline"), "npm install");
}
