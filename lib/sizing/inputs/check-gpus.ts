import type { Problems } from "../../errors";
import type { Interconnect } from "../fabric/interconnect";
import type { ComputePrecision, GpuSpec } from "../time/kernel-efficiency";
import { GPU, LINK } from "./check-inputs";
import { checkNumber } from "./check-number";
import { oneOf } from "./check-shape";

const PRECISION = oneOf(["bf16", "fp8", "fp4"]);

/** Notes when the GPU has no units for the number format. */
function checkPrecision(problems: Problems, gpu: GpuSpec, precision: ComputePrecision): void {
  const peak = gpu.flops[precision];
  if (typeof peak === "number") return;
  const has = (Object.keys(gpu.flops) as ComputePrecision[]).filter((key) => (gpu.flops[key] ?? 0) > 0);
  problems.add(
    "not-allowed",
    "precision",
    `precision must be one that ${gpu.name} computes in, got ${precision}; use ${has.join(" or ") || "another GPU"}`,
  );
}

/**
 * Notes what makes GPUs unfit to be computed with: no units for the number format, memory or links without a rate, and
 * more GPUs than one domain holds without a network between domains.
 */
export function checkGpus(
  problems: Problems,
  of: { readonly gpu: GpuSpec; readonly link: Interconnect; readonly precision: ComputePrecision },
  gpus: number,
): void {
  const { gpu, link, precision } = of;
  if (GPU(problems, "gpu", gpu)) checkPrecision(problems, gpu, precision);
  else PRECISION(problems, "precision", precision);
  if (LINK(problems, "link", link) && gpus > link.gpusPerDomain)
    checkNumber(problems, "link.fabricBytesPerSecondPerGpu", link.fabricBytesPerSecondPerGpu, {
      above: 0,
      max: 1e18,
      unit: "bytes/s",
      use: `use a type with a network, or at most ${link.gpusPerDomain} GPUs`,
    });
}
