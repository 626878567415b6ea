import { OFFLOADS } from "../../model/workload";
import { flag, members, nullable, number, oneOf, optional, rangeOf, text } from "./check-shape";
import {
  DOMAIN_RANGE,
  LORA_RANK_RANGE,
  OVERSUBSCRIPTION_RANGE,
  PARAMETERS_RANGE,
  RANKS_RANGE,
  SHARE_RANGE,
  ZERO_STAGE_RANGE,
} from "./ranges";

/** Checks of the values that several functions take. Their types stand beside what makes them. */

const RANKS = number(RANKS_RANGE);
const SHARE = number({ ...SHARE_RANGE, use: "use a share from 0 to 1" });
const BYTES_PER_PARAMETER = number({ min: 0, max: 64, unit: "bytes", use: "use an entry of TRAINING_PRECISIONS" });
const RATE = number({ above: 0, max: 1e18, unit: "bytes/s", use: "use a catalog row that has it" });
const SECONDS = number({ min: 0, max: 1, unit: "s" });

/** A layout's own numbers, whatever the model. */
export const LAYOUT = members({
  tensor: RANKS,
  pipeline: RANKS,
  context: RANKS,
  expert: RANKS,
  expertTensor: optional(RANKS),
  data: RANKS,
  virtualStages: RANKS,
  microBatchSequences: RANKS,
  zeroStage: number(ZERO_STAGE_RANGE),
  sequenceParallel: flag,
  recompute: oneOf(["none", "elementwise", "selective", "full"]),
  offload: optional(oneOf(OFFLOADS)),
  offloadActivations: optional(flag),
});

export const SEQUENCE_RULE = { min: 1, max: 100_000_000, whole: true, unit: "tokens" } as const;
export const BATCH_RULE = { min: 1, max: 100_000_000, whole: true, unit: "sequences" } as const;
export const SEQUENCE = number(SEQUENCE_RULE);
export const BATCH = number(BATCH_RULE);

export const TRAINING_STATE = members({
  weightBytes: BYTES_PER_PARAMETER,
  gradientBytes: BYTES_PER_PARAMETER,
  masterBytes: BYTES_PER_PARAMETER,
  optimizerBytes: BYTES_PER_PARAMETER,
});

export const ADAPTER = members({
  parameters: number({ ...PARAMETERS_RANGE, use: "use adapterOf" }),
  rank: number(LORA_RANK_RANGE),
  frozenBytes: number({ above: 0, max: 1e18, unit: "bytes", use: "use adapterOf" }),
  quantized: flag,
  prepared: optional(flag),
});

const ACTIVATION = {
  attention: oneOf(["flash", "unfused"]),
  dropout: flag,
  unfusedElementwise: optional(flag),
  huggingFace: optional(flag),
  transformers4: optional(flag),
  logitBytes: optional(number({ above: 0, max: 64, unit: "bytes" })),
  gather: optional(oneOf(["layer", "matrix"])),
  gemmInputBytes: optional(number({ above: 0, max: 8, unit: "bytes" })),
};

export const ACTIVATION_OPTIONS = members({
  sequenceLength: SEQUENCE,
  adapter: optional(members({ quantized: flag })),
  ...ACTIVATION,
});

const RESERVE = members({ low: SHARE, expected: SHARE, high: SHARE });

/** What a memory job has besides model, sequence and batch. */
export const MEMORY_JOB = members({
  state: TRAINING_STATE,
  adapter: optional(ADAPTER),
  allocatorReserve: optional(RESERVE),
  ...ACTIVATION,
});

export const SOFTWARE = members({
  name: text,
  attention: ACTIVATION.attention,
  flashGeneration: oneOf(["current", "first"]),
  dropout: flag,
  fusedElementwise: flag,
  unfusedElementwise: flag,
  huggingFace: flag,
  transformers4: optional(flag),
  tensorOverlap: SHARE,
  tensorOverlapBackward: SHARE,
  contextOverlap: SHARE,
  expertOverlap: SHARE,
  expertDeduplication: flag,
  expertLaunchSeconds: SECONDS,
  pipelineOverlap: SHARE,
  dataOverlap: SHARE,
  dataHideable: SHARE,
  logitBytes: number({ above: 0, max: 64, unit: "bytes" }),
  gather: oneOf(["layer", "matrix"]),
  dataEfficiency: number({ above: 0, max: 1, use: "use a share up to 1" }),
  allocatorReserve: RESERVE,
});

/** What a training job has besides model, sequence, batch and machines. */
export const TRAINING_JOB = members({ state: TRAINING_STATE, adapter: optional(ADAPTER), software: SOFTWARE });

const PEAK = nullable(
  number({ above: 0, max: 1e21, unit: "FLOP/s", use: "use null where the part has no such units" }),
);

export const GPU = members({
  name: text,
  architecture: text,
  memoryBytes: number({ above: 0, max: 1e18, unit: "bytes", use: "use a catalog row that has it" }),
  memoryBytesPerSecond: RATE,
  flops: members({ bf16: optional(PEAK), fp8: optional(PEAK), fp4: optional(PEAK) }),
});

const EFFICIENCY = number({ above: 0, max: 1, use: "use a share up to 1" });

export const LINK = members({
  gpusPerDomain: number(DOMAIN_RANGE),
  domainBytesPerSecondPerGpu: RATE,
  domainEfficiency: EFFICIENCY,
  inSwitchAllReduce: nullable(EFFICIENCY),
  domainLatencySeconds: SECONDS,
  fabricBytesPerSecondPerGpu: number({ min: 0, max: 1e18, unit: "bytes/s", use: "use 0 for a single domain" }),
  fabricEfficiency: EFFICIENCY,
  fabricLatencySeconds: SECONDS,
  oversubscription: number(OVERSUBSCRIPTION_RANGE),
  inNetworkReduction: flag,
});

const MEASURE = nullable(number({ above: 0, max: 1e12, use: "use null where it is unpublished" }));

/** A catalog accelerator, as far as sizing reads it. */
export const ACCELERATOR = members({
  name: text,
  vendor: oneOf(["nvidia", "amd", "aws"]),
  architecture: text,
  memoryGiB: number({ above: 0, max: 1e6, unit: "GiB" }),
  memoryBandwidthGBps: MEASURE,
  tflops: members({
    bf16: optional(MEASURE),
    fp16: optional(MEASURE),
    fp8: MEASURE,
    fp4: MEASURE,
    int8: optional(MEASURE),
  }),
  linkGBps: MEASURE,
  linkName: nullable(text),
  tdpWatts: MEASURE,
});

const STORE_BYTES = { above: 0, max: 1e18, unit: "bytes/s", use: "use lustreRate, s3Rate or measuredRate" } as const;

export const STORE = members({
  read: rangeOf(STORE_BYTES),
  write: rangeOf(STORE_BYTES),
  cachedRead: nullable(rangeOf(STORE_BYTES)),
  perClient: nullable(number(STORE_BYTES)),
});

export const NODE_GBPS = nullable(number({ above: 0, unit: "Gb/s", use: "use null to leave it out" }));
export const HOST_LINK = number({ above: 0, unit: "GB/s", use: "use 64 for PCIe 5.0 x16" });
