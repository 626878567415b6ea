import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CLUSTER_NAME } from "../../model/cluster-name";
import { refuse } from "../command-error";
import { inOutputFolder } from "../output-folder";
import { paragraph } from "../terminal/text-table";

/** Files of a project by their path in it, with slashes. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** The cluster's name, which is the directory's; refuses a directory that no project can be written to. */
export function projectName(command: string, directory: string): string {
  const name = basename(resolve(directory));
  if (!CLUSTER_NAME.test(name)) {
    refuse(
      command,
      "malformed",
      "directory",
      `the directory name becomes the cluster name and must be 2 to 40 lowercase letters, digits and hyphens, got "${name}"; use "training"`,
    );
  }
  if (existsSync(directory)) {
    if (!statSync(directory).isDirectory())
      refuse(command, "conflict", "directory", `${directory} is a file; use a new or empty directory`);
    if (readdirSync(directory).length > 0)
      refuse(command, "conflict", "directory", `${directory} is not empty; use a new or empty directory`);
  }
  return name;
}

/** Writes a project whole or not at all: to a directory next to its own, which then takes its name. */
export function writeProject(command: string, directory: string, files: ProjectFiles): void {
  const target = resolve(directory);
  inOutputFolder(command, "directory", directory, () => writeNextTo(target, files), dirname(target));
}

function writeNextTo(target: string, files: ProjectFiles): void {
  const temporary = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
  // a directory of mkdtemp is closed to all other users, and one inside it is not
  const made = join(temporary, "project");
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(made, file)), { recursive: true });
      writeFileSync(join(made, file), text);
    }
    if (existsSync(target)) rmdirSync(target);
    renameSync(made, target);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Says what was written and what comes next. */
export function reportProject(directory: string, files: ProjectFiles, json: boolean): void {
  console.log(
    json
      ? JSON.stringify({ directory, files: Object.keys(files) }, undefined, 2)
      : paragraph(`${directory}: ${Object.keys(files).join(", ")}; see README.md for next steps`),
  );
}
