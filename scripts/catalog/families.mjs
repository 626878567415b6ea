// What a dump of EC2's API does not say of an instance family: which families the catalog holds, what their accelerators are
// called here, processors, images and quota codes.

const SERIES = {
  general: [
    "m5",
    "m5a",
    "m5ad",
    "m5d",
    "m5dn",
    "m5n",
    "m5zn",
    "m6a",
    "m6g",
    "m6gd",
    "m6i",
    "m6id",
    "m6idn",
    "m6in",
    "m7a",
  ],
  generalNew: [
    "m7g",
    "m7gd",
    "m7i",
    "m7i-flex",
    "m8a",
    "m8azn",
    "m8g",
    "m8gb",
    "m8gd",
    "m8gn",
    "m8i",
    "m8i-flex",
    "m8ib",
  ],
  generalNewest: ["m8id", "m8idb", "m8idn", "m8in", "m8ine", "m9g", "m9gd", "t3", "t3a", "t4g"],
  compute: [
    "c5",
    "c5a",
    "c5ad",
    "c5d",
    "c5n",
    "c6a",
    "c6g",
    "c6gd",
    "c6gn",
    "c6i",
    "c6id",
    "c6in",
    "c7a",
    "c7g",
    "c7gd",
    "c7gn",
  ],
  computeNew: [
    "c7i",
    "c7i-flex",
    "c8a",
    "c8g",
    "c8gb",
    "c8gd",
    "c8gn",
    "c8i",
    "c8i-flex",
    "c8ib",
    "c8id",
    "c8in",
    "c8ine",
  ],
  computeNewest: ["c9g", "c9gd"],
  memory: [
    "r5",
    "r5a",
    "r5ad",
    "r5b",
    "r5d",
    "r5dn",
    "r5n",
    "r6a",
    "r6g",
    "r6gd",
    "r6i",
    "r6id",
    "r6idn",
    "r6in",
    "r7a",
    "r7g",
  ],
  memoryNew: [
    "r7gd",
    "r7i",
    "r7iz",
    "r8a",
    "r8g",
    "r8gb",
    "r8gd",
    "r8gn",
    "r8i",
    "r8i-flex",
    "r8ib",
    "r8id",
    "r8idb",
    "r8idn",
  ],
  memoryNewest: ["r8in", "r9g", "r9gd", "x2gd", "x2idn", "x2iedn", "x2iezn", "x8aedz", "x8g", "x8i", "z1d"],
  storage: ["d3", "d3en", "i3", "i3en", "i4g", "i4i", "i7i", "i7ie", "i8g", "i8ge", "im4gn", "is4gen"],
  accelerated: [
    "g4ad",
    "g4dn",
    "g5",
    "g5g",
    "g6",
    "g6e",
    "g6f",
    "g7",
    "g7e",
    "gr6",
    "gr6f",
    "inf1",
    "inf2",
    "p3",
    "p3dn",
  ],
  training: ["p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "trn1", "trn1n", "trn2"],
  hpc: ["hpc6a", "hpc6id", "hpc7a", "hpc7g", "hpc8a"],
};

/** Families that the catalog holds; older ones, Macs, FPGAs and the largest memory types are left out. */
export const FAMILIES = new Set(Object.values(SERIES).flat());

const T4_NOTE = "processor layout is not in the API";
const FRACTION_NOTE =
  "a part of one L4 that NVIDIA's vGPU divides: it needs NVIDIA's GRID driver, which the images for whole GPUs do not have";

/** Parts of one L4, by the whole GiB that they show. */
const VGPU = { 2: "L4-vGPU-3GB", 5: "L4-vGPU-6GB", 11: "L4-vGPU-12GB" };

/** Accelerators of families that came in by the dump; the rows of the others name theirs. */
export const ACCELERATED = {
  g4ad: { accelerator: "RadeonProV520-8GB", memoryGiB: 8, note: "AMD's driver is in none of the images for NVIDIA" },
  g5g: { accelerator: "T4G-16GB", memoryGiB: 16, note: T4_NOTE },
  g6f: { byMemory: VGPU, note: FRACTION_NOTE },
  gr6f: { byMemory: VGPU, note: FRACTION_NOTE },
  g7: { accelerator: "RTX-PRO-4500-32GB", memoryGiB: 32, note: T4_NOTE },
  inf1: {
    accelerator: "Inferentia1-8GB",
    memoryGiB: 8,
    note: "Neuron devices; 12 chips are joined by NeuronLink in 24xlarge",
  },
  p3: {
    accelerator: "V100-SXM-16GB",
    memoryGiB: 16,
    interconnect: { name: "NVLink 2", gbPerSecondPerAccelerator: 300 },
    note: "NVIDIA's open kernel modules do not drive it",
  },
};

const HARD_DISKS = "its hard disks are not in localNvme, which holds SSDs";

/** What the API does not say of families without accelerators. */
export const NOTES = { d3: HARD_DISKS, d3en: HARD_DISKS };

const GRAVITON = { 6: "AWS Graviton2", 7: "AWS Graviton3", 8: "AWS Graviton4", 9: "AWS Graviton5" };

/** Processor of Graviton families, whose generation is in the name; null for others, whose model the API lacks. */
export function cpuModel(family) {
  const [, generation] = /^[cmr]([6-9])g/.exec(family) ?? [];
  return generation ? GRAVITON[generation] : null;
}

export function imagesOf(family, architecture, accelerators) {
  const eks =
    architecture === "arm64" ? ["AL2023_ARM_64", "BOTTLEROCKET_ARM_64"] : ["AL2023_x86_64", "BOTTLEROCKET_x86_64"];
  if (accelerators === 0) return { dlami: [], eks: [`${eks[0]}_STANDARD`, eks[1]] };
  if (family === "inf1") return { dlami: [], eks: ["AL2023_x86_64_NEURON"] };
  if (["g4ad", "g6f", "gr6f", "p3"].includes(family)) return { dlami: [], eks: [] };
  return { dlami: ["base-oss-nvidia-driver-gpu-al2023"], eks: [`${eks[0]}_NVIDIA`, `${eks[1]}_NVIDIA`] };
}

const STANDARD = { onDemand: "L-1216C47A", spot: "L-34B43A08" };
const QUOTAS = [
  [/^(g|gr)\d/, { onDemand: "L-DB2E81BA", spot: "L-3819A6DF" }],
  [/^p[34]/, { onDemand: "L-417A185B", spot: "L-7212CCBC" }],
  [/^inf/, { onDemand: "L-1945791B", spot: "L-B5D1601B" }],
  [/^trn/, { onDemand: "L-2C3B7624", spot: "L-6B0D517C" }],
  [/^hpc/, { onDemand: "L-F7808C92", spot: null }],
  [/^x/, { onDemand: "L-7295265B", spot: "L-E3A00192" }],
];

/** @see https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html */
export function quotaOf(family) {
  return QUOTAS.find(([pattern]) => pattern.test(family))?.[1] ?? STANDARD;
}
