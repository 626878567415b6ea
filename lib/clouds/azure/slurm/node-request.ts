import type { GpuNodePool } from "../pools/gpu-node-pool";
import { ADMINISTRATOR } from "../shared/admin-key";
import { IMAGE } from "../shared/image";
import { zonesOf } from "../shared/names";

/** Version of the network API by which a VM makes its own interface. @see azure-mgmt-compute NetworkApiVersion */
const NETWORK_API = "2022-11-01";

/** What the head finds VMs of racks by, which their scale set has made. The name begins those of its VMs. */
export const rackRequest = (pool: GpuNodePool, scaleSetId: string): Readonly<Record<string, unknown>> => ({
  scaleSet: pool.resourceName,
  properties: { virtualMachineScaleSet: { id: scaleSetId } },
});

/**
 * Body of the request for a VM of a pool, without what differs from node to node: the name, the host name and tags. Disk and interface go with the
 * VM.
 * @see https://learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update
 */
export function nodeRequest(pool: GpuNodePool, scaleSetId: string): Readonly<Record<string, unknown>> {
  const { type, image, rootVolumeGiB, capacity } = pool.definition;
  const zones = zonesOf(pool.network.availabilityZone);
  return {
    location: pool.network.region,
    ...(zones ? { zones } : {}),
    identity: { type: "UserAssigned", userAssignedIdentities: { [pool.identity.id]: {} } },
    properties: {
      hardwareProfile: { vmSize: type.name },
      // one scale set is one InfiniBand partition
      virtualMachineScaleSet: { id: scaleSetId },
      storageProfile: {
        imageReference: { ...IMAGE, ...image },
        osDisk: {
          createOption: "FromImage",
          caching: "ReadWrite",
          diskSizeGB: rootVolumeGiB,
          deleteOption: "Delete",
          managedDisk: { storageAccountType: "Premium_LRS" },
        },
      },
      osProfile: {
        adminUsername: ADMINISTRATOR,
        customData: pool.customData,
        linuxConfiguration: {
          disablePasswordAuthentication: true,
          ssh: {
            publicKeys: [{ path: `/home/${ADMINISTRATOR}/.ssh/authorized_keys`, keyData: pool.adminPublicKey }],
          },
        },
      },
      networkProfile: { networkApiVersion: NETWORK_API, networkInterfaceConfigurations: [networkInterface(pool)] },
      diagnosticsProfile: { bootDiagnostics: { enabled: true } },
      ...(capacity.kind === "spot"
        ? { priority: "Spot", evictionPolicy: "Delete", billingProfile: { maxPrice: -1 } }
        : {}),
      ...(capacity.groupId === null
        ? {}
        : { capacityReservation: { capacityReservationGroup: { id: capacity.groupId } } }),
    },
  };
}

const networkInterface = ({ network }: GpuNodePool) => ({
  name: "ethernet",
  properties: {
    primary: true,
    enableAcceleratedNetworking: true,
    deleteOption: "Delete",
    ipConfigurations: [
      {
        name: "ethernet",
        properties: { primary: true, privateIPAddressVersion: "IPv4", subnet: { id: network.computeSubnetId } },
      },
    ],
  },
});
