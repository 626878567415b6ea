import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, options } from "../options";

describe("checkJobs refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "a prolog that is no script",
      options({ jobPrograms: { prolog: "mount /scratch" } }),
      'jobPrograms.prolog must be the text of a script that starts with #! and its interpreter, got "mount /scratch"; start with "#!/bin/bash"',
    ],
  ])("%s", (_, bad, message) => {
    expect(messageOf(bad)).toBe(`slurm: ${message}`);
  });
});
