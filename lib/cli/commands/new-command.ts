import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { refuse } from "../command-error";
import { projectFiles } from "../project-files";

/** Writes a ready project into a new or empty folder. */
export function newCommand(
  directory: string,
  options: { readonly typescript?: boolean; readonly json?: boolean },
): void {
  const name = basename(resolve(directory));
  if (!/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/.test(name)) {
    refuse(
      "new",
      "malformed",
      "directory",
      `the directory name becomes the cluster name and must be 2 to 40 lowercase letters, digits and hyphens, got "${name}"; use "training"`,
    );
  }
  if (existsSync(directory)) {
    if (!statSync(directory).isDirectory())
      refuse("new", "conflict", "directory", `${directory} is a file; use a new or empty directory`);
    if (readdirSync(directory).length > 0)
      refuse("new", "conflict", "directory", `${directory} is not empty; use a new or empty directory`);
  }
  mkdirSync(directory, { recursive: true });
  const files = projectFiles(name, options.typescript ? "typescript" : "blueprint");
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  console.log(
    options.json
      ? JSON.stringify({ directory, files: Object.keys(files) }, undefined, 2)
      : `${directory}: ${Object.keys(files).join(", ")}; see README.md for next steps`,
  );
}
