import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const fileSystemNotEncrypted: Rule = {
  id: "file-system-not-encrypted",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "File system without encryption at rest",
  why: "Training data, weights and checkpoints are stored unencrypted on the provider's disks, which most security policies forbid. Encryption cannot be enabled later without copying the data.",
  fix: "Keep `encrypted` enabled (the default), or set a KMS key.",
  verify:
    "On AWS, `aws fsx describe-file-systems` shows a KmsKeyId, `aws efs describe-file-systems` Encrypted true. Azure encrypts all its file systems.",
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
              fix: [set("encrypted", true), set("kmsKeyArn")],
            },
    ),
};
