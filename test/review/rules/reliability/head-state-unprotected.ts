import { headStateUnprotected } from "../../../../lib/review/rules/reliability/head-state-unprotected";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: headStateUnprotected,
  holds: { "a protected volume": p5() },
  fails: { "the root disk": [p5({ slurm: { stateProtected: false } }), [{ path: "schedulers.slurm.stateProtected" }]] },
  doesNotApply: { "no Slurm": ray() },
};
