import { accelerator } from "../../../catalog/accelerators";
import type { InstanceType } from "../../../catalog/types";
import type { BootStep, PoolMount } from "../shared/boot-step";
import { program } from "../shared/program-text";
import type { NvmeCache } from "./nvme/nvme-cache";

/** What the health check expects of a node. */
export interface CheckedNode {
  readonly instanceType: InstanceType;
  readonly efaDevices: number;
  readonly nvmeCache?: NvmeCache;
  readonly mounts: readonly PoolMount[];
}

/**
 * Installs `/usr/local/sbin/node-health` and runs it at each boot: GPUs, Neuron devices and EFA devices as many as the catalog says,
 * NVLink's fabric manager, no fatal XID or hardware error of a Neuron device, mounts there. Adopters read its exit status, or `/run/warpform/health`.
 */
export function nodeHealthStep(pool: CheckedNode): BootStep {
  const type = pool.instanceType;
  const vendor = type.accelerator === null ? null : accelerator(type.accelerator).vendor;
  const nvidia = vendor === "nvidia";
  // GPUs behind an NVSwitch do nothing without the fabric manager; pairs joined by a bridge or by PCIe need none.
  const behindSwitch = nvidia && type.interconnect !== null && /nvswitch/i.test(type.interconnect.name);
  return {
    name: "node-health",
    phase: "health",
    everyBoot: true,
    text: program("node-health.sh", {
      EXPECTED_GPUS: String(nvidia ? type.acceleratorCount : 0),
      EXPECTED_NEURON: String(vendor === "aws" ? type.acceleratorCount : 0),
      EXPECTED_EFA: String(pool.efaDevices),
      EXPECT_FABRIC_MANAGER: behindSwitch ? "yes" : "no",
      EXPECTED_MOUNTS: [
        ...(pool.nvmeCache ? [pool.nvmeCache.mountPath] : []),
        ...pool.mounts.map(({ path }) => path),
      ].join(" "),
    }),
  };
}
