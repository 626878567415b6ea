import type { Problems } from "../../errors";
import type { SlurmOptions } from "./slurm-options";

/** Programs around jobs. */
export function checkJobs({ jobPrograms = {} }: SlurmOptions, problems: Problems): void {
  for (const name of ["prolog", "epilog"] as const) {
    const text = jobPrograms[name];
    const path = `jobPrograms.${name}`;
    if (text?.includes("\r")) {
      const message = `${path} must have Unix line ends, got "\\r\\n", which become part of the interpreter's name; save the script with LF`;
      problems.add("malformed", path, message);
      continue;
    }
    if (text === undefined || /^#!\/\S+/.test(text)) continue;
    problems.add(
      "malformed",
      path,
      `${path} must be the text of a script that starts with #! and its interpreter, got "${text.slice(0, 40)}"; start with "#!/bin/bash"`,
    );
  }
}
