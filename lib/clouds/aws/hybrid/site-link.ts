import { CustomerGateway } from "@cdktf/provider-aws/lib/customer-gateway";
import { Ec2TransitGatewayVpcAttachment } from "@cdktf/provider-aws/lib/ec2-transit-gateway-vpc-attachment";
import { Route } from "@cdktf/provider-aws/lib/route";
import { VpnConnection } from "@cdktf/provider-aws/lib/vpn-connection";
import { VpnConnectionRoute } from "@cdktf/provider-aws/lib/vpn-connection-route";
import { VpnGateway } from "@cdktf/provider-aws/lib/vpn-gateway";
import { VpnGatewayAttachment } from "@cdktf/provider-aws/lib/vpn-gateway-attachment";
import { VpnGatewayRoutePropagation } from "@cdktf/provider-aws/lib/vpn-gateway-route-propagation";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { SiteLinkProps, SiteVpnProps } from "./hybrid-cluster-props";

export interface SiteLinkOptions {
  readonly network: IClusterNetwork;
  readonly link: SiteLinkProps;
  readonly cidrs: readonly string[];
  readonly routeTableIds: readonly string[];
}

/** AWS's side of a link with its default autonomous system number; the site's device without BGP gets one of the private range. */
const SITE_ASN = 65_000;

/**
 * How site and VPC reach each other, routed and without NAT: a site-to-site VPN with two tunnels, or a gateway that the site is attached to
 * already. Pre-shared keys of a VPN are in Secrets Manager, where AWS makes them, and not in the state.
 * @see https://docs.aws.amazon.com/vpn/latest/s2svpn/enhanced-security.html
 */
export class SiteLink extends Construct {
  /** Undefined without `vpn`. */
  public readonly vpn?: VpnConnection;

  constructor(
    scope: Construct,
    id: string,
    private readonly options: SiteLinkOptions,
  ) {
    super(scope, id);
    const { vpn, transitGatewayId, virtualGatewayId } = options.link;
    if (transitGatewayId !== undefined) this.attachTransitGateway(transitGatewayId);
    else if (vpn === undefined) this.attachGateway(virtualGatewayId!);
    else this.vpn = this.buildVpn(vpn);
  }

  private buildVpn({ address, bgpAsn, certificateArn }: SiteVpnProps): VpnConnection {
    const { network, cidrs } = this.options;
    const tags = network.tagsFor("site");
    const device = new CustomerGateway(this, "device", {
      type: "ipsec.1",
      ipAddress: address,
      bgpAsn: String(bgpAsn ?? SITE_ASN),
      certificateArn,
      tags,
    });
    const gateway = new VpnGateway(this, "gateway", { vpcId: network.vpcId, tags });
    const vpn = new VpnConnection(this, "Resource", {
      type: "ipsec.1",
      customerGatewayId: device.id,
      vpnGatewayId: gateway.id,
      staticRoutesOnly: bgpAsn === undefined,
      // EC2 then returns the key redacted: hashicorp/terraform-provider-aws pull request 42819.
      ...(certificateArn === undefined ? { presharedKeyStorage: "SecretsManager" } : {}),
      tags,
    });
    if (bgpAsn === undefined)
      cidrs.forEach((destinationCidrBlock, i) => {
        new VpnConnectionRoute(this, `route-${i}`, { vpnConnectionId: vpn.id, destinationCidrBlock });
      });
    this.propagate(gateway.id);
    return vpn;
  }

  private attachGateway(vpnGatewayId: string): void {
    const { vpcId } = this.options.network;
    const attachment = new VpnGatewayAttachment(this, "attachment", { vpcId, vpnGatewayId });
    this.propagate(attachment.vpnGatewayId);
  }

  private propagate(vpnGatewayId: string): void {
    this.options.routeTableIds.forEach((routeTableId, i) => {
      new VpnGatewayRoutePropagation(this, `propagation-${i}`, { vpnGatewayId, routeTableId });
    });
  }

  private attachTransitGateway(transitGatewayId: string): void {
    const { network, cidrs, routeTableIds } = this.options;
    const attachment = new Ec2TransitGatewayVpcAttachment(this, "attachment", {
      vpcId: network.vpcId,
      subnetIds: [network.computeSubnetId],
      transitGatewayId,
      tags: network.tagsFor("site"),
    });
    routeTableIds.forEach((routeTableId, table) => {
      cidrs.forEach((destinationCidrBlock, i) => {
        new Route(this, `route-${table}-${i}`, {
          routeTableId,
          destinationCidrBlock,
          transitGatewayId: attachment.transitGatewayId,
          dependsOn: [attachment],
        });
      });
    });
  }
}
