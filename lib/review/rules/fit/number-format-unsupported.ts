import { trains } from "../../../model/workload";
import { checkEach, type Rule } from "../../rule";

const FORMATS = ["bf16", "fp8", "fp4"] as const;

export const numberFormatUnsupported: Rule = {
  id: "number-format-unsupported",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Training format that the GPU cannot compute in",
  why: "Training in a format without matrix units fails when Transformer Engine or torchao initializes. Nothing runs until the format or the GPU changes.",
  fix: "Use a precision that the GPU has, or a GPU that has the precision: BF16 on Ampere and later, FP8 on Hopper and later, FP4 on Blackwell and later.",
  verify:
    "Compare `nvidia-smi --query-gpu=compute_cap --format=csv` with the format's minimum: 8.0 for BF16, 8.9 for FP8, 10.0 for FP4.",
  source: "https://docs.nvidia.com/deeplearning/transformer-engine/user-guide/index.html",
  check: ({ workload, workPool }) => {
    const accelerator = workPool?.accelerator;
    const precision = trains(workload) ? workload.precision : undefined;
    const given = precision && accelerator ? [{ precision, accelerator }] : [];
    return checkEach(given, ({ precision, accelerator }) => {
      if (accelerator.tflops[precision] !== null) return null;
      const formats = FORMATS.filter((format) => accelerator.tflops[format] !== null);
      return {
        path: "workload.precision",
        value: `${precision} on ${accelerator.name}`,
        allowed: formats.join(", ") || "fp16, where precision is omitted",
        fix: formats.length > 0 ? `use ${formats.join(" or ")}, or another instance type` : "omit precision",
      };
    });
  },
};
