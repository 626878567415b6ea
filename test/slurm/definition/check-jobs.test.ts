import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, options } from "../options";

describe("checkJobs refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "a prolog that is no script",
      options({ jobPrograms: { prolog: "mount /scratch" } }),
      'jobPrograms.prolog must be the text of a script that starts with #! and its interpreter, got "mount /scratch"; start with "#!/bin/bash"',
    ],
    [
      "a script for submissions without the functions that slurmctld ends without",
      options({ jobPrograms: { submit: "function slurm_job_submit(job) return 0 end" } }),
      "jobPrograms.submit must be the text of a Lua script with the functions slurm_job_submit and slurm_job_modify, got one without slurm_job_modify; add it, with `return slurm.SUCCESS`",
    ],
  ])("%s", (_, bad, message) => {
    expect(messageOf(bad)).toBe(`slurm: ${message}`);
  });
});
