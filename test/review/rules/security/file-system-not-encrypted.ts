import { fileSystemNotEncrypted } from "../../../../lib/review/rules/security/file-system-not-encrypted";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fileSystemNotEncrypted,
  holds: { "an encrypted file system": p5() },
  fails: { "a plain one": [p5({ scratch: { encrypted: false } }), [{ path: "fileSystems.scratch.encrypted" }]] },
  doesNotApply: { "an existing file system": p5({ scratch: { existing: true, encrypted: false } }) },
};
