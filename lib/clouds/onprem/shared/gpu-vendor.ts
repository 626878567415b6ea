import { findAccelerator } from "../../../catalog/accelerators";
import type { OnPremPool } from "./on-prem-definition";

/** Who makes the GPUs of a pool: they are found, checked and watched by the maker's own programs. */
export type GpuVendor = "nvidia" | "amd";

export function gpuVendor({ type }: Pick<OnPremPool, "type">): GpuVendor {
  return findAccelerator(type.accelerator)?.vendor === "amd" ? "amd" : "nvidia";
}
