import { ROOT_VOLUME_GIB } from "../../../model/azure/pool-defaults";
import { optional } from "../../../props/field";
import { list, made, part } from "../../../props/nested-fields";
import { number, text, whole } from "../../../props/simple-fields";
import { gpuSharingField } from "../../common/pools/gpu-sharing-field";
import { TAINTS } from "../../common/pools/taint-table";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import { network } from "../network/network-field";
import type { PoolMount } from "../shared/mount";
import { Capacity } from "./capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";

export const GPU_NODE_POOL = {
  network: network(),
  instanceType: text({ known: "what a node is follows from it", example: "Standard_ND96isr_H100_v5" }),
  nodes: part({ min: whole({ min: 0, max: 1000 }), max: whole({ min: 1, max: 1000 }) }),
  adminPublicKey: optional(
    text({
      like: /^(ssh-ed25519|ssh-rsa) \S+/,
      words: "a public SSH key",
      example: "ssh-ed25519 AAAA… you",
    }),
  ),
  fabric: optional(made<InfiniBandFabric>("an InfiniBandFabric of warpform/azure", (value) => "bootScript" in value)),
  capacity: optional(list(made("a Capacity of warpform/azure", (value) => value instanceof Capacity))),
  imageVersion: optional(
    text({ like: /^\d+\.\d+\.\d+$/, words: "a version of the image", example: "24.04.2025041101" }),
  ),
  rootVolumeGiB: optional(number({ min: 64, max: 4095, unit: "GiB" }), ROOT_VOLUME_GIB),
  nvmePath: optional(text({ like: /^\/[\w/-]*\w$/, words: "an absolute path", example: "/scratch-local" })),
  mounts: optional(
    list(made<PoolMount>("what mount() of a file system of warpform/azure returns", (value) => "script" in value)),
  ),
  gpuSharing: optional(gpuSharingField()),
  taints: optional(TAINTS(), []),
};
// The list of capacity has exactly one entry, which the table's type cannot say.
GPU_NODE_POOL satisfies Record<keyof GpuNodePoolProps, unknown>;
