import type { Problems } from "../errors";
import { checkNumber } from "./check-number";
import type { Interconnect } from "./interconnect";
import type { ComputePrecision, GpuSpec } from "./kernel-efficiency";

const RATE = { above: 0, max: 1e18, unit: "bytes/s", use: "use a catalogue row that has it" };

/** Notes when the GPU has no units for the number format. */
function checkPrecision(problems: Problems, gpu: GpuSpec, precision: ComputePrecision): void {
  const peak = gpu.flops[precision];
  if (peak !== null && Number.isFinite(peak) && peak > 0) return;
  const has = (Object.keys(gpu.flops) as ComputePrecision[]).filter((key) => (gpu.flops[key] ?? 0) > 0);
  problems.add(
    "not-allowed",
    "precision",
    `precision must be one that ${gpu.name} computes in, got ${precision}; use ${has.join(" or ") || "another GPU"}`,
  );
}

/**
 * Notes what makes machines unfit to be computed with: no units for the number format, memory or links without a rate, and
 * more GPUs than one domain holds without a network between domains.
 */
export function checkMachines(
  problems: Problems,
  machines: { readonly gpu: GpuSpec; readonly link: Interconnect; readonly precision: ComputePrecision },
  gpus: number,
): void {
  const { gpu, link, precision } = machines;
  checkPrecision(problems, gpu, precision);
  checkNumber(problems, "gpu.memoryBytes", gpu.memoryBytes, { ...RATE, unit: "bytes" });
  checkNumber(problems, "gpu.memoryBytesPerSecond", gpu.memoryBytesPerSecond, RATE);
  checkNumber(problems, "link.gpusPerDomain", link.gpusPerDomain, { min: 1, max: 100_000, whole: true });
  checkNumber(problems, "link.domainBytesPerSecondPerGpu", link.domainBytesPerSecondPerGpu, RATE);
  checkNumber(problems, "link.oversubscription", link.oversubscription, { min: 1, max: 1000 });
  if (gpus > link.gpusPerDomain)
    checkNumber(problems, "link.fabricBytesPerSecondPerGpu", link.fabricBytesPerSecondPerGpu, {
      ...RATE,
      use: `use a type with a network, or at most ${link.gpusPerDomain} GPUs`,
    });
}
