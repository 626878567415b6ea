import { OrchestratedVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/orchestrated-virtual-machine-scale-set";
import type { Construct } from "constructs";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { zoneNumber } from "../shared/names";

/**
 * The empty scale set that a pool's VMs join: one fault domain, one InfiniBand partition. Terraform knows none of its VMs.
 * @see https://learn.microsoft.com/azure/virtual-machine-scale-sets/flexible-virtual-machine-scale-sets-portal (adding VMs to a set without a profile)
 */
export function poolScaleSet(scope: Construct, pool: GpuNodePool): OrchestratedVirtualMachineScaleSet {
  return new OrchestratedVirtualMachineScaleSet(scope, `${pool.node.id}-scale-set`, {
    ...pool.network.place,
    name: pool.resourceName,
    zones: [zoneNumber(pool.network.availabilityZone)],
    platformFaultDomainCount: 1,
  });
}
