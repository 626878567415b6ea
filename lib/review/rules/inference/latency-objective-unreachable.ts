import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

function sixteenBits({ workload }: Design): boolean {
  return workload?.kind === "inference" && workload.precision === "bf16";
}

export const latencyObjectiveUnreachable: Rule = {
  id: "latency-objective-unreachable",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "latency objective that no number of replicas meets",
  why: "Replicas add throughput, not speed: one prompt alone already takes longer than promised.",
  fix: "Use a faster GPU, more GPUs a replica, fewer bits a weight, shorter prompts or a looser objective.",
  verify: "Send one request to an idle replica and read its time to first token and between tokens.",
  source: "https://arxiv.org/abs/2211.05102",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s?.fits ? [s] : [])),
      (s) =>
        s.why === null
          ? null
          : {
              path: s.why.startsWith("a token")
                ? "workload.timePerOutputTokenSeconds"
                : "workload.timeToFirstTokenSeconds",
              value: s.why.split(";")[0] ?? s.why,
              allowed: "an objective that one replica without load meets",
              fix: `use a faster instance type, ${sixteenBits(design) ? "fp8 weights, " : ""}shorter prompts or a looser objective`,
            },
    ),
};
