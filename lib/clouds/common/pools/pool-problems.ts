import { add } from "../../../remedies/remedy";
import { prop, type Sentence, say } from "../../../remedies/sentence";

// What is wrong with a pool in every cloud, in one sentence each.

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Nobody starts its nodes; `missing` says who can in its cloud. */
export const unadopted = (pool: string, missing: "adopter" | "shared-adopter"): Sentence =>
  say`pool "${pool}" has no construct that starts its nodes; ${add(missing)}`;

export const leastAboveMost = ({ min, max }: Bounds): Sentence =>
  say`nodes.min must not exceed ${prop("nodes.max")}, got ${min} and ${max}; use min ${max} or max ${min}`;

/** A fleet has a size that its pool does not. */
export const sizeOutside = ({ min, max }: Bounds, size: number): string =>
  `size must be a whole number within the pool's nodes, ${min} to ${max}, got ${size}; use ${size > max ? max : Math.max(1, min)}`;
