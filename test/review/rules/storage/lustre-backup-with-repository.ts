import { lustreBackupWithRepository } from "../../../../lib/review/rules/storage/lustre-backup-with-repository";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreBackupWithRepository,
  holds: { "backups without S3": p5({ scratch: { backupRetentionDays: 7, dataRepositories: [] } }) },
  fails: {
    "backups with S3": [
      p5({ scratch: { backupRetentionDays: 7 } }),
      [{ path: "fileSystems.scratch.backupRetentionDays", allowed: "0 with a data repository association" }],
    ],
    "backups of scratch": [
      p5({
        scratch: { backupRetentionDays: 7, dataRepositories: [], deploymentType: "SCRATCH_2", throughputPerTiB: null },
      }),
      [{ allowed: "0 on a scratch file system" }],
    ],
  },
  doesNotApply: { "no backups": p5() },
};
