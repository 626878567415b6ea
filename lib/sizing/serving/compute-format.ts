import type { Accelerator } from "../../catalog/types";
import type { WeightPrecision } from "../memory/model-memory";

/**
 * Format that the products are computed in, and its rate: 4-bit integer weights are unpacked to BF16, and Volta and Turing, which
 * have no BF16, compute in FP16.
 */
export function computeFormat(
  { tflops: { fp8, fp4, int8, bf16, fp16 } }: Pick<Accelerator, "tflops">,
  precision: WeightPrecision,
): { readonly format: string; readonly flops: number } {
  const native = { fp8, fp4, int8 }[precision as "fp8" | "fp4" | "int8"];
  return native ? { format: precision, flops: native * 1e12 } : { format: "bf16", flops: (bf16 ?? fp16)! * 1e12 };
}
