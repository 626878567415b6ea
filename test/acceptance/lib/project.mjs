// An npm project with packages from the registry, which are kept between runs, and the packed package beside them.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, run, tail } from "./checks.mjs";

const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
};

/** `npm install` without running scripts of packages. */
export function install(directory, ...what) {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...what];
  must(run("npm", args, { cwd: directory }), "npm install");
}

/** The same packages, kept; nothing may write to them. */
export function keptProject(packages) {
  const kept = join(cache, `project-${packages.join("_").replaceAll(/[@/^]/g, "-")}`);
  if (existsSync(kept)) return kept;
  const made = `${kept}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "package.json"), JSON.stringify({ name: "empty", private: true }));
  install(made, ...packages);
  try {
    renameSync(made, kept);
  } catch {
    // another run was first
    rmSync(made, { recursive: true });
  }
  return kept;
}

/** A copy of a folder whose files are linked, where the file system can. */
export function linkTree(from, to) {
  if (run("cp", ["-al", from, to]).status !== 0) must(run("cp", ["-r", from, to]), "copy");
}

/**
 * Makes `directory` a project with `packages`, then installs the tarball with the options given. Files are linked, not copied;
 * those that npm writes again become its own.
 */
export function projectWith(directory, packages, tarball, ...options) {
  const kept = keptProject(packages);
  linkTree(kept, directory);
  for (const file of ["package.json", "package-lock.json", "node_modules/.package-lock.json"])
    must(run("cp", ["--remove-destination", join(kept, file), join(directory, file)]), "copy");
  install(directory, tarball, ...options);
}
