import type { NumberRule } from "./check-number";

// Ranges of quantities that several functions, the review's workloads and the keys of blueprints take. One that only one function
// takes is where it is checked.

const rule = <R extends NumberRule>(range: R): R => range;

/** A width or count of a model's configuration. */
export const DIMENSION_RANGE = rule({ min: 1, max: 10_000_000, whole: true });
/** The same where none is a number too. */
export const COUNT_RANGE = rule({ min: 0, max: 10_000_000, whole: true });
/** Longest sequence that a model was trained for. */
export const MAX_SEQUENCE_RANGE = rule({ min: 1, max: 1e9, whole: true, unit: "tokens" });
/** Experts that every token uses. */
export const SHARED_EXPERTS_RANGE = rule({ min: 0, max: 1000, whole: true });
export const LORA_RANK_RANGE = rule({ min: 1, max: 4096, whole: true, use: "use 8 to 64" });
export const PARAMETERS_RANGE = rule({ above: 0, max: 1e15 });
/** Tokens of one request. */
export const REQUEST_TOKENS_RANGE = rule({ min: 1, max: 10_000_000, unit: "tokens" });
export const REQUESTS_RANGE = rule({ above: 0, max: 1e6, unit: "requests/s" });
/** Ranks of one dimension of a layout. */
export const RANKS_RANGE = rule({ min: 1, max: 1_000_000, whole: true });
export const ZERO_STAGE_RANGE = rule({ min: 0, max: 3, whole: true });
export const GPUS_PER_NODE_RANGE = rule({ min: 1, max: 1024, whole: true });
/** GPUs that one NVLink domain joins. */
export const DOMAIN_RANGE = rule({ min: 1, max: 100_000, whole: true });
export const OVERSUBSCRIPTION_RANGE = rule({ min: 1, max: 1000, use: "use 1 for none" });
/** Planes of a fabric: copies of its tree. */
export const PLANES_RANGE = rule({ min: 1, max: 16, whole: true });
/** Share of the time that a run makes progress in. */
export const EFFECTIVE_SHARE_RANGE = rule({ above: 0, max: 1, use: "use effectiveTrainingTime" });
/** Throughput of a whole file system. */
export const FILE_SYSTEM_MBPS_RANGE = rule({ min: 1, max: 100_000_000, unit: "MB/s" });
/** Tokens of a whole run. */
export const RUN_TOKENS_RANGE = rule({ min: 1, max: 1e18, unit: "tokens" });
/** Watts of a data center for each watt of equipment (PUE). */
export const PUE_RANGE = rule({ min: 1, max: 5, use: "use 1.2 to 1.5" });
/** A part of a whole. */
export const SHARE_RANGE = rule({ min: 0, max: 1 });
