import { LinuxVirtualMachine } from "@cdktf/provider-azurerm/lib/linux-virtual-machine";
import { NetworkInterface } from "@cdktf/provider-azurerm/lib/network-interface";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Fn, type TerraformLocal } from "cdktf";
import type { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { ADMINISTRATOR } from "../shared/admin-key";
import { IMAGE, LATEST, SKU } from "../shared/image";
import { zoneNumber } from "../shared/names";

/** Disk of the operating system of heads and login nodes, GiB: the image takes half of it. */
export const ROOT_GIB = 128;

export interface SiteNodeProps {
  readonly network: IClusterNetwork;
  /** Its name in the private zone, `slurm-head`. */
  readonly hostName: string;
  readonly instanceType: string;
  readonly imageVersion: string;
  readonly identity: UserAssignedIdentity;
  readonly adminPublicKey: string;
}

/** An interface in the compute subnet. */
export const siteInterface = (scope: Construct, id: string, network: IClusterNetwork, name: string): NetworkInterface =>
  new NetworkInterface(scope, id, {
    ...network.place,
    name,
    acceleratedNetworkingEnabled: true,
    ipConfiguration: [{ name: "ethernet", subnetId: network.computeSubnetId, privateIpAddressAllocation: "Dynamic" }],
  });

/** A VM that always runs: a head or a login node, without a public address. */
export function siteNode(
  scope: Construct,
  id: string,
  props: SiteNodeProps,
  card: NetworkInterface,
  boot: TerraformLocal,
): LinuxVirtualMachine {
  const { network, imageVersion } = props;
  const node = new LinuxVirtualMachine(scope, id, {
    ...network.place,
    name: `${network.clusterName}-${props.hostName}`,
    computerName: props.hostName,
    size: props.instanceType,
    zone: zoneNumber(network.availabilityZone),
    adminUsername: ADMINISTRATOR,
    disablePasswordAuthentication: true,
    adminSshKey: [{ username: ADMINISTRATOR, publicKey: props.adminPublicKey }],
    networkInterfaceIds: [card.id],
    sourceImageReference: { ...IMAGE, sku: SKU, version: imageVersion },
    osDisk: { caching: "ReadWrite", storageAccountType: "Premium_LRS", diskSizeGb: ROOT_GIB },
    identity: { type: "UserAssigned", identityIds: [props.identity.id] },
    bootDiagnostics: {},
    customData: Fn.base64encode(boot.asString),
    // a newer image must not replace it
    ...(imageVersion === LATEST ? { lifecycle: { ignoreChanges: ["source_image_reference"] } } : {}),
  });
  checkovSkip(node, "CKV_AZURE_50", "companies install their agents as extensions");
  return node;
}
