import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

export const precisionNotInHardware: Rule = {
  id: "precision-not-in-hardware",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Precision without hardware support on the GPU",
  why: "Weights use less memory, but matrix products run in 16 bits after dequantization, at half the throughput of the format or less.",
  fix: "Use GPUs with hardware support: FP8 on Ada, Hopper and later; FP4 on Blackwell and later.",
  verify: "The inference engine logs the kernels that it selects (Marlin for weight-only quantization on older GPUs).",
  source: "https://docs.vllm.ai/en/latest/features/quantization/supported_hardware.html",
  check: (design) =>
    checkEach(
      design.workload?.kind === "inference" && design.workPool?.accelerator
        ? [{ workload: design.workload, p: design.workPool, rates: design.workPool.accelerator.tflops }].filter(
            ({ workload }) =>
              workload.precision === "fp8" || workload.precision === "fp4" || workload.precision === "int8",
          )
        : [],
      ({ workload, p, rates }) => {
        const rate = rates[workload.precision as "fp8" | "fp4" | "int8"];
        if (rate !== null) return null;
        const suggested = factsOf(design)?.types?.[workload.precision === "fp4" ? "fourBit" : "eightBit"];
        return {
          path: "workload.precision",
          value: `${workload.precision} on ${p.accelerator?.name}`,
          allowed: (["bf16", "fp8", "int8", "fp4"] as const).filter((f) => rates[f] !== null).join(", "),
          fix: `use ${suggested ?? "GPUs that compute in it"}, or another precision`,
        };
      },
    ),
};
