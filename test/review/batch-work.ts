import { type BatchWorkloadOptions, batchWorkload } from "../../lib/architectures/workloads";

/** A million images of SDXL, at the published rate; `changes` as the case needs. */
export const images = (changes: Partial<BatchWorkloadOptions> = {}) =>
  batchWorkload({ units: 1e6, benchmark: "stable-diffusion-xl", ...changes });
