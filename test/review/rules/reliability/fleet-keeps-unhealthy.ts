import { fleetKeepsUnhealthy } from "../../../../lib/review/rules/reliability/fleet-keeps-unhealthy";
import { p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fleetKeepsUnhealthy,
  holds: { replacement: serving() },
  fails: { none: [serving({}, { replaceUnhealthy: false }), [{ path: "schedulers.chat.replaceUnhealthy" }]] },
  doesNotApply: { "no fleet": p5() },
};
