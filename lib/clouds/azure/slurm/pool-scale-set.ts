import { OrchestratedVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/orchestrated-virtual-machine-scale-set";
import type { Construct } from "constructs";
import { interconnectSpansNodes } from "../../../catalog/instance-types";
import { flexibleScaleSet } from "../pools/flexible-scale-set";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { zonesOf } from "../shared/names";

/**
 * The scale set of a pool: one fault domain, one InfiniBand partition. It is empty, and VMs join it, of which Terraform knows none. Racks of GB200 and GB300
 * are made by their scale set, which Azure has at whole racks only; the head gives their VMs the names of nodes.
 * @see https://learn.microsoft.com/azure/virtual-machine-scale-sets/flexible-virtual-machine-scale-sets-portal (adding VMs to a set without a profile)
 */
export function poolScaleSet(scope: Construct, pool: GpuNodePool): OrchestratedVirtualMachineScaleSet {
  const id = `${pool.node.id}-scale-set`;
  if (interconnectSpansNodes(pool.instanceType)) return flexibleScaleSet(scope, id, pool, pool.nodes.max);
  return new OrchestratedVirtualMachineScaleSet(scope, id, {
    ...pool.network.place,
    name: pool.resourceName,
    zones: zonesOf(pool.network.availabilityZone),
    platformFaultDomainCount: 1,
  });
}
