import { mountPathReserved } from "../../../../lib/review/rules/storage/mount-path-reserved";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: mountPathReserved,
  holds: {
    "/fsx": p5(),
    "/home": p5({ pool: { mounts: [{ fileSystem: "scratch", path: "/home", readOnly: false }] } }),
  },
  fails: {
    "/opt/slurm": [
      p5({ pool: { mounts: [{ fileSystem: "scratch", path: "/opt/slurm", readOnly: false }] } }),
      [{ path: "pools.h100.mounts./opt/slurm", value: "/opt/slurm" }],
    ],
    "a directory below /etc": [
      p5({ pool: { mounts: [{ fileSystem: "scratch", path: "/etc/jobs", readOnly: false }] } }),
      [{ value: "/etc/jobs" }],
    ],
  },
  doesNotApply: { "no mounts": p5({ pool: { mounts: [] } }) },
};
