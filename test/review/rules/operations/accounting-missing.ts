import { accountingMissing } from "../../../../lib/review/rules/operations/accounting-missing";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: accountingMissing,
  holds: { "a database": p5() },
  fails: { none: [p5({ slurm: { accounting: "none" } }), [{ path: "schedulers.slurm.accounting" }]] },
  doesNotApply: { "no Slurm": ray() },
};
