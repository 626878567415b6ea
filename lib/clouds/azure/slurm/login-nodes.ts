import { Lb } from "@cdktf/provider-azurerm/lib/lb";
import { LbBackendAddressPool } from "@cdktf/provider-azurerm/lib/lb-backend-address-pool";
import { LbProbe } from "@cdktf/provider-azurerm/lib/lb-probe";
import { LbRule } from "@cdktf/provider-azurerm/lib/lb-rule";
import type { LinuxVirtualMachine } from "@cdktf/provider-azurerm/lib/linux-virtual-machine";
import type { NetworkInterface } from "@cdktf/provider-azurerm/lib/network-interface";
import { NetworkInterfaceBackendAddressPoolAssociation } from "@cdktf/provider-azurerm/lib/network-interface-backend-address-pool-association";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { TerraformLocal } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { waitFor } from "../../common/resources-within";
import { literal } from "../../common/terraform-text";
import { zonesOf } from "../shared/names";
import { type SiteNodeProps, siteInterface, siteNode } from "./site-node";

const SSH = 22;

export interface LoginNodesProps extends Omit<SiteNodeProps, "hostName" | "identity"> {
  /** Name of the pool in the private zone, before the numbers of its nodes. */
  readonly name: string;
  readonly count: number;
  /** What they run on each boot, for the identity that they have. */
  readonly bootText: (clientId: string) => string;
  readonly needs: () => readonly IConstruct[];
}

/** A pool of login nodes, equal to one another, behind one private address that takes SSH. */
export class LoginNodes extends Construct {
  /** Reads the site's files and the key; the metadata service gives it to root alone. */
  public readonly identity: UserAssignedIdentity;
  public readonly virtualMachines: readonly LinuxVirtualMachine[];
  public readonly loadBalancer: Lb;

  constructor(scope: Construct, id: string, props: LoginNodesProps) {
    super(scope, id);
    const { network, count } = props;
    const name = `${network.clusterName}-${id}`;
    this.identity = new UserAssignedIdentity(this, "identity", { ...network.place, name });
    const { identity } = this;
    const boot = new TerraformLocal(this, "boot", literal(props.bootText(identity.clientId)));
    const nodes = Array.from({ length: count }, (_, index) => {
      const hostName = `${props.name}-${index + 1}`;
      const card = siteInterface(this, `interface-${index + 1}`, network, `${network.clusterName}-${hostName}`);
      const node = siteNode(this, hostName, { ...props, hostName, identity }, card, boot);
      waitFor(node, props.needs);
      return { card, node };
    });
    this.virtualMachines = nodes.map(({ node }) => node);
    this.loadBalancer = new Lb(this, "balancer", {
      ...network.place,
      name,
      sku: "Standard",
      frontendIpConfiguration: [
        { name: "ssh", subnetId: network.computeSubnetId, zones: zonesOf(network.availabilityZone) },
      ],
    });
    this.balance(
      props.name,
      nodes.map(({ card }) => card),
    );
  }

  /** Address of the load balancer. */
  public get address(): string {
    return this.loadBalancer.privateIpAddress;
  }

  private balance(name: string, cards: readonly NetworkInterface[]): void {
    const loadbalancerId = this.loadBalancer.id;
    const pool = new LbBackendAddressPool(this, "nodes", { name, loadbalancerId });
    for (const [index, card] of cards.entries()) {
      new NetworkInterfaceBackendAddressPoolAssociation(this, `in-balancer-${index + 1}`, {
        networkInterfaceId: card.id,
        ipConfigurationName: "ethernet",
        backendAddressPoolId: pool.id,
      });
    }
    const probe = new LbProbe(this, "probe", { name: "ssh", loadbalancerId, port: SSH, protocol: "Tcp" });
    new LbRule(this, "ssh", {
      name: "ssh",
      loadbalancerId,
      frontendIpConfigurationName: "ssh",
      protocol: "Tcp",
      frontendPort: SSH,
      backendPort: SSH,
      backendAddressPoolIds: [pool.id],
      probeId: probe.id,
      // a session belongs to one node; people come back to theirs
      loadDistribution: "SourceIP",
      idleTimeoutInMinutes: 30,
    });
  }
}
