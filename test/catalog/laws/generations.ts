import type { Accelerator, InstanceType } from "../../../lib/catalog/types";
import { each, type Law, type Tables } from "./tables";

const gpu = (title: string, holds: (row: Accelerator) => boolean) => each("accelerators", title, holds);
const type = (title: string, holds: (row: InstanceType, tables: Tables) => boolean) =>
  each("instance-types", title, holds);

/** Compute capabilities of an architecture. https://developer.nvidia.com/cuda-gpus, https://docs.nvidia.com/cuda/cuda-c-programming-guide/#compute-capabilities */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  Volta: ["7.0"],
  Turing: ["7.5"],
  Ampere: ["8.0", "8.6"],
  "Ada Lovelace": ["8.9"],
  Hopper: ["9.0"],
  Blackwell: ["10.0", "12.0"],
  "Blackwell Ultra": ["10.3"],
};
/** Those whose tensor cores know 8 and 4 bits of floating point. https://docs.nvidia.com/deeplearning/tensorrt/latest/getting-started/support-matrix.html */
const FP8 = ["Ada Lovelace", "Hopper", "Blackwell", "Blackwell Ultra"];
const FP4 = ["Blackwell", "Blackwell Ultra"];
/** GB/s of a card's memory, by its kind. */
const MEMORY_GBPS: Readonly<Record<string, readonly [number, number]>> = {
  GDDR6: [250, 1000],
  GDDR6X: [700, 1100],
  GDDR7: [700, 1900],
  HBM2: [700, 1600],
  HBM2e: [1900, 2100],
  HBM3: [3300, 5400],
  HBM3e: [4700, 8000],
};
/** GB/s of all links of a GPU, both directions. https://www.nvidia.com/en-us/data-center/nvlink/ */
const NVLINK_GBPS: Readonly<Record<string, number>> = {
  "NVLink 2": 300,
  "NVLink 3": 600,
  "NVLink 4": 900,
  "NVLink 5": 1800,
};

export const generationLaws: readonly Law[] = [
  gpu(
    "have a compute capability of their architecture",
    ({ vendor, architecture, computeCapability }) =>
      (vendor === "nvidia") === (computeCapability !== null) &&
      (vendor !== "nvidia" || (CAPABILITIES[architecture] ?? []).includes(computeCapability!)),
  ),
  gpu("of NVIDIA know fp8 from Ada on and fp4 from Blackwell on", ({ vendor, architecture, tflops }) => {
    if (vendor !== "nvidia") return true;
    return (tflops.fp8 === null || FP8.includes(architecture)) && (tflops.fp4 === null || FP4.includes(architecture));
  }),
  gpu("read memory of their kind at its rates", ({ memoryType, memoryBandwidthGBps: rate }) => {
    const [least, most] = MEMORY_GBPS[memoryType ?? ""] ?? [0, Number.POSITIVE_INFINITY];
    return rate === null || (rate >= least && rate <= most);
  }),
  gpu("have NVLink at the rate of its generation, beside HBM alone", ({ linkName, linkGBps, memoryType }) => {
    if (linkName?.startsWith("NVLink") !== true) return true;
    return memoryType?.startsWith("HBM") === true && (NVLINK_GBPS[linkName] ?? linkGBps) === linkGBps;
  }),
  type("EFA of generation 1 writes no memory of others, later ones do; hpc7g's reads only", (t) => {
    const efa = t.aws!.efa;
    if (efa === null || efa.generation === null) return true;
    if (efa.generation === 1) return efa.rdmaWrite === false;
    return efa.rdmaRead === true && (efa.rdmaWrite === true || t.family === "hpc7g");
  }),
  // Cards of p6e-gb200 with and without EFA share an adapter of 400 Gb/s.
  type(
    "EFA reaches the bandwidth of the type",
    (t) => t.aws!.efa === null || t.family === "p6e-gb200" || t.aws!.efa.gbps === t.networkGbps,
  ),
  type(
    "GPUs of P types of several GPUs are reached where EFA reads memory",
    (t) =>
      !/^p\d/.test(t.family) ||
      t.acceleratorCount < 2 ||
      (t.gpuDirectRdma === true) === (t.aws!.efa?.rdmaRead === true),
  ),
  type(
    "take a cluster placement group where they take EFA",
    (t) => t.aws!.efa === null || t.aws!.placementGroups.includes("cluster"),
  ),
];
