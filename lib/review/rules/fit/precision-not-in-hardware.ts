import { publishedInFp4, unpacksFp4 } from "../../../sizing/serving/weight-only-fp4";
import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

export const precisionNotInHardware: Rule = {
  id: "precision-not-in-hardware",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Precision without hardware support on the GPU",
  why: "Weights use less memory, but matrix products run in 16 bits after dequantization, at half the throughput of the format or less.",
  fix: "Use GPUs with hardware support: FP8 on Ada, Hopper and later; FP4 on Blackwell and later. Weights alone may be in FP4 on Ampere, Ada and Hopper: that saves memory, and is how GPT-OSS runs there.",
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
        const unpacked = workload.precision === "fp4" && unpacksFp4(p.accelerator!, workload.model.name);
        if (unpacked && publishedInFp4(workload.model.name)) return null;
        const suggested = factsOf(design)?.types?.[workload.precision === "fp4" ? "fourBit" : "eightBit"];
        return {
          path: "workload.precision",
          value: `${workload.precision} on ${p.accelerator?.name}${unpacked ? ": weights alone, products in 16 bits" : ""}`,
          allowed: (["bf16", "fp8", "int8", "fp4"] as const).filter((f) => rates[f] !== null).join(", "),
          fix: unpacked
            ? `keep it to save memory; for throughput, use ${suggested ?? "GPUs that compute in it"}${rates.fp8 === null ? "" : " or fp8"}`
            : `use ${suggested ?? "GPUs that compute in it"}, or another precision`,
        };
      },
    ),
};
