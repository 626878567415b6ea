import type { Problems } from "../../errors";
import type { SlurmOptions } from "./slurm-options";

/** What slurmctld calls, and ends without. https://slurm.schedmd.com/job_submit_plugins.html */
const SUBMIT_FUNCTIONS = ["slurm_job_submit", "slurm_job_modify"];

/** Programs around jobs. */
export function checkJobs({ jobPrograms = {} }: SlurmOptions, problems: Problems): void {
  const { submit } = jobPrograms;
  const lacking = submit === undefined ? [] : SUBMIT_FUNCTIONS.filter((name) => !submit.includes(name));
  if (lacking.length > 0) {
    const path = "jobPrograms.submit";
    const message = `${path} must be the text of a Lua script with the functions ${SUBMIT_FUNCTIONS.join(" and ")}, got one without ${lacking.join(" and ")}; add it, with \`return slurm.SUCCESS\``;
    problems.add("malformed", path, message);
  }
  for (const name of ["prolog", "epilog"] as const) {
    const text = jobPrograms[name];
    const path = `jobPrograms.${name}`;
    if (text?.includes("\r")) {
      const message = `${path} must have Unix line endings, got "\\r\\n", which become part of the interpreter's name; save the script with LF`;
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
