import { spotWithoutFallback } from "../../../../lib/review/rules/capacity/spot-without-fallback";
import { p5, spot } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: spotWithoutFallback,
  holds: { "spot, then on-demand": serving() },
  fails: { "spot only": [p5({ pool: { capacity: [spot()] } }), [{ path: "pools.h100.capacity" }]] },
  doesNotApply: { "no spot": p5() },
};
