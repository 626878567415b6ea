import type { InstanceType } from "../catalog/types";
import { efaDevicesFor } from "./aws/nic-layout";
import type { PoolFabric } from "./model";

/** RDMA devices of a type and the rate of each, as the catalog has them; null where it has only the total rate. */
function devicesOf(type: InstanceType): Pick<PoolFabric, "devices" | "gbpsEach"> {
  if (type.infiniband !== undefined) {
    const { devices, gbpsPerDevice } = type.infiniband;
    return { devices, gbpsEach: gbpsPerDevice };
  }
  const devices = efaDevicesFor(type);
  if (devices === 0) return { devices: null, gbpsEach: null };
  const gbps = type.aws?.efa?.gbps;
  return { devices, gbpsEach: gbps === undefined ? null : gbps / devices };
}

/** How a node of a type joins a fabric: with all of the type's devices, or as many and as fast as said. */
export function poolFabric(
  name: string,
  type: InstanceType,
  given: Partial<Pick<PoolFabric, "devices" | "gbpsEach">> = {},
): PoolFabric {
  return { name, ...devicesOf(type), gpuDirect: type.gpuDirectRdma, ...given };
}

/** Share of the type's devices that a node uses; each carries its own bandwidth. 1 where they are not counted. */
export function shareOfDevices(fabric: PoolFabric, type: InstanceType): number {
  const { devices } = devicesOf(type);
  // a design with a fabric and no device of it is at fault, and is sized as it will be
  return devices === null || !fabric.devices ? 1 : Math.min(1, fabric.devices / devices);
}
