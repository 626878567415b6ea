import { fileSystemUnprotected } from "../../../../lib/review/rules/storage/file-system-unprotected";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fileSystemUnprotected,
  holds: { "a protected file system": p5() },
  fails: {
    "an unprotected one": [
      p5({ scratch: { deletionProtected: false } }),
      [{ path: "fileSystems.scratch.deletionProtected", value: false }],
    ],
  },
  doesNotApply: {
    "an existing file system, which Terraform does not own": p5({
      scratch: { existing: true, deletionProtected: false },
    }),
    "scratch, which is not for keeping": p5({ scratch: { deploymentType: "SCRATCH_2", deletionProtected: false } }),
  },
};
