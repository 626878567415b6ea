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
  title: "Latency objective unreachable at any replica count",
  why: "More replicas add throughput but do not reduce latency: a single request already exceeds the objective.",
  fix: "Use a faster GPU, more GPUs per replica, quantized weights, shorter prompts or a looser objective.",
  verify: "Send one request to an idle replica and measure TTFT and TPOT.",
  source: "https://arxiv.org/abs/2211.05102",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s?.fits ? [s] : [])),
      (s) =>
        s.unmetObjective === null
          ? null
          : {
              path: `workload.${s.unmetObjective}`,
              value: s.excess,
              allowed: "an objective that an idle replica meets",
              fix: `use a faster instance type, ${sixteenBits(design) ? "fp8 weights, " : ""}shorter prompts or a looser objective`,
            },
    ),
};
