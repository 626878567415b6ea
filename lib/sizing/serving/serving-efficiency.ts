import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";

/** Shares of the data sheet that the engine's kernels reach. */
interface Efficiency {
  readonly prefillCompute: number;
  readonly decodeCompute: number;
  readonly memory: number;
  /** Share of an answer's cache that is held for a request on average. */
  readonly answerHeld: number;
  /** Half-width of the range of what follows from these. */
  readonly uncertainty: number;
}

/**
 * Fitted by least squares of the logarithms, with the latencies below, to the dense rows of `inference-throughput.json` marked
 * as calibrated (Llama 3.1 8B and 3.3 70B in FP8 on H100, 3.3 70B in FP4 on B200, 3.1 8B and 70B in BF16 on H100 and A100 and
 * in FP8 on L40S) and to the nine rows of `docs/validation/decode.json` marked so, which count twice. All others are held out.
 * `other` covers formats and parts without calibration data.
 */
const EFFICIENCY = {
  "hopper-fp8": shares(0.592, 0.588, 0.79, 0.913, 0.2),
  "blackwell-fp4": shares(0.408, 0.339, 0.574, 1, 0.2),
  "hopper-bf16": shares(0.708, 0.544, 0.732, 0.93, 0.2),
  "ampere-bf16": shares(0.799, 0.474, 0.81, 0.93, 0.25),
  // MI300X with vLLM, FP8: on Llama 3.1 70B and a lone request of 405B in docs/validation/mi300x-serving.json
  "mi300x-fp8": shares(0.264, 0.22, 0.54, 0.95, 0.4),
  // the same memory's share, and products at about the rate that FP8's reach
  "mi300x-bf16": shares(0.5, 0.4, 0.54, 0.95, 0.4),
  // Trainium1 with Neuron 2.18: on Llama 2 70B in docs/validation/first-token.json and trainium-decode.json
  "trainium-bf16": shares(0.2, 0.5, 0.52, 0.95, 0.4),
  "trainium-fp8": shares(0.2, 0.5, 0.52, 0.95, 0.4),
  "trainium-int8": shares(0.2, 0.5, 0.52, 0.95, 0.4),
  "ada-fp8": shares(0.558, 0.412, 0.752, 0.93, 0.25),
  // Blackwell with HBM in BF16 and FP8: the bandwidth's share is the part's, read off its FP4 rows; the rest as for `other`
  blackwell: shares(0.6, 0.5, 0.574, 1, 0.4),
  other: shares(0.6, 0.5, 0.75, 0.95, 0.4),
} as const;

function shares(
  prefillCompute: number,
  decodeCompute: number,
  memory: number,
  answerHeld: number,
  uncertainty: number,
): Efficiency {
  return { prefillCompute, decodeCompute, memory, answerHeld, uncertainty };
}

/** A model and what serves it. */
interface ServedModel {
  readonly model: ModelArchitecture;
  readonly accelerator: Accelerator;
}

/** Half-width of the range of mixtures, whose kernels are young. */
const ROUTED_UNCERTAINTY = 0.4;

/** The same for hybrids with state layers, of whose kernels no published table was found. */
const HYBRID_UNCERTAINTY = 0.5;

/** Shares that a replica's kernels reach in a number format. */
export function efficiencyOf(p: ServedModel, format: string): Efficiency {
  const rows: Readonly<Record<string, Efficiency>> = EFFICIENCY;
  const { name: accelerator, architecture, memoryType } = p.accelerator;
  const generation = architecture.toLowerCase().split(" ")[0];
  // Cards with graphics memory have a tenth of HBM's bandwidth for a fifth of the compute, and reach more of both.
  const graphics = String(memoryType).startsWith("GDDR");
  const card = generation === "blackwell" && format !== "bf16" && graphics;
  const other = generation === "blackwell" && !graphics ? EFFICIENCY.blackwell : EFFICIENCY.other;
  const part = accelerator.split("-")[0]!.toLowerCase();
  const found = card ? EFFICIENCY["ada-fp8"] : (rows[`${part}-${format}`] ?? rows[`${generation}-${format}`] ?? other);
  if (p.model.hybrid) return { ...found, uncertainty: HYBRID_UNCERTAINTY };
  return p.model.experts ? { ...found, uncertainty: ROUTED_UNCERTAINTY } : found;
}
