import type { LinuxVirtualMachine } from "@cdktf/provider-azurerm/lib/linux-virtual-machine";
import { ManagedDisk } from "@cdktf/provider-azurerm/lib/managed-disk";
import type { NetworkInterface } from "@cdktf/provider-azurerm/lib/network-interface";
import { VirtualMachineDataDiskAttachment } from "@cdktf/provider-azurerm/lib/virtual-machine-data-disk-attachment";
import { TerraformLocal } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import { waitFor } from "../../common/resources-within";
import { literal } from "../../common/terraform-text";
import { zoneNumber } from "../shared/names";
import { STATE_LUN } from "./cluster-site";
import { type SiteNodeProps, siteInterface, siteNode } from "./site-node";

export interface ControllerProps extends SiteNodeProps {
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
    this.networkInterface = siteInterface(this, "interface", network, name);
    this.stateDisk = this.buildDisk(props, `${name}-state`);
    const boot = new TerraformLocal(this, "boot", literal(props.bootText));
    this.virtualMachine = siteNode(this, "Resource", props, this.networkInterface, boot);
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
}
