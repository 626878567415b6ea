/**
 * Seconds that an accelerator spends on each element of a routed token, `k h` of them a layer: quantizing, sorting by expert,
 * activations between the grouped products, and summing the experts' outputs again. The multiprocessors' own work: a card with a
 * fifth of the bandwidth needs no longer. The one figure of their own that mixtures have, fitted to the calibrated rows of serving
 * (Qwen3 235B-A22B on H200 and B200, 30B-A3B on B200).
 */
export const ROUTED_ELEMENT_SECONDS = 11.7e-12;
