// Installs the packed package into a written project, as its user does.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "../lib/checks.mjs";
import { keptProject, linkTree } from "../lib/project.mjs";

/** The output of a command that must end with a status. */
export function must(result, what, status = 0) {
  if (result.status !== status) throw new Error(`${what} ended with ${result.status}: ${tail(result)}`);
  return result.stdout + result.stderr;
}

export const npm = (cwd, ...args) => run("npm", args, { cwd });

/** What written projects depend on, by engine: unpacking the providers takes longest, so each set is unpacked once and linked. */
const TOOLS = ["@types/node", "tsx", "typescript"];
const SETS = {
  "@pulumi/pulumi": [
    "cdktf",
    "constructs",
    "@cdktf/provider-aws",
    "@pulumi/pulumi",
    "@pulumi/aws",
    "@pulumi/kubernetes",
  ],
  cdktn: ["cdktn", "constructs", "@cdktn/provider-aws"],
  cdktf: ["cdktf", "constructs", "@cdktf/provider-aws"],
};
const VERSIONS = { "@types/node": "^20", tsx: "^4", typescript: "~5.9" };

/** The packages of a project before npm looks at it: those of its set, in the versions that it asks for. npm takes away what it does not. */
function linkPackages(project, { dependencies, devDependencies = {} }) {
  const set = SETS[Object.keys(SETS).find((name) => dependencies[name] !== undefined)];
  const known = new Set([...(set ?? []), ...TOOLS, "warpform"]);
  const asked = { ...dependencies, ...devDependencies };
  if (set === undefined || Object.keys(asked).some((name) => !known.has(name))) return;
  const version = (name) => asked[name] ?? VERSIONS[name];
  // a cluster that exists needs no bindings of a provider
  const wanted = set.filter((name) => asked[name] !== undefined);
  const kept = keptProject([...wanted, ...TOOLS].map((name) => `${name}@${version(name)}`));
  linkTree(join(kept, "node_modules"), join(project, "node_modules"));
  // npm writes these again
  const list = "node_modules/.package-lock.json";
  must(run("cp", ["--remove-destination", join(kept, list), join(project, list)]), "cp");
}

/** The project's dependency on the package is the packed file, since this version may not be published yet. */
export function install(project, tarball) {
  const file = join(project, "package.json");
  const json = JSON.parse(readFileSync(file, "utf8"));
  linkPackages(project, json);
  json.dependencies.warpform = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(json));
  must(npm(project, "install", "--no-audit", "--no-fund", "--prefer-offline"), "npm install");
}
