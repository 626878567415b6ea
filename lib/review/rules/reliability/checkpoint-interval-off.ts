import { leaveOut, set } from "../../../remedies/remedy";
import { count, duration } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const checkpointIntervalOff: Rule = {
  id: "checkpoint-interval-off",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Checkpoint interval far from the optimum",
  why: "If checkpoints are too rare, each failure loses hours of work; if too frequent, stalls cost more than failures. The optimum is flat, but not across multiples.",
  fix: "Set `checkpointMinutes` to the value in the finding, or omit it.",
  verify: "Apply Daly's formula to your measured stall and failure rate: about sqrt(2 × stall × MTBF).",
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
          allowed: `about ${duration(r.advisedSeconds)} (Daly${r.advisedSeconds > 2 * r.dalySeconds ? ", and twice the write time" : ""})`,
          fix: [set("checkpointMinutes", r.advisedSeconds / 60), leaveOut("checkpointMinutes")],
        };
      },
    ),
};
