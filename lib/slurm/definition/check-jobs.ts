import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import type { SlurmOptions, SlurmPrivateData } from "./slurm-options";

const PRIVATE_DATA: readonly SlurmPrivateData[] = [
  "accounts",
  "events",
  "jobs",
  "nodes",
  "partitions",
  "reservations",
  "usage",
  "users",
];

/** Programs around jobs, and what users see of each other's. */
export function checkJobs({ jobPrograms = {}, privateData = [] }: SlurmOptions, problems: Problems): void {
  for (const name of ["prolog", "epilog"] as const) {
    const text = jobPrograms[name];
    if (text === undefined || /^#!\/\S+/.test(text)) continue;
    const path = `jobPrograms.${name}`;
    problems.add(
      "malformed",
      path,
      `${path} must be the text of a script that starts with #! and its interpreter, got "${text.slice(0, 40)}"; start with "#!/bin/bash"`,
    );
  }
  privateData.forEach((given, index) => {
    if (PRIVATE_DATA.includes(given)) return;
    const path = `privateData[${index}]`;
    const [near] = nearest(given, PRIVATE_DATA);
    problems.add(
      "unknown-name",
      path,
      `${path} must be one of ${PRIVATE_DATA.join(", ")}, got ${given}; use ${near ?? "jobs"}`,
    );
  });
}
