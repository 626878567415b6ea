import { volumeNotEncrypted } from "../../../../lib/review/rules/security/volume-not-encrypted";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: volumeNotEncrypted,
  holds: { "encrypted volumes": p5() },
  fails: { "plain volumes": [p5({ pool: { encrypted: false } }), [{ path: "pools.h100.encrypted", value: false }]] },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
