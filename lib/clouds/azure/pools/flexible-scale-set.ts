import { OrchestratedVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/orchestrated-virtual-machine-scale-set";
import type { Construct } from "constructs";
import { ADMINISTRATOR } from "../shared/admin-key";
import { IMAGE } from "../shared/image";
import { zonesOf } from "../shared/names";
import type { GpuNodePool } from "./gpu-node-pool";

/** A flexible scale set that makes a pool's nodes itself. */
export function flexibleScaleSet(scope: Construct, id: string, pool: GpuNodePool, instances: number) {
  const { capacity } = pool.definition;
  return new OrchestratedVirtualMachineScaleSet(scope, id, {
    ...scaleSetNodes(pool),
    // one fault domain without a single placement group: what the field runs InfiniBand on
    platformFaultDomainCount: 1,
    singlePlacementGroup: false,
    skuName: pool.definition.type.name,
    instances,
    ...(capacity.groupId ? { capacityReservationGroupId: capacity.groupId } : {}),
    osProfile: {
      customData: pool.customData,
      linuxConfiguration: {
        adminUsername: ADMINISTRATOR,
        disablePasswordAuthentication: true,
        adminSshKey: [{ username: ADMINISTRATOR, publicKey: pool.adminPublicKey }],
      },
    },
    networkInterface: [scaleSetInterface(pool)],
  });
}

export const scaleSetInterface = ({ network }: GpuNodePool) => ({
  name: "ethernet",
  primary: true,
  enableAcceleratedNetworking: true,
  ipConfiguration: [{ name: "ethernet", primary: true, subnetId: network.computeSubnetId }],
});

/** What both kinds of scale sets say alike. */
export function scaleSetNodes(pool: GpuNodePool) {
  const { capacity, image, rootVolumeGiB } = pool.definition;
  const spot = { priority: "Spot", evictionPolicy: "Delete", maxBidPrice: -1 };
  return {
    ...pool.network.place,
    name: pool.resourceName,
    zones: zonesOf(pool.network.availabilityZone),
    sourceImageReference: { ...IMAGE, ...image },
    osDisk: { caching: "ReadWrite", storageAccountType: "Premium_LRS", diskSizeGb: rootVolumeGiB },
    identity: { type: "UserAssigned", identityIds: [pool.identity.id] },
    bootDiagnostics: {},
    ...(capacity.kind === "spot" ? spot : {}),
  };
}
