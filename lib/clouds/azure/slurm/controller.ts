import { LinuxVirtualMachine } from "@cdktf/provider-azurerm/lib/linux-virtual-machine";
import { ManagedDisk } from "@cdktf/provider-azurerm/lib/managed-disk";
import { NetworkInterface } from "@cdktf/provider-azurerm/lib/network-interface";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { VirtualMachineDataDiskAttachment } from "@cdktf/provider-azurerm/lib/virtual-machine-data-disk-attachment";
import { Fn, TerraformLocal } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import { waitFor } from "../../common/resources-within";
import { literal } from "../../common/terraform-text";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { ADMINISTRATOR } from "../shared/admin-key";
import { IMAGE, LATEST, SKU } from "../shared/image";
import { zoneNumber } from "../shared/names";
import { STATE_LUN } from "./cluster-site";

/** Disk of the head's operating system, GiB: the image takes half of it. */
export const ROOT_GIB = 128;

export interface ControllerProps {
  readonly network: IClusterNetwork;
  /** Its name in the private zone, `slurm-head`. */
  readonly hostName: string;
  readonly instanceType: string;
  readonly imageVersion: string;
  readonly identity: UserAssignedIdentity;
  readonly adminPublicKey: string;
  readonly stateGiB: number;
  /** What it runs on each boot. */
  readonly bootText: string;
  /** What must be there before its first boot. */
  readonly needs: () => readonly IConstruct[];
}

/**
 * The head's VM. Its network interface and the disk of Slurm's state are resources of their own, so that a replaced head keeps address, name, queue and
 * accounts.
 */
export class Controller extends Construct {
  public readonly virtualMachine: LinuxVirtualMachine;
  public readonly networkInterface: NetworkInterface;
  /** Queue, accounting database and the programs' book. Protected. */
  public readonly stateDisk: ManagedDisk;

  constructor(scope: Construct, id: string, props: ControllerProps) {
    super(scope, id);
    const { network, hostName } = props;
    const name = `${network.clusterName}-${hostName}`;
    this.networkInterface = new NetworkInterface(this, "interface", {
      ...network.place,
      name,
      acceleratedNetworkingEnabled: true,
      ipConfiguration: [{ name: "ethernet", subnetId: network.computeSubnetId, privateIpAddressAllocation: "Dynamic" }],
    });
    this.stateDisk = this.buildDisk(props, `${name}-state`);
    this.virtualMachine = this.buildMachine(props, name);
    waitFor(this.virtualMachine, props.needs);
    new VirtualMachineDataDiskAttachment(this, "attachment", {
      virtualMachineId: this.virtualMachine.id,
      managedDiskId: this.stateDisk.id,
      lun: STATE_LUN,
      caching: "None",
    });
  }

  private buildDisk({ network, stateGiB }: ControllerProps, name: string): ManagedDisk {
    const disk = new ManagedDisk(this, "state", {
      ...network.place,
      name,
      zone: zoneNumber(network.availabilityZone),
      storageAccountType: "Premium_LRS",
      createOption: "Empty",
      diskSizeGb: stateGiB,
      networkAccessPolicy: "DenyAll",
      publicNetworkAccessEnabled: false,
      lifecycle: { preventDestroy: true },
    });
    checkovSkip(disk, "CKV_AZURE_93", "it is encrypted with keys of the platform; no key of a customer is asked for");
    return disk;
  }

  private buildMachine(props: ControllerProps, name: string): LinuxVirtualMachine {
    const { network, imageVersion } = props;
    const text = new TerraformLocal(this, "boot", literal(props.bootText));
    const machine = new LinuxVirtualMachine(this, "Resource", {
      ...network.place,
      name,
      computerName: props.hostName,
      size: props.instanceType,
      zone: zoneNumber(network.availabilityZone),
      adminUsername: ADMINISTRATOR,
      disablePasswordAuthentication: true,
      adminSshKey: [{ username: ADMINISTRATOR, publicKey: props.adminPublicKey }],
      networkInterfaceIds: [this.networkInterface.id],
      sourceImageReference: { ...IMAGE, sku: SKU, version: imageVersion },
      osDisk: { caching: "ReadWrite", storageAccountType: "Premium_LRS", diskSizeGb: ROOT_GIB },
      identity: { type: "UserAssigned", identityIds: [props.identity.id] },
      bootDiagnostics: {},
      customData: Fn.base64encode(text.asString),
      // a newer image must not replace the head
      ...(imageVersion === LATEST ? { lifecycle: { ignoreChanges: ["source_image_reference"] } } : {}),
    });
    checkovSkip(machine, "CKV_AZURE_50", "companies install their agents as extensions");
    return machine;
  }
}
