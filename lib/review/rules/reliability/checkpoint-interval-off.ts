import { figuresOf } from "../../figures/figures";
import { count, duration } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const checkpointIntervalOff: Rule = {
  id: "checkpoint-interval-off",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "checkpoint interval far from the one that loses least",
  why: "Too rare, and each failure throws hours away; too often, and the stalls cost more than the failures. The optimum is flat, but not over factors.",
  fix: "Set `checkpointMinutes` to what the finding names, or leave it out.",
  verify:
    "Daly's formula with your own stall and failure rate: about the square root of twice stall times mean time to failure.",
  source: "https://doi.org/10.1016/j.future.2004.11.016",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) => (r?.intervalGiven ? [r] : [])),
      (r) => {
        const factor = r.intervalSeconds / r.dalySeconds;
        if (factor >= 1 / 4 && factor <= 3) return null;
        return {
          path: "workload.checkpointMinutes",
          value: `${duration(r.intervalSeconds)}, ${count(factor > 1 ? factor : 1 / factor)} times too ${factor > 1 ? "long" : "short"}`,
          allowed: `about ${duration(r.dalySeconds)} (Daly)`,
          fix: `set checkpointMinutes to ${Math.max(1, Math.round(r.dalySeconds / 60))}, or leave it out`,
        };
      },
    ),
};
