import { checkEach, type Rule } from "../../rule";

export const fileSystemNotEncrypted: Rule = {
  id: "file-system-not-encrypted",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "file system without encryption at rest",
  why: "Training data, weights and checkpoints lie readable on the provider's disks; most company and customer rules forbid it, and it cannot be turned on later without a copy.",
  fix: "Leave `encrypted` on, or give a KMS key.",
  verify: "`aws fsx describe-file-systems` shows a KmsKeyId, `aws efs describe-file-systems` Encrypted true.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/encryption-fsxl.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => !f.existing),
      (f) =>
        f.encrypted
          ? null
          : {
              path: `fileSystems.${f.name}.encrypted`,
              value: false,
              allowed: "true",
              fix: "leave encrypted at its default, or give kmsKey",
            },
    ),
};
