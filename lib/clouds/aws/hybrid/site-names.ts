import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { Route53ResolverEndpoint } from "@cdktf/provider-aws/lib/route53-resolver-endpoint";
import { Route53ResolverRule } from "@cdktf/provider-aws/lib/route53-resolver-rule";
import { Route53ResolverRuleAssociation } from "@cdktf/provider-aws/lib/route53-resolver-rule-association";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import { SLURMCTLD_PORT } from "../../../slurm/definition/slurm-tables";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { SiteProps } from "./hybrid-cluster-props";

const DNS_PORT = 53;

/**
 * DNS both ways. The site forwards the cluster's private zone to the inbound endpoint; nodes look the site's domain up at its own servers,
 * through the outbound endpoint, and find the controllers in the private zone.
 */
export class SiteNames extends Construct {
  /** The site's DNS servers forward the private zone to its addresses. */
  public readonly inbound: Route53ResolverEndpoint;
  public readonly outbound: Route53ResolverEndpoint;
  private readonly group: SecurityGroup;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: { readonly network: IClusterNetwork; readonly site: SiteProps },
  ) {
    super(scope, id);
    const { network, site } = props;
    this.group = new SecurityGroup(this, "security-group", {
      name: `${network.clusterName}-site-dns`,
      description: `DNS between ${network.clusterName} and ${site.domain}`,
      vpcId: network.vpcId,
      tags: network.tagsFor("site-dns"),
    });
    this.openDns();
    this.inbound = this.endpoint("inbound");
    this.outbound = this.endpoint("outbound");
    network.addresses.claim("DNS endpoints of the site", () => 4);
    const rule = new Route53ResolverRule(this, "rule", {
      name: `${network.clusterName}-site`,
      domainName: site.domain,
      ruleType: "FORWARD",
      resolverEndpointId: this.outbound.id,
      targetIp: site.dnsServers.map((ip) => ({ ip })),
      tags: network.tagsFor("site-dns"),
    });
    new Route53ResolverRuleAssociation(this, "association", { resolverRuleId: rule.id, vpcId: network.vpcId });
    this.nameControllers();
  }

  private openDns(): void {
    const { site } = this.props;
    for (const ipProtocol of ["tcp", "udp"]) {
      const port = { securityGroupId: this.group.id, ipProtocol, fromPort: DNS_PORT, toPort: DNS_PORT };
      site.cidrs.forEach((cidrIpv4, i) => {
        new VpcSecurityGroupIngressRule(this, `from-site-${ipProtocol}-${i}`, {
          ...port,
          cidrIpv4,
          description: "DNS from the site",
        });
      });
      site.dnsServers.forEach((address, i) => {
        new VpcSecurityGroupEgressRule(this, `to-site-${ipProtocol}-${i}`, {
          ...port,
          cidrIpv4: `${address}/32`,
          description: "DNS servers of the site",
        });
      });
    }
  }

  private endpoint(direction: "inbound" | "outbound"): Route53ResolverEndpoint {
    const { network } = this.props;
    return new Route53ResolverEndpoint(this, direction, {
      name: `${network.clusterName}-site-${direction}`,
      direction: direction.toUpperCase(),
      securityGroupIds: [this.group.id],
      // Resolver wants two addresses, in two zones where an outage of one must not stop jobs.
      ipAddress: network.twoZoneSubnetIds().map((subnetId) => ({ subnetId })),
      tags: network.tagsFor("site-dns"),
    });
  }

  /** Nodes ask for the controllers by their short names, in the zone that they search. */
  private nameControllers(): void {
    const { network, site } = this.props;
    const zone = network.privateZoneName;
    site.controllers.forEach(({ name, address }) => {
      const record = new Route53Record(this, `controller-${name}`, {
        zoneId: network.privateZoneId,
        name: `${name}.${zone}`,
        type: "A",
        ttl: 300,
        records: [address],
      });
      checkovSkip(record, "CKV2_AWS_23", "it points at a controller on the site, which is no resource of AWS");
    });
    new Route53Record(this, "service-record", {
      zoneId: network.privateZoneId,
      name: `_slurmctld._tcp.${zone}`,
      type: "SRV",
      ttl: 300,
      records: site.controllers.map(({ name }, index) => `${index} 0 ${SLURMCTLD_PORT} ${name}.${zone}`),
    });
  }
}
