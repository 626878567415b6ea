import { NATIVE_ENGINE } from "../native-engine";
import { starterProject } from "../projects/starter-project";
import { projectName, reportProject, writeProject } from "../projects/write-project";

/** Writes a ready project into a new or empty folder. */
export function newCommand(
  directory: string,
  options: { readonly typescript?: boolean; readonly json?: boolean },
): void {
  const name = projectName("new", directory);
  const files = starterProject(name, options.typescript ? "typescript" : "blueprint", NATIVE_ENGINE);
  writeProject("new", directory, files);
  reportProject(directory, files, options.json ?? false);
}
